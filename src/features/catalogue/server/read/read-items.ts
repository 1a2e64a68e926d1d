import type { Db } from '#platform/database/open.ts';
import type { Reader, Viewer } from '#platform/http/serve/reader.ts';
import { maySeeSql } from './may-open.ts';
import { prepareForViewer } from './prepare-for-viewer.ts';
import { selectDroplets, selectOceans, selectWaves } from './queries.ts';
import { toDroplet, toOcean, toWave } from './rows.ts';

/* The reads of the catalogue. Each list is one statement. */

const inOrder = (db: Db, viewer: Viewer) =>
  selectOceans(db, viewer).orderBy('oceans.position').orderBy('oceans.id');

const everyOcean = prepareForViewer((db, _: object, viewer) => inOrder(db, viewer));
const firstOceans = prepareForViewer((db, { limit }: { limit: number }, viewer) =>
  inOrder(db, viewer).limit(limit),
);

export async function allOceans(db: Db, reader: Reader, limit?: number) {
  const rows =
    limit === undefined ? await everyOcean(db, {}, reader) : await firstOceans(db, { limit }, reader);
  return rows.map((row) => toOcean(row, reader));
}

export async function countOceans(db: Db, reader: Reader): Promise<number> {
  const row = await db
    .selectFrom('oceans')
    .where(maySeeSql(reader, 'oceans'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

interface ById {
  id: number;
}

const oceanRows = prepareForViewer((db, { id }: ById, viewer) =>
  selectOceans(db, viewer).where('oceans.id', '=', id),
);

export async function oceanById(db: Db, reader: Reader, id: number) {
  const [row] = await oceanRows(db, { id }, reader);
  return row && toOcean(row, reader);
}

const waveRowsOf = prepareForViewer((db, { id }: ById, viewer) =>
  selectWaves(db, viewer).where('waves.ocean_id', '=', id).orderBy('waves.position').orderBy('waves.id'),
);

export async function wavesOf(db: Db, reader: Reader, oceanId: number) {
  return (await waveRowsOf(db, { id: oceanId }, reader)).map((row) => toWave(row, reader));
}

const waveRows = prepareForViewer((db, { id }: ById, viewer) =>
  selectWaves(db, viewer).where('waves.id', '=', id),
);

export async function waveById(db: Db, reader: Reader, id: number) {
  const [row] = await waveRows(db, { id }, reader);
  return row && toWave(row, reader);
}

const dropletRowsOf = prepareForViewer((db, { id }: ById, viewer) =>
  selectDroplets(db, viewer)
    .where('droplets.wave_id', '=', id)
    .orderBy('droplets.position')
    .orderBy('droplets.id'),
);

export async function dropletsOf(db: Db, reader: Reader, waveId: number) {
  return (await dropletRowsOf(db, { id: waveId }, reader)).map((row) => toDroplet(row, reader));
}

const dropletRows = prepareForViewer((db, { id }: ById, viewer) =>
  selectDroplets(db, viewer).where('droplets.id', '=', id),
);

export async function dropletById(db: Db, reader: Reader, id: number) {
  const [row] = await dropletRows(db, { id }, reader);
  return row && toDroplet(row, reader);
}
