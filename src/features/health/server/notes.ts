import type { Db } from '#platform/database/open.ts';

/* Times of recurring work on any node. */

/** Names of records: the last walk through the content for its links, and the last check of a link. */
export const LINKS_WALKED = 'links-walked';
export const LINKS_CHECKED = 'links-checked';

/** Records that something happened now. */
export async function noteNow(db: Db, name: string, at = Date.now()): Promise<void> {
  await db
    .insertInto('health_notes')
    .values({ name, at, details: '{}' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute();
}

/** Reads the time of the last occurrence, in epoch ms; undefined before the first. */
export async function lastTime(db: Db, name: string): Promise<number | undefined> {
  const note = await db.selectFrom('health_notes').select('at').where('name', '=', name).executeTakeFirst();
  return note?.at;
}
