import { sql } from 'kysely';
import { announceVersion } from './dialect.ts';
import type { Db } from './open.ts';

let bumps = 0;

/** How often this process has moved a version so far: more at a request's end than at its start, and it may have. */
export const bumpsSoFar = (): number => bumps;

/**
 * Moves the version that kept answers are labelled with. Belongs at the start of every transaction that writes to the
 * catalogue or the settings: its row is also the lock that makes such writers take turns, on all nodes.
 */
export async function bumpCatalogue(db: Db): Promise<void> {
  bumps += 1;
  const { version } = await db
    .updateTable('catalogue_version')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow();
  await announceVersion(db, version);
}
