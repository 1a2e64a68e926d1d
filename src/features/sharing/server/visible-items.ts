import { type RawBuilder, sql } from 'kysely';
import { maySeeSql } from '#features/catalogue/server/read/may-open.ts';
import { engineOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import type { SharedKind } from '../shared/item-address.ts';

const [ocean, wave, droplet] = [
  maySeeSql(VISITOR, 'oceans'),
  maySeeSql(VISITOR, 'waves'),
  maySeeSql(VISITOR, 'droplets'),
];
const inOceans = sql`join oceans on oceans.id = waves.ocean_id`;

/** `from … where …` for the items of a level that everybody may see. */
export const FROM_VISIBLE: Record<SharedKind, RawBuilder<unknown>> = {
  ocean: sql`from oceans where ${ocean}`,
  wave: sql`from waves ${inOceans} where ${ocean} and ${wave}`,
  droplet: sql`from droplets join waves on waves.id = droplets.wave_id ${inOceans}
    where ${ocean} and ${wave} and ${droplet}`,
};

const TABLES_TO: Record<SharedKind, string[]> = {
  ocean: ['oceans'],
  wave: ['oceans', 'waves'],
  droplet: ['oceans', 'waves', 'droplets'],
};

/** Since when everybody could see an item: it and the items that hold it were published. Epoch ms. */
export function publishedAt(db: Db, kind: SharedKind): RawBuilder<number> {
  const times = TABLES_TO[kind].map(
    (table) => sql`coalesce(${sql.ref(`${table}.published_at`)}, ${sql.ref(`${table}.created_at`)})`,
  );
  const latest = sql.raw(engineOf(db) === 'postgres' ? 'greatest' : 'max');
  // SQLite's max of a single value is that of all rows.
  return sql`${latest}(0, ${sql.join(times)})`;
}
