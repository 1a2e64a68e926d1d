import type { z } from 'zod';
import type { Db } from '#platform/database/open.ts';
import type { listTrail, TrailAction, TrailEntry } from '../contract.ts';

type Wish = z.output<typeof listTrail.query>;

/** A part of the trail, the newest first, and where the next part begins, if there is one. */
export async function trailOf(
  db: Db,
  { itemType, itemId, action, userId, limit, cursor }: Wish,
): Promise<{ entries: TrailEntry[]; next: number | undefined }> {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .selectAll('audit_log')
    .select('users.username')
    .$if(itemType !== undefined, (query) => query.where('item_type', '=', itemType as string))
    .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId as string))
    .$if(action !== undefined, (query) => query.where('action', '=', action as string))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as number))
    .$if(cursor !== undefined, (query) => query.where('audit_log.id', '<', cursor as number))
    .orderBy('audit_log.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return {
    entries: shown.map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      user: row.user_id === null ? null : { id: row.user_id, username: row.username ?? '' },
      action: row.action as TrailAction,
      itemType: row.item_type,
      itemId: row.item_id,
      title: row.title,
      details: JSON.parse(row.details) as Record<string, unknown>,
    })),
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  };
}
