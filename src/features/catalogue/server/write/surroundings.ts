import { type RawBuilder, sql } from 'kysely';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { Surroundings } from '../../contract/write-endpoints.ts';
import { isPublishedSql } from '../read/may-open.ts';

/** Counts the items below and above items of one type, in one statement. */
export async function surroundingsOf(db: Db, type: ItemType, ids: readonly number[]): Promise<Surroundings> {
  const { rows } = await statements[type](db, ids).execute(db);
  return rows[0] as Surroundings;
}

/** Counts the favorites of items of a type that a condition chooses. */
const favoritesOf = (type: ItemType, condition: RawBuilder<unknown>) => sql`(
  select count(*) from favorites where favorites.item_type = ${sql.lit(type)} and ${condition})`;

const wavesUnder = (db: Db, oceans: readonly number[]) =>
  sql`select id from waves where ${isOneOf(db, 'waves.ocean_id', oceans)}`;
const dropletsUnder = (waves: RawBuilder<unknown>) =>
  sql`select id from droplets where droplets.wave_id in (${waves})`;

const HELD_WAVES = sql`select 1 from waves where waves.ocean_id = oceans.id`;
const HELD_DROPLETS = sql`select 1 from droplets where droplets.wave_id = waves.id`;

const statements: Record<ItemType, (db: Db, ids: readonly number[]) => RawBuilder<Surroundings>> = {
  ocean: (db, ids) => sql`
    select
      (select count(*) from waves where ${isOneOf(db, 'waves.ocean_id', ids)}) as waves,
      (select count(*) from droplets join waves on waves.id = droplets.wave_id
        where ${isOneOf(db, 'waves.ocean_id', ids)}) as droplets,
      ${favoritesOf('ocean', isOneOf(db, 'favorites.item_id', ids))}
        + ${favoritesOf('wave', sql`favorites.item_id in (${wavesUnder(db, ids)})`)}
        + ${favoritesOf('droplet', sql`favorites.item_id in (${dropletsUnder(wavesUnder(db, ids))})`)}
        as favorites,
      0 as "underDraft",
      (select count(*) from oceans where ${isOneOf(db, 'oceans.id', ids)} and exists (${HELD_WAVES})
        and not exists (${HELD_WAVES} and ${isPublishedSql('waves')})) as "onlyDrafts"`,
  wave: (db, ids) => sql`
    select
      0 as waves,
      (select count(*) from droplets where ${isOneOf(db, 'droplets.wave_id', ids)}) as droplets,
      ${favoritesOf('wave', isOneOf(db, 'favorites.item_id', ids))}
        + ${favoritesOf(
          'droplet',
          sql`favorites.item_id in (select id from droplets where ${isOneOf(db, 'droplets.wave_id', ids)})`,
        )} as favorites,
      (select count(*) from waves join oceans on oceans.id = waves.ocean_id
        where ${isOneOf(db, 'waves.id', ids)} and not ${isPublishedSql('oceans')}) as "underDraft",
      (select count(*) from waves where ${isOneOf(db, 'waves.id', ids)}
        and exists (${HELD_DROPLETS})
        and not exists (${HELD_DROPLETS} and ${isPublishedSql('droplets')})) as "onlyDrafts"`,
  droplet: (db, ids) => sql`
    select
      0 as waves,
      0 as droplets,
      ${favoritesOf('droplet', isOneOf(db, 'favorites.item_id', ids))} as favorites,
      (select count(*) from droplets
        join waves on waves.id = droplets.wave_id
        join oceans on oceans.id = waves.ocean_id
        where ${isOneOf(db, 'droplets.id', ids)}
        and not (${isPublishedSql('waves')} and ${isPublishedSql('oceans')})) as "underDraft",
      0 as "onlyDrafts"`,
};
