import type { Db } from '../open.ts';

/**
 * The version of the catalogue and the settings, under which responses are cached. Read it before the work:
 * every later write bumps it. See docs/decisions/0009-cached-responses.md.
 */
export interface CatalogueVersion {
  /** Returns the version; undefined when it is unknown. Nothing cached may be served then. */
  current(): number | undefined | Promise<number | undefined>;
  /** Forgets the version, because this process may have bumped it. The next `current()` reads the row. */
  invalidate(): void;
  close(): Promise<void>;
}

/** Reads the row. Throws `DatabaseUnavailable`. */
export async function readVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('catalogue_version')
    .select('version')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return row.version;
}

/** Reads the row at each use: for a database in memory, which has no second connection. */
export const uncachedVersion = (db: Db): CatalogueVersion => ({
  current: () => readVersion(db).catch(() => undefined),
  invalidate: () => {},
  close: async () => {},
});
