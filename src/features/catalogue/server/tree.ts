import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/reader.ts';
import type { TreeOcean, TreeWave, Wave } from '../contract.ts';
import { allOceans, selectDroplets, selectWaves } from './queries.ts';
import { toDroplet, toWave } from './rows.ts';

/** Most lines of one answer: what a page shows at once without a thought. */
const MOST_AT_ONCE = 600;

/**
 * Oceans, their waves and their droplets, one statement for each level. A level that would make the answer too long
 * is left to be fetched branch by branch, so a large catalogue costs no more than its oceans.
 */
export async function hierarchy(db: Db, reader: Reader, most = MOST_AT_ONCE): Promise<TreeOcean[]> {
  const oceans = await allOceans(db, reader);
  const lines = oceans.length + sum(oceans, ({ waveCount }) => waveCount);
  if (lines > most) return oceans.map((ocean) => ({ ...ocean, waves: null }));
  const waves = Map.groupBy(await allWaves(db, reader, most - lines), ({ oceanId }) => oceanId);
  return oceans.map((ocean) => ({ ...ocean, waves: waves.get(ocean.id) ?? [] }));
}

type Branch = TreeWave & Pick<Wave, 'oceanId'>;

async function allWaves(db: Db, reader: Reader, room: number): Promise<Branch[]> {
  const rows = await selectWaves(db, reader).orderBy('waves.position').orderBy('waves.id').execute();
  const waves = rows.map((row) => toWave(row, reader));
  if (sum(waves, ({ dropletCount }) => dropletCount) > room)
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
