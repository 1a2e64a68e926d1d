import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { selectDroplets } from '#features/catalogue/server/read/queries.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import { welcomeOf } from './welcomes.ts';

/**
 * Adds progress, marks and the last welcome to the owner's data, except those about drafts. Foreign keys
 * delete them with the account.
 */
export const progressAccountExtension: AccountExtension = {
  async ownData(db, { id }) {
    const rows = await db
      .selectFrom('progress')
      .select(['droplet_id', 'position', 'furthest', 'seen_at', 'at'])
      .where('user_id', '=', id)
      .where('droplet_id', 'in', selectDroplets(db, VISITOR).clearSelect().select('droplets.id'))
      .orderBy('droplet_id')
      .execute();
    const progress = rows.map((row) => ({
      dropletId: row.droplet_id,
      position: row.position,
      furthest: row.furthest,
      seenAt: instantOrNull(row.seen_at),
      at: instant(row.at),
    }));
    const marks = await db
      .selectFrom('again_marks')
      .select(['droplet_id', 'step', 'at'])
      .where('user_id', '=', id)
      .where('droplet_id', 'in', selectDroplets(db, VISITOR).clearSelect().select('droplets.id'))
      .orderBy('droplet_id')
      .execute();
    const again = marks.map((row) => ({
      dropletId: row.droplet_id,
      step: row.step,
      at: instant(row.at),
    }));
    return { progress, again, welcome: await ownWelcome(db, id) };
  },
};

async function ownWelcome(db: Db, userId: number) {
  const welcome = await welcomeOf(db, userId);
  if (!welcome) return null;
  const ids = welcome.lessons.map(({ dropletId }) => dropletId);
  const published = await selectDroplets(db, VISITOR)
    .where(isOneOf(db, 'droplets.id', ids))
    .clearSelect()
    .select('droplets.id')
    .execute();
  return { day: welcome.day, dropletIds: published.map(({ id }) => id) };
}
