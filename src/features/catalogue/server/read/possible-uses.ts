import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { mayOpen } from './may-open.ts';
import { selectDroplets, selectOceans, selectWaves } from './queries.ts';
import { toDroplet } from './rows.ts';

/** A use of an item, as a browser reports it. */
interface Use {
  event: string;
  itemType: 'ocean' | 'wave' | 'droplet';
  itemId: number;
}

/** Leaves out uses of items that the reader may not see, and of locked items all uses but sharing. */
export async function possibleUses<T extends Use>(db: Db, reader: Reader, uses: readonly T[]): Promise<T[]> {
  const idsOf = (type: Use['itemType']) =>
    uses.filter(({ itemType }) => itemType === type).map(({ itemId }) => itemId);
  const seen = new Set<string>();
  const open = new Set<number>();
  const droplets = idsOf('droplet');
  if (droplets.length > 0)
    for (const row of await selectDroplets(db, reader)
      .where(isOneOf(db, 'droplets.id', droplets))
      .execute()) {
      seen.add(`droplet ${row.id}`);
      if (mayOpen(reader, toDroplet(row, reader))) open.add(row.id);
    }
  const oceans = idsOf('ocean');
  if (oceans.length > 0)
    for (const { id } of await selectOceans(db, reader)
      .where(isOneOf(db, 'oceans.id', oceans))
      .execute())
      seen.add(`ocean ${id}`);
  const waves = idsOf('wave');
  if (waves.length > 0)
    for (const { id } of await selectWaves(db, reader)
      .where(isOneOf(db, 'waves.id', waves))
      .execute())
      seen.add(`wave ${id}`);
  return uses.filter(({ event, itemType, itemId }) =>
    event === 'shared' ? seen.has(`${itemType} ${itemId}`) : itemType === 'droplet' && open.has(itemId),
  );
}
