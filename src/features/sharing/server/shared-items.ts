import { type RawBuilder, sql } from 'kysely';
import type { Droplet, Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import { maySeeSql } from '#features/catalogue/server/read/may-open.ts';
import { selectDroplets, selectOceans, selectWaves } from '#features/catalogue/server/read/queries.ts';
import { oceanById, waveById } from '#features/catalogue/server/read/read-items.ts';
import { toDroplet, toOcean, toWave } from '#features/catalogue/server/read/rows.ts';
import { settingByKey } from '#features/settings/server/queries.ts';
import { engineOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { prepareQuery } from '#platform/database/prepare-query.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import type { ItemName, SharedKind } from '../shared/item-address.ts';

const [ocean, wave, droplet] = [
  maySeeSql(VISITOR, 'oceans'),
  maySeeSql(VISITOR, 'waves'),
  maySeeSql(VISITOR, 'droplets'),
];
const inOceans = sql`join oceans on oceans.id = waves.ocean_id`;

/** `from … where …` for the items of a level that are visible to everybody. */
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

/**
 * Returns the time in epoch ms since which everybody could see an item: when it and its parents were
 * published.
 */
export function publishedAt(db: Db, kind: SharedKind): RawBuilder<number> {
  const times = TABLES_TO[kind].map(
    (table) => sql`coalesce(${sql.ref(`${table}.published_at`)}, ${sql.ref(`${table}.created_at`)})`,
  );
  const latest = sql.raw(engineOf(db) === 'postgres' ? 'greatest' : 'max');
  // SQLite's max of a single value is an aggregate over all rows.
  return sql`${latest}(0, ${sql.join(times)})`;
}

/** Tells whether the owner allows previews, feed and search engines. The default is yes. */
export const isSharingOn = async (db: Db): Promise<boolean> =>
  (await settingByKey(db, 'site.sharing'))?.value !== 'off';

/** Throws 404 while sharing is off. */
export async function assertSharingOn(db: Db): Promise<void> {
  if (!(await isSharingOn(db))) throw notFound();
}

/** A published item with the fields that are visible to everybody. */
export interface PublicItem {
  kind: SharedKind;
  item: Ocean | Wave | Droplet;
  /** Minutes, as on the item's page. */
  duration: number;
  /** Parents, from the ocean down. */
  within: readonly { kind: SharedKind; item: Ocean | Wave }[];
  /** Epoch ms, as `updatedAt`. */
  publishedAt: number;
  updatedAt: number;
}

/**
 * Reads an item for a link preview, as a visitor: drafts and items under drafts do not exist. The result is
 * equal for all readers.
 */
export const publicItem = (db: Db, { kind, id }: ItemName): Promise<PublicItem | undefined> =>
  READ[kind](db, id);

const oceanRows = prepareQuery((db, { id }: { id: number }) =>
  selectOceans(db, VISITOR).select(publishedAt(db, 'ocean').as('public_since')).where('oceans.id', '=', id),
);
const waveRows = prepareQuery((db, { id }: { id: number }) =>
  selectWaves(db, VISITOR).select(publishedAt(db, 'wave').as('public_since')).where('waves.id', '=', id),
);
const dropletRows = prepareQuery((db, { id }: { id: number }) =>
  selectDroplets(db, VISITOR)
    .select(publishedAt(db, 'droplet').as('public_since'))
    .where('droplets.id', '=', id),
);

const READ: Record<SharedKind, (db: Db, id: number) => Promise<PublicItem | undefined>> = {
  async ocean(db, id) {
    const [row] = await oceanRows(db, { id });
    if (!row) return undefined;
    const item = toOcean(row, VISITOR);
    return { kind: 'ocean', item, duration: item.totalDuration, within: [], ...timesOf(row) };
  },
  async wave(db, id) {
    const [row] = await waveRows(db, { id });
    const ocean = row && (await oceanById(db, VISITOR, row.ocean_id));
    if (!ocean) return undefined;
    const item = toWave(row, VISITOR);
    const within = [{ kind: 'ocean' as const, item: ocean }];
    return { kind: 'wave', item, duration: item.totalDuration, within, ...timesOf(row) };
  },
  async droplet(db, id) {
    const [row] = await dropletRows(db, { id });
    const wave = row && (await waveById(db, VISITOR, row.wave_id));
    const ocean = wave && (await oceanById(db, VISITOR, wave.oceanId));
    if (!ocean) return undefined;
    const within = [
      { kind: 'ocean' as const, item: ocean },
      { kind: 'wave' as const, item: wave },
    ];
    const item = toDroplet(row, VISITOR);
    return { kind: 'droplet', item, duration: item.duration, within, ...timesOf(row) };
  },
};

const timesOf = (row: { public_since: number; updated_at: number }) => ({
  publishedAt: row.public_since,
  updatedAt: Math.max(row.updated_at, row.public_since),
});
