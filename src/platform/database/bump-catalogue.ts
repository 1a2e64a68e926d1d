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

/**
 * Makes the version one that no node has seen, for a database whose rows took the place of others: the present moment in
 * ms. Writers count on from there by ones, and so never come to where a later restore begins.
 */
export async function leapCatalogue(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('catalogue_version')
      .set({ version: Date.now() })
      .where('id', '=', 1)
      .where('version', '<', Date.now())
      .execute();
    await bumpCatalogue(transaction);
  });
}
