import { sql } from 'kysely';
import { announceVersion } from './dialect.ts';
import type { Db } from './open.ts';

/**
 * Moves the version that kept answers are labelled with. Belongs at the start of every transaction that writes to the
 * catalogue or the settings: its row is also the lock that makes such writers take turns, on all nodes.
 */
export async function bumpCatalogue(db: Db): Promise<void> {
  const { version } = await db
    .updateTable('catalogue_version')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow();
  await announceVersion(db, version);
}
