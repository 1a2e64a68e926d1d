export const MEMBER_IMPORT_PATH = '/admin/users/import';

/** Returns the address of an import's page. */
export const memberImportHref = (id: number): string => `${MEMBER_IMPORT_PATH}?import=${id}`;

/** Parses the id of the shown import; null without one. */
export function readImportId(search: URLSearchParams): number | null {
  const id = search.get('import') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}
