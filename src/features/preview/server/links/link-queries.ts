import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import { hashSecret, newSecret } from '#platform/http/guard/tokens.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import type { PreviewScope } from '#platform/http/serve/reader.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { PreviewLink } from '../../contract/link-endpoints.ts';

interface Subject {
  type: ItemType;
  id: number;
}

/** Lists the valid links of an item, newest first. */
export async function linksOf(db: Db, { type, id }: Subject, now = Date.now()): Promise<PreviewLink[]> {
  const rows = await workingLinks(db, now)
    .where('item_type', '=', type)
    .where('item_id', '=', id)
    .orderBy('preview_links.id', 'desc')
    .execute();
  return rows.map(toLink);
}

const workingLinks = (db: Db, now: number) =>
  db
    .selectFrom('preview_links')
    .innerJoin('users', 'users.id', 'preview_links.created_by')
    .selectAll('preview_links')
    .select('users.username')
    .where('expires_at', '>', now);

type Row = Awaited<ReturnType<ReturnType<typeof workingLinks>['executeTakeFirstOrThrow']>>;

const toLink = (row: Row): PreviewLink => ({
  id: row.id,
  forWhom: row.for_whom,
  createdAt: instant(row.created_at),
  createdBy: row.username,
  expiresAt: instant(row.expires_at),
  opened: row.opened,
  lastOpenedAt: instantOrNull(row.last_opened_at),
});

/** Makes a link and returns it with its secret, which is not stored. Deletes expired links. Throws 404. */
export function createLink(
  db: Db,
  userId: number,
  { type, id }: Subject,
  { forWhom, days }: { forWhom: string; days: number },
  now = Date.now(),
): Promise<{ link: PreviewLink; secret: string }> {
  const secret = newSecret();
  return db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('preview_links').where('expires_at', '<=', now).execute();
    const item = await titleOf(transaction, { type, id });
    if (!item) throw notFound('It was deleted');
    const { id: linkId } = await transaction
      .insertInto('preview_links')
      .values({
        secret_hash: hashSecret(secret),
        item_type: type,
        item_id: id,
        for_whom: forWhom,
        created_by: userId,
        created_at: now,
        expires_at: now + days * DAY,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordChange(transaction, {
      userId,
      action: 'created',
      itemType: 'preview-link',
      itemId: String(linkId),
      title: item.title,
      details: { item: `${type} ${id}`, days },
    });
    const row = await workingLinks(transaction, now)
      .where('preview_links.id', '=', linkId)
      .executeTakeFirstOrThrow();
    return { link: toLink(row), secret };
  });
}

const titleOf = (db: Db, { type, id }: Subject) =>
  db.selectFrom(TABLE_OF[type]).select('title').where('id', '=', id).executeTakeFirst();

/** Revokes a link. Throws 404 when it has expired or was revoked already. */
export const revokeLink = (db: Db, userId: number, id: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('preview_links')
      .where('id', '=', id)
      .returning(['item_type', 'item_id'])
      .executeTakeFirst();
    if (!row) throw notFound('This link has ended already');
    const item = await titleOf(transaction, { type: row.item_type, id: row.item_id });
    await recordChange(transaction, {
      userId,
      action: 'revoked',
      itemType: 'preview-link',
      itemId: String(id),
      title: item?.title ?? '',
      details: { item: `${row.item_type} ${row.item_id}` },
    });
  });

/** Counts an opening of a link. Returns its item and expiration; undefined when the link is invalid. */
export async function openLink(db: Db, secret: string, now = Date.now()) {
  const found = await linkedItem(db, secret, now);
  if (!found) return undefined;
  const row = await db
    .updateTable('preview_links')
    .set((eb) => ({ opened: eb('opened', '+', 1), last_opened_at: now }))
    .where('secret_hash', '=', hashSecret(secret))
    .where('expires_at', '>', now)
    .returning('expires_at as expiresAt')
    .executeTakeFirst();
  return row && { ...found, expiresAt: row.expiresAt };
}

/**
 * Finds the draft of a secret. Undefined when its link has expired or was revoked, or when its item is
 * deleted, in the trash, or public, because a public item follows the ordinary rules.
 */
export async function findPreview(
  db: Db,
  secret: string,
  now = Date.now(),
): Promise<PreviewScope | undefined> {
  const found = await linkedItem(db, secret, now);
  return found?.isPublic ? undefined : found?.scope;
}

/** A link's item with everything below it, and whether readers see it without a link. */
interface LinkedItem {
  scope: PreviewScope;
  isPublic: boolean;
}

async function linkedItem(db: Db, secret: string, now: number): Promise<LinkedItem | undefined> {
  const link = await db
    .selectFrom('preview_links')
    .select(['item_type as type', 'item_id as id'])
    .where('secret_hash', '=', hashSecret(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link && (await findItem[link.type](db, link.id));
}

const findItem: Record<ItemType, (db: Db, id: number) => Promise<LinkedItem | undefined>> = {
  async ocean(db, id) {
    const ocean = await db
      .selectFrom('oceans')
      .select('is_published')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!ocean) return undefined;
    const waves = await db.selectFrom('waves').select('id').where('ocean_id', '=', id).execute();
    return {
      scope: { type: 'ocean', id, oceanId: id, waveId: null, waves: waves.map((wave) => wave.id) },
      isPublic: toBoolean(ocean.is_published),
    };
  },
  async wave(db, id) {
    const row = await wavesWithOcean(db).where('waves.id', '=', id).executeTakeFirst();
    return (
      row && {
        scope: { type: 'wave', id, oceanId: row.ocean_id, waveId: id, waves: [id] },
        isPublic: isBelowPublic(row),
      }
    );
  },
  async droplet(db, id) {
    const row = await wavesWithOcean(db)
      .innerJoin('droplets', 'droplets.wave_id', 'waves.id')
      .select(['droplets.wave_id', 'droplets.is_published'])
      .where('droplets.id', '=', id)
      .executeTakeFirst();
    return (
      row && {
        scope: { type: 'droplet', id, oceanId: row.ocean_id, waveId: row.wave_id, waves: [] },
        isPublic: toBoolean(row.is_published) && isBelowPublic(row),
      }
    );
  },
};

const wavesWithOcean = (db: Db) =>
  db
    .selectFrom('waves')
    .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
    .select([
      'waves.ocean_id',
      'waves.is_published as wave_published',
      'oceans.is_published as ocean_published',
    ]);

/** Tells whether a wave and its ocean are published. */
const isBelowPublic = (
  row: Awaited<ReturnType<ReturnType<typeof wavesWithOcean>['executeTakeFirstOrThrow']>>,
) => toBoolean(row.wave_published) && toBoolean(row.ocean_published);
