import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { TreeOcean, TreeWave, Wave } from '../../contract/schemas.ts';
import { prepareForViewer } from './prepare-for-viewer.ts';
import { selectDroplets, selectWaves } from './queries.ts';
import { allOceans } from './read-items.ts';
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

const waveRows = prepareForViewer((db, _: object, viewer) =>
  selectWaves(db, viewer).orderBy('waves.position').orderBy('waves.id'),
);
const dropletRows = prepareForViewer((db, _: object, viewer) =>
  selectDroplets(db, viewer).orderBy('droplets.position').orderBy('droplets.id'),
);

type Branch = TreeWave & Pick<Wave, 'oceanId'>;

async function allWaves(db: Db, reader: Reader, maxDroplets: number): Promise<Branch[]> {
  const waves = (await waveRows(db, {}, reader)).map((row) => toWave(row, reader));
  if (sum(waves, ({ dropletCount }) => dropletCount) > maxDroplets)
    return waves.map((wave) => ({ ...wave, droplets: null }));
  const droplets = Map.groupBy(await allDroplets(db, reader), ({ waveId }) => waveId);
  return waves.map((wave) => ({ ...wave, droplets: droplets.get(wave.id) ?? [] }));
}

async function allDroplets(db: Db, reader: Reader) {
  return (await dropletRows(db, {}, reader)).map((row) => toDroplet(row, reader));
}

const sum = <T>(items: readonly T[], amount: (item: T) => number) =>
  items.reduce((total, item) => total + amount(item), 0);
