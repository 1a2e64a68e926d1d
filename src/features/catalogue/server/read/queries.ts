import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Viewer } from '#platform/http/serve/reader.ts';
import { maySeeSql } from './may-open.ts';

/* The rows of the catalogue that a reader may see. Only administrators, editors and previews see drafts and
   items under drafts. */

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
