import { recordChange } from '#features/trail/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/reader.ts';
import type { ItemType } from '../contract.ts';
import { changeCatalogue } from './change-catalogue.ts';
import { type Entities, endOf, parentIdOf } from './content-tables.ts';
import { type Contents, insertItems } from './insert-oceans.ts';
import { readTree } from './read-trees.ts';
import { freeSlugs } from './slugs.ts';
import { entity, existing } from './write-items.ts';

const LONGEST_TITLE = 200;

/** Copies an item with all that it holds: a draft at the end of the list, 'Copy of …'. */
export const duplicateItem = <T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  id: number,
): Promise<Entities[T]> =>
  changeCatalogue(db, async (transaction) => {
    const row = await existing(transaction, type, id);
    const parentId = parentIdOf(type, row);
    const original = await readTree(transaction, type, row);
    const title = `Copy of ${original.title}`.slice(0, LONGEST_TITLE).trim();
    const copy = { ...original, title, isPublished: false };
    await renewSlugs(transaction, type, copy);
    const position = await endOf(transaction, type, parentId);
    const [copyId = 0] = await insertItems(transaction, type, [copy], parentId, position);
    await recordChange(transaction, {
      userId: reader.userId,
      action: 'created',
      itemType: type,
      itemId: String(copyId),
      title,
      details: { copyOf: id },
    });
    return entity(transaction, reader, type, copyId);
  });

/** The copies get slugs of their own, from their titles. */
async function renewSlugs(db: Db, type: ItemType, copy: Contents[ItemType]): Promise<void> {
  const waves = 'waves' in copy ? copy.waves : [];
  const droplets = 'droplets' in copy ? copy.droplets : waves.flatMap((wave) => wave.droplets);
  const levels = [
    [type, [copy]],
    ['wave', waves],
    ['droplet', droplets],
  ] as const;
  for (const [level, items] of levels) {
    const slugs = await freeSlugs(
      db,
      level,
      items.map(({ title }) => title),
    );
    for (const [index, item] of items.entries()) item.slug = slugs[index] as string;
  }
}
