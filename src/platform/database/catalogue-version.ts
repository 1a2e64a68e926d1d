import type { Db } from './open.ts';

/**
 * The version of the catalogue and the settings, as whoever keeps answers needs it: what was computed after it was read
 * may be kept under it, for a later write always moves it. See docs/decisions/0009-ready-bytes.md.
 */
export interface CatalogueVersion {
  /** The version now; undefined when nobody can say, and then nothing kept may be served. */
  current(): number | undefined | Promise<number | undefined>;
  /** This process may just have moved it: whoever asks from now on is told of that write. */
  moved(): void;
  close(): Promise<void>;
}

/** The row itself. Throws when the database cannot be reached. */
export async function readVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('catalogue_version')
    .select('version')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return row.version;
}

/** Asks the row at each use: for a database in memory, which has no other connection. */
export const askedVersion = (db: Db): CatalogueVersion => ({
  current: () => readVersion(db).catch(() => undefined),
  moved: () => {},
  close: async () => {},
});
