import type { z } from 'zod';
import type { Db } from '#platform/database/open.ts';
import { DropletContent, OceanContent, WaveContent } from '../../contract/transfer-schemas.ts';
import { toFields } from '../items/item-fields.ts';
import { byParent, each, pagesOf } from './read-in-order.ts';
import { withWritings } from './written-content.ts';

/** Writes the whole catalogue as JSON, in pieces. `db`: one state of it. */
export async function* catalogueAsJson(db: Db): AsyncGenerator<string> {
  const wavesOf = byParent(pagesOf(db, 'wave'), (wave) => wave.ocean_id);
  const dropletsOf = byParent(withWritings(db, pagesOf(db, 'droplet')), (droplet) => droplet.waveId);
  yield '{"oceans":';
  yield* list(each(pagesOf(db, 'ocean')), (ocean) =>
    parent(OceanContent, { ...toFields.ocean(ocean), waves: [] }, wavesOf(ocean.id), (wave) =>
      parent(WaveContent, { ...toFields.wave(wave), droplets: [] }, dropletsOf(wave.id), (droplet) => [
        toJson(DropletContent, droplet),
      ]),
    ),
  );
  yield '}';
}

const toJson = <Schema extends z.ZodType>(schema: Schema, item: z.input<Schema>): string =>
  JSON.stringify(schema.parse(item));

type Write<Item> = (item: Item) => AsyncIterable<string> | Iterable<string>;

/** Writes an item with these children. Its list of children must be its last field, and empty. */
async function* parent<Schema extends z.ZodType, Child>(
  schema: Schema,
  item: z.input<Schema>,
  children: AsyncIterable<Child>,
  write: Write<Child>,
): AsyncGenerator<string> {
  yield toJson(schema, item).slice(0, -'[]}'.length);
  yield* list(children, write);
  yield '}';
}

async function* list<Item>(items: AsyncIterable<Item>, write: Write<Item>): AsyncGenerator<string> {
  let before = '[';
  for await (const item of items) {
    yield before;
    yield* write(item);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
