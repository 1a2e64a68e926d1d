import { bumpCatalogue } from '#platform/database/bump-catalogue.ts';
import type { Db } from '#platform/database/open.ts';
import type { ItemType } from '../contract.ts';
import type { DropletContent, OceanContent, WaveContent } from '../transfer-contract.ts';
import { toColumns } from './content-fields.ts';
import { TABLES } from './content-tables.ts';
import { insertMediaReferences } from './media.ts';
import { indexDroplets } from './search-index.ts';

/** An item of each level with all that it holds. */
export interface Contents {
  ocean: OceanContent;
  wave: WaveContent;
  droplet: DropletContent;
}
type Item = Contents[ItemType];

/** Rows in one statement: both engines take their columns as parameters. */
const AT_ONCE = 500;

/** An item with its place: under what it lies, and the how manieth it is there. */
interface Placed<T> {
  item: T;
  parentId: number | null;
  position: number;
}

/** Adds whole oceans with all they hold, in the order given; answers how many droplets that were. */
export async function insertOceans(db: Db, oceans: readonly OceanContent[]): Promise<number> {
  await insertItems(db, 'ocean', oceans, null, 0);
  await bumpCatalogue(db);
  return oceans.flatMap(({ waves }) => waves).reduce((sum, { droplets }) => sum + droplets.length, 0);
}

/** Adds items with all they hold to one list, from a position on; answers their ids. */
export const insertItems = <T extends ItemType>(
  db: Db,
  type: T,
  items: readonly Contents[T][],
  parentId: number | null,
  firstPosition: number,
): Promise<number[]> => insertTrees(db, type, inRow(items, parentId, firstPosition));

/** Level by level, so that a large catalogue is few statements. */
async function insertTrees(db: Db, type: ItemType, placed: readonly Placed<Item>[]): Promise<number[]> {
  const ids = await insertLevel(db, type, placed);
  const items = placed.map(({ item }) => item);
  if (type === 'ocean')
    await insertTrees(
      db,
      'wave',
      under(items as OceanContent[], ids, ({ waves }) => waves),
    );
  if (type === 'wave')
    await insertTrees(
      db,
      'droplet',
      under(items as WaveContent[], ids, ({ droplets }) => droplets),
    );
  if (type === 'droplet')
    await indexDroplets(db, new Map(ids.map((id, index) => [id, items[index] as Item])));
  return ids;
}

const inRow = <T>(items: readonly T[], parentId: number | null, first: number): Placed<T>[] =>
  items.map((item, index) => ({ item, parentId, position: first + index }));

const under = <P, C>(parents: readonly P[], ids: readonly number[], children: (parent: P) => readonly C[]) =>
  parents.flatMap((parent, index) => inRow(children(parent), ids[index] as number, 0));

/** Adds items of one level, some hundred at a time; answers their ids in the order given. */
async function insertLevel(db: Db, type: ItemType, placed: readonly Placed<Item>[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < placed.length; start += AT_ONCE) {
    const some = placed.slice(start, start + AT_ONCE);
    const rows = await db
      .insertInto(TABLES[type])
      .values(some.map((one) => toRow(type, one)) as never)
      .returning(['id', 'slug'])
      .execute();
    // No engine promises the order of the answer; slugs tell which is which.
    const idOf = new Map(rows.map(({ id, slug }) => [slug, id]));
    const added = some.map(({ item }) => ({ id: idOf.get(item.slug) as number, item }));
    await insertMediaReferences(db, type, added);
    ids.push(...added.map(({ id }) => id));
  }
  return ids;
}

function toRow(type: ItemType, { item, parentId, position }: Placed<Item>) {
  const now = Date.now();
  return {
    ...toColumns(item),
    created_at: now,
    updated_at: now,
    position,
    ...(type === 'wave' ? { ocean_id: parentId } : {}),
    ...(type === 'droplet' ? { wave_id: parentId } : {}),
  };
}
