import type { Db } from '../open.ts';

/**
 * The version of the catalogue and the settings, under which responses are cached. It must be read before the
 * work, because every later write increases it. See docs/decisions/0009-cached-responses.md.
 */
export interface CatalogueVersion {
  /** Returns the version; undefined when it is unknown, in which case nothing cached may be served. */
  current(): number | undefined | Promise<number | undefined>;
  /**
   * Drops the cached version, because this process may have increased it. The next `current()` reads the row.
   */
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

/**
 * Makes a version that reads the row at each use: for a database in memory, which has no second connection.
 */
export const uncachedVersion = (db: Db): CatalogueVersion => ({
  current: () => readVersion(db).catch(() => undefined),
  invalidate: () => {},
  close: async () => {},
});
