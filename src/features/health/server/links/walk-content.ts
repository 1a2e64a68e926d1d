import { createHash } from 'node:crypto';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import { LINKING_COLUMNS, type LinkingRow, linksOf } from './links-of.ts';

/** Items per statement, which keeps statements short. */
const AT_ONCE = 200;
/** Links per statement. Engines limit the values of one, and an item may have any number of links. */
const LINKS_AT_ONCE = 1_000;

const keyOf = (url: string) => createHash('sha256').update(url).digest('hex');

/**
 * Stores all addresses of other sites in published content, and deletes those no longer there. New ones are
 * due at once. When `signal` aborts, stops early and deletes nothing.
 */
export async function walkContent(
  db: Db,
  ownHost: string,
  signal: AbortSignal,
  now = Date.now(),
): Promise<void> {
  for (const type of ['ocean', 'wave', 'droplet'] as const)
    for (let after = 0; ; ) {
      if (signal.aborted) return;
      const rows = await readItems(db, type, after);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      await noteLinks(db, type, await linksOf(db, rows, ownHost), now);
    }
  await db.deleteFrom('content_links').where('walked_at', '<', now).execute();
}

const readItems = (db: Db, type: ItemType, after: number): Promise<LinkingRow[]> =>
  db
    .selectFrom(TABLE_OF[type])
    .select(LINKING_COLUMNS)
    .where('id', '>', after)
    .where('is_published', '=', true as boolean)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

async function noteLinks(
  db: Db,
  type: ItemType,
  links: ReadonlyMap<number, string[]>,
  now: number,
): Promise<void> {
  const items = new Map([...links].flatMap(([id, urls]) => urls.map((url) => [url, id] as const)));
  const rows = [...items].map(([url, id]) => ({
    url,
    url_key: keyOf(url),
    item_type: type,
    item_id: id,
    next_check_at: now,
    walked_at: now,
  }));
  for (let done = 0; done < rows.length; done += LINKS_AT_ONCE)
    await db
      .insertInto('content_links')
      .values(rows.slice(done, done + LINKS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.column('url_key').doUpdateSet((eb) => ({
          item_type: eb.ref('excluded.item_type'),
          item_id: eb.ref('excluded.item_id'),
          walked_at: eb.ref('excluded.walked_at'),
        })),
      )
      .execute();
}
