import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';

/** Dismisses a broken link, which is then hidden. Throws 404 for a deleted or dismissed one. */
export async function dismissLink(db: Db, author: Author, id: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const link = await transaction
      .updateTable('content_links')
      .set({ dismissed_at: Date.now() })
      .where('id', '=', id)
      .where('dismissed_at', 'is', null)
      .returning(['url', 'item_type', 'item_id'])
      .executeTakeFirst();
    if (!link) throw notFound();
    await recordChange(transaction, {
      ...author,
      action: 'updated',
      itemType: 'link-check',
      itemId: String(id),
      title: link.url,
      details: { item: `${link.item_type} ${link.item_id}` },
    });
  });
}
