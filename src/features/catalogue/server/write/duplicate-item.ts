import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { cutTo } from '#platform/text/shorten.ts';
import { MAX_TITLE } from '../../contract/form-schemas.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { Items } from '../../contract/schemas.ts';
import type { Contents } from '../items/item-fields.ts';
import { endPosition, parentIdOf } from '../items/levels.ts';
import { readTree } from '../read/read-trees.ts';
import { insertItems } from './insert-items.ts';
import { freeSlugs } from './slugs.ts';
import { editCatalogue, existingItem, existingRow } from './write-items.ts';

/** Copies an item with all items under it, as a draft at the end of its list, titled 'Copy of …'. */
export const duplicateItem = <T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  id: number,
): Promise<Items[T]> =>
  editCatalogue(db, async (transaction) => {
    const row = await existingRow(transaction, type, id);
    const parentId = parentIdOf[type](row);
    const original = await readTree[type](transaction, row);
    const title = cutTo(`Copy of ${original.title}`, MAX_TITLE).trim();
    const copy = { ...original, title, isPublished: false };
    await renewSlugs(transaction, type, copy);
    const position = await endPosition(transaction, type, parentId);
    const [copyId = 0] = await insertItems(transaction, type, [copy], parentId, position);
    await recordChange(transaction, {
      userId: reader.userId,
      action: 'created',
      itemType: type,
      itemId: String(copyId),
      title,
      details: { copyOf: id },
    });
    return existingItem(transaction, reader, type, copyId);
  });

/** Gives the copy and the items under it free slugs, made from their titles. */
async function renewSlugs(db: Db, type: ItemType, copy: Contents[ItemType]): Promise<void> {
  const waves = 'waves' in copy ? copy.waves : [];
  const droplets = 'droplets' in copy ? copy.droplets : waves.flatMap((wave) => wave.droplets);
  const levels = [
    [type, [copy]],
    ['wave', waves],
    ['droplet', droplets],
  ] as const;
  for (const [level, items] of levels) {
    const titles = items.map(({ title }) => title);
    const slugs = await freeSlugs(db, level, titles);
    for (const [index, item] of items.entries()) item.slug = slugs[index] as string;
  }
}
