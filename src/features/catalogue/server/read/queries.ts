import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Reader, Viewer } from '#platform/http/serve/reader.ts';
import { maySeeSql } from './may-open.ts';
import { toDroplet, toOcean, toWave } from './rows.ts';

/* The reads of the catalogue. Only administrators, editors and previews see drafts and items under drafts.
   Each list is one statement. */

const dropletsOfWave = (db: Db, reader: Viewer) =>
  db
    .selectFrom('droplets')
    .where('droplets.wave_id', '=', sql.ref<number>('waves.id'))
    .where(maySeeSql(reader, 'droplets'));

/** Minutes of a wave: the sum of its droplets, or the owner's number when it has none. */
const waveMinutes = (db: Db, reader: Viewer) => {
  const sum = dropletsOfWave(db, reader)
    .select(sql<number>`cast(sum(droplets.duration) as bigint)`.as('minutes'))
    .$asScalar();
  return sql<number>`coalesce(${sum}, waves.duration)`;
};

const wavesOfOcean = (db: Db, reader: Viewer) =>
  db
    .selectFrom('waves')
    .where('waves.ocean_id', '=', sql.ref<number>('oceans.id'))
    .where(maySeeSql(reader, 'waves'));

export function selectOceans(db: Db, reader: Viewer) {
  return db
    .selectFrom('oceans')
    .selectAll('oceans')
    .select([
      wavesOfOcean(db, reader)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .as('wave_count'),
      wavesOfOcean(db, reader)
        .select(sql<number>`cast(coalesce(sum(${waveMinutes(db, reader)}), 0) as bigint)`.as('minutes'))
        .$asScalar()
        .as('total_duration'),
    ])
    .where(maySeeSql(reader, 'oceans'))
    .$narrowType<{ wave_count: number; total_duration: number }>();
}

export function selectWaves(db: Db, reader: Viewer) {
  return db
    .selectFrom('waves')
    .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
    .selectAll('waves')
    .select([
      dropletsOfWave(db, reader)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .as('droplet_count'),
      waveMinutes(db, reader).as('total_duration'),
    ])
    .where(maySeeSql(reader, 'oceans'))
    .where(maySeeSql(reader, 'waves'))
    .$narrowType<{ droplet_count: number; total_duration: number }>();
}

/** The owner's order of droplets, for queries that join their waves and oceans. */
export const OWNERS_ORDER = sql`
  oceans.position, oceans.id, waves.position, waves.id, droplets.position, droplets.id`;

/** Selects the droplets that a reader may see, with their waves and oceans. */
export function selectDroplets(db: Db, reader: Viewer) {
  return db
    .selectFrom('droplets')
    .innerJoin('waves', 'waves.id', 'droplets.wave_id')
    .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
    .selectAll('droplets')
    .where(maySeeSql(reader, 'oceans'))
    .where(maySeeSql(reader, 'waves'))
    .where(maySeeSql(reader, 'droplets'));
}

export async function allOceans(db: Db, reader: Reader, limit?: number) {
  let query = selectOceans(db, reader).orderBy('oceans.position').orderBy('oceans.id');
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map((row) => toOcean(row, reader));
}

export async function countOceans(db: Db, reader: Reader): Promise<number> {
  const row = await db
    .selectFrom('oceans')
    .where(maySeeSql(reader, 'oceans'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function oceanById(db: Db, reader: Reader, id: number) {
  const row = await selectOceans(db, reader).where('oceans.id', '=', id).executeTakeFirst();
  return row && toOcean(row, reader);
}

export async function wavesOf(db: Db, reader: Reader, oceanId: number) {
  const rows = await selectWaves(db, reader)
    .where('waves.ocean_id', '=', oceanId)
    .orderBy('waves.position')
    .orderBy('waves.id')
    .execute();
  return rows.map((row) => toWave(row, reader));
}

export async function waveById(db: Db, reader: Reader, id: number) {
  const row = await selectWaves(db, reader).where('waves.id', '=', id).executeTakeFirst();
  return row && toWave(row, reader);
}

export async function dropletsOf(db: Db, reader: Reader, waveId: number) {
  const rows = await selectDroplets(db, reader)
    .where('droplets.wave_id', '=', waveId)
    .orderBy('droplets.position')
    .orderBy('droplets.id')
    .execute();
  return rows.map((row) => toDroplet(row, reader));
}

export async function dropletById(db: Db, reader: Reader, id: number) {
  const row = await selectDroplets(db, reader).where('droplets.id', '=', id).executeTakeFirst();
  return row && toDroplet(row, reader);
}
