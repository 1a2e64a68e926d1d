import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { type Contents, toColumns } from '../items/item-fields.ts';
import type { ParentIds } from '../items/levels.ts';
import { insertMediaReferences } from '../media/media.ts';
import { indexDroplets } from '../search/index-droplets.ts';

/** Rows per insert. Both engines limit the number of parameters. */
const AT_ONCE = 500;

/** An item, its parent's id, and its position among its siblings. */
interface Ordered<T extends ItemType> {
  item: Contents[T];
  parentId: ParentIds[T];
  position: number;
}

/** Adds items with all items under them to one list, from a position on. Returns their ids. */
export const insertItems = <T extends ItemType>(
  db: CatalogueTransaction,
  type: T,
  items: readonly Contents[T][],
  parentId: ParentIds[T],
  firstPosition: number,
): Promise<number[]> => insertTrees[type](db, inOrder<T>(items, parentId, firstPosition));

/** Inserts level by level, so that a large catalogue takes few statements. */
const insertTrees: { [T in ItemType]: (db: CatalogueTransaction, items: Ordered<T>[]) => Promise<number[]> } =
  {
    async ocean(db, oceans) {
      const ids = await insertLevel(db, 'ocean', oceans);
      const waves = oceans.map(({ item }, index) => inOrder<'wave'>(item.waves, ids[index] as number, 0));
      await insertTrees.wave(db, waves.flat());
      return ids;
    },
    async wave(db, waves) {
      const ids = await insertLevel(db, 'wave', waves);
      const droplets = waves.map(({ item }, index) =>
        inOrder<'droplet'>(item.droplets, ids[index] as number, 0),
      );
      await insertTrees.droplet(db, droplets.flat());
      return ids;
    },
    async droplet(db, droplets) {
      const ids = await insertLevel(db, 'droplet', droplets);
      await indexDroplets(db, new Map(droplets.map(({ item }, index) => [ids[index] as number, item])));
      return ids;
    },
  };

const inOrder = <T extends ItemType>(
  items: readonly Contents[T][],
  parentId: ParentIds[T],
  firstPosition: number,
): Ordered<T>[] => items.map((item, index) => ({ item, parentId, position: firstPosition + index }));

/** Adds items of one level. Returns their ids in the order given. */
async function insertLevel<T extends ItemType>(
  db: CatalogueTransaction,
  type: T,
  items: readonly Ordered<T>[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const some = items.slice(start, start + AT_ONCE);
    const rows = await insertRows[type](db, some);
    // Neither engine promises the order of the rows that an insert returns.
    const idOf = new Map(rows.map(({ id, slug }) => [slug, id]));
    const added = some.map(({ item }) => ({ id: idOf.get(item.slug) as number, item }));
    await insertMediaReferences(db, type, added);
    ids.push(...added.map(({ id }) => id));
  }
  return ids;
}

type InsertRows<T extends ItemType> = (
  db: CatalogueTransaction,
  items: readonly Ordered<T>[],
) => Promise<{ id: number; slug: string }[]>;

const insertRows: { [T in ItemType]: InsertRows<T> } = {
  ocean: (db, items) =>
    db
      .insertInto('oceans')
      .values(items.map(({ item, position }) => ({ ...toColumns.ocean(item), ...managed(item, position) })))
      .returning(['id', 'slug'])
      .execute(),
  wave: (db, items) =>
    db
      .insertInto('waves')
      .values(
        items.map(({ item, parentId, position }) => ({
          ...toColumns.wave({ ...item, oceanId: parentId }),
          ...managed(item, position),
        })),
      )
      .returning(['id', 'slug'])
      .execute(),
  droplet: (db, items) =>
    db
      .insertInto('droplets')
      .values(
        items.map(({ item, parentId, position }) => ({
          ...toColumns.droplet({ ...item, waveId: parentId }),
          ...managed(item, position),
        })),
      )
      .returning(['id', 'slug'])
      .execute(),
};

function managed({ isPublished }: { isPublished: boolean }, position: number) {
  const now = Date.now();
  return { position, created_at: now, updated_at: now, published_at: isPublished ? now : null };
}
