import { sql } from 'kysely';
import { recordChanges, type Change as TrailChange } from '#features/trail/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import type { SearchedText } from '#platform/database/search/terms.ts';
import { badRequest, conflict } from '#platform/http/errors.ts';
import type { AdditionalResource, ItemType } from '../contract.ts';
import { type Change, differenceOf } from './content-fields.ts';
import { type ContentRow, endOf, PARENT_FIELD, PARENT_TYPE, rowById, TABLES } from './content-tables.ts';
import { saveMediaReferences } from './media.ts';
import { indexDroplets } from './search-index.ts';

const MEDIA_FIELDS = ['imageUrl', 'mediaUrl', 'captionsUrl', 'additionalResources'];
const SEARCHED_FIELDS = ['title', 'description', 'keywords'];

/** An item as it stands, and what is to be different. */
export interface Wanted {
  row: ContentRow;
  change: Change;
}

/**
 * Changes items of one type: rows, own files, search and trail. Answers how many became different; what is so already
 * is left alone. Belongs into `changeCatalogue`.
 */
export async function changeItems(
  db: Db,
  userId: number | null,
  type: ItemType,
  wanted: readonly Wanted[],
): Promise<number> {
  const trail: TrailChange[] = [];
  const texts = new Map<number, SearchedText>();
  for (const { row, change } of wanted) {
    const { columns, before, after } = differenceOf(row, change);
    const fields = Object.keys(after);
    if (fields.length === 0) continue;
    await assertFits(db, type, row.id, after);
    const next = { ...row, ...columns, ...(await placeAfterMove(db, type, after)) } as ContentRow;
    await writeRow(db, type, row, next);
    if (fields.some((field) => MEDIA_FIELDS.includes(field)))
      await saveMediaReferences(db, type, row.id, mediaOf(next));
    if (type === 'droplet' && fields.some((field) => SEARCHED_FIELDS.includes(field)))
      texts.set(row.id, textOf(next));
    trail.push({
      userId,
      action: 'updated',
      itemType: type,
      itemId: String(row.id),
      title: next.title,
      details: { before, after },
    });
  }
  await indexDroplets(db, texts);
  await recordChanges(db, trail);
  return trail.length;
}

/** A slug is nobody else's, a parent is there. */
async function assertFits(
  db: Db,
  type: ItemType,
  id: number | null,
  after: Record<string, unknown>,
): Promise<void> {
  if (typeof after.slug === 'string') await assertSlugFree(db, type, after.slug, id);
  const parentField = PARENT_FIELD[type];
  if (parentField && after[parentField] !== undefined)
    await assertParent(db, type, after[parentField] as number);
}

export async function assertSlugFree(db: Db, type: ItemType, slug: string, id: number | null): Promise<void> {
  const taken = await db.selectFrom(TABLES[type]).select('id').where('slug', '=', slug).executeTakeFirst();
  if (!taken || taken.id === id) return;
  const message = 'This slug is already taken';
  throw conflict(message, [{ path: 'slug', message }]);
}

export async function assertParent(db: Db, type: ItemType, parentId: number | null): Promise<void> {
  const parentType = PARENT_TYPE[type];
  if (parentType === null || parentId === null) return;
  if (await rowById(db, parentType, parentId)) return;
  const message = `This ${parentType} does not exist`;
  throw badRequest(message, [{ path: PARENT_FIELD[type] ?? '', message }]);
}

/** Who comes to another parent is the last one there. */
async function placeAfterMove(db: Db, type: ItemType, after: Record<string, unknown>) {
  const parentField = PARENT_FIELD[type];
  const parentId = parentField ? (after[parentField] as number | undefined) : undefined;
  return parentId === undefined ? {} : { position: await endOf(db, type, parentId) };
}

async function writeRow(db: Db, type: ItemType, row: ContentRow, next: ContentRow): Promise<void> {
  const changed = Object.entries(next).filter(([column, value]) => row[column as keyof ContentRow] !== value);
  await db
    .updateTable(TABLES[type])
    .set({
      ...Object.fromEntries(changed),
      updated_at: Date.now(),
      version: sql<number>`version + 1`,
    } as never)
    .where('id', '=', row.id)
    .execute();
}

const mediaOf = (row: ContentRow) => ({
  imageUrl: row.image_url,
  mediaUrl: row.media_url,
  captionsUrl: row.captions_url,
  additionalResources: JSON.parse(row.additional_resources) as AdditionalResource[],
});

const textOf = ({ title, description, keywords }: ContentRow): SearchedText => ({
  title,
  description,
  keywords: JSON.parse(keywords) as string[],
});
