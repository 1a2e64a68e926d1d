export const IMPORT_PATH = '/admin/import';

/** Returns the address of the import into an ocean; undefined: into the first one. */
export const importHref = (oceanId: number | undefined): string =>
  oceanId === undefined ? IMPORT_PATH : `${IMPORT_PATH}?ocean=${oceanId}`;
