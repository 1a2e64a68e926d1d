export const MEMBER_IMPORT_PATH = '/admin/users/import';

/** Address of the page of an import. */
export const memberImportHref = (id: number): string => `${MEMBER_IMPORT_PATH}?import=${id}`;

/** Reads the id of the import that a page shows; null: none is chosen. */
export function readImportId(search: URLSearchParams): number | null {
  const id = search.get('import') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}
