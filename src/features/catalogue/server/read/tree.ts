import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { TreeOcean, TreeWave, Wave } from '../../contract/schemas.ts';
import { allOceans, selectDroplets, selectWaves } from './queries.ts';
import { toDroplet, toWave } from './rows.ts';

/** Maximum number of items in one response. A page renders this many without delay. */
const MAX_ITEMS = 600;

/**
 * Reads oceans, waves and droplets, one statement for each level. Leaves out a level that would exceed the
 * maximum; the page then fetches each branch when it is opened.
 */
export async function hierarchy(db: Db, reader: Reader, maxItems = MAX_ITEMS): Promise<TreeOcean[]> {
  const oceans = await allOceans(db, reader);
  const items = oceans.length + sum(oceans, ({ waveCount }) => waveCount);
  if (items > maxItems) return oceans.map((ocean) => ({ ...ocean, waves: null }));
  const waves = Map.groupBy(await allWaves(db, reader, maxItems - items), ({ oceanId }) => oceanId);
  return oceans.map((ocean) => ({ ...ocean, waves: waves.get(ocean.id) ?? [] }));
}

type Branch = TreeWave & Pick<Wave, 'oceanId'>;

async function allWaves(db: Db, reader: Reader, maxDroplets: number): Promise<Branch[]> {
  const rows = await selectWaves(db, reader).orderBy('waves.position').orderBy('waves.id').execute();
  const waves = rows.map((row) => toWave(row, reader));
  if (sum(waves, ({ dropletCount }) => dropletCount) > maxDroplets)
    return waves.map((wave) => ({ ...wave, droplets: null }));
  const droplets = Map.groupBy(await allDroplets(db, reader), ({ waveId }) => waveId);
  return waves.map((wave) => ({ ...wave, droplets: droplets.get(wave.id) ?? [] }));
}

async function allDroplets(db: Db, reader: Reader) {
  const rows = await selectDroplets(db, reader).orderBy('droplets.position').orderBy('droplets.id').execute();
  return rows.map((row) => toDroplet(row, reader));
}

const sum = <T>(items: readonly T[], amount: (item: T) => number) =>
  items.reduce((total, item) => total + amount(item), 0);
