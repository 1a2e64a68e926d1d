import { join } from 'node:path';
import { sql } from 'kysely';
import { maySee } from '#features/catalogue/server/read/may-open.ts';
import type { FavoriteRef } from '#features/favorites/contract/schemas.ts';
import { favoritesAmong } from '#features/favorites/server/favorites-among.ts';
import { addFavorite, removeFavorite } from '#features/favorites/server/queries.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import type { Member } from '#platform/http/serve/reader.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { startPostgres } from '#test/database/postgres.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import type { Options } from './groups.ts';
import { withCleanup } from './process/cleanup.ts';
import { say } from './process/progress.ts';
import { median, ratios } from './report/statistics.ts';
import { type Cell, figure, type Table } from './report/table.ts';

/*
 * Measures whether a favorite's cost depends on the number of stored favorites. Two databases of one engine,
 * with ten favorites and with a million, do the same work in turns, and the medians are compared.
 */

const MANY = 1_000_000;
const FEW = 10;
/** Favorites per member, so that the measured member is typical. */
const PER_MEMBER = 1_000;
const CARDS = 20;
const ROUNDS = 400;
/** Limit for equal time, within the noise of two measurements. */
const SAME = { atMost: 1.15 };
const WARM_UP = 40;

interface Filled {
  database: Database;
  member: Member;
  cards: FavoriteRef[];
}

async function fill(url: string, favorites: number): Promise<Filled> {
  const database = await openDatabase(url);
  const { db } = database;
  await migrate(db);
  await insertOceans(db, [
    anOcean({ waves: [aWave({ droplets: Array.from({ length: CARDS }, () => aDroplet()) })] }),
  ]);
  const members = Math.max(1, favorites / PER_MEMBER);
  const series = (last: number) =>
    sql`with recursive series(n) as (select 1 union all select n + 1 from series where n < ${sql.lit(last)})`;
  await sql`insert into users (username, username_key, role, created_at)
    ${series(members)} select 'member-' || n, 'member-' || n, 'free', 0 from series`.execute(db);
  // Items of their own, so that these rows and the measured ones have only the table in common.
  await sql`insert into favorites (user_id, item_type, item_id, created_at)
    ${series(favorites)} select 1 + n % ${sql.lit(members)}, 'droplet', 1000 + n, n from series`.execute(db);
  // Both engines do this on their own after a while.
  await sql`analyze`.execute(db);

  const droplets = await db.selectFrom('droplets').select('id').execute();
  const userId = Math.max(1, Math.floor(members / 2));
  return {
    database,
    member: { tier: 'free', userId, sessionHash: null },
    cards: droplets.map(({ id }) => ({ itemType: 'droplet', itemId: id })),
  };
}

type Work = (filled: Filled) => Promise<unknown>;

const works: Record<string, Work> = {
  'add and remove': async ({ database: { db }, member, cards: [card] }) => {
    if (!card || !(await maySee(db, member, card.itemType, card.itemId)))
      throw new Error('The droplet is not there');
    await addFavorite(db, member.userId, card);
    await removeFavorite(db, member.userId, card);
  },
  'check one': ({ database: { db }, member, cards }) => favoritesAmong(db, member, cards.slice(0, 1)),
  'check a page of 20': ({ database: { db }, member, cards }) => favoritesAmong(db, member, cards),
};

/** Measures one row of the table. Both databases alternate. */
async function compare(name: string, few: Filled, many: Filled, work: Work, rounds: number): Promise<Cell[]> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < rounds + WARM_UP; round += 1)
    for (const [size, filled] of [['few', few] as const, ['many', many] as const]) {
      const begun = performance.now();
      await work(filled);
      if (round >= WARM_UP) times[size].push((performance.now() - begun) * 1000);
    }
  return [
    name,
    figure(median(times.few)),
    figure(median(times.many)),
    figure(median(ratios(times.many, times.few)), { digits: 2, limit: SAME }),
  ];
}

function tableOf(engine: string, urls: { few: string; many: string }, { quick }: Options): Promise<Table> {
  return withCleanup(async (later) => {
    say(`favorites: inserting ${FEW} and ${MANY} into ${engine}`);
    const few = await fill(urls.few, FEW);
    later(() => few.database.close());
    const many = await fill(urls.many, quick ? MANY / 100 : MANY);
    later(() => many.database.close());
    const rows: Cell[][] = [];
    for (const [name, work] of Object.entries(works))
      rows.push(await compare(name, few, many, work, quick ? 20 : ROUNDS));
    return {
      title: `Favorites, ${engine}`,
      columns: ['Work', `${FEW} stored, µs`, `${MANY.toLocaleString('en')} stored, µs`, 'Times as long'],
      rows,
    };
  });
}

export function measure(options: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    const folder = await newDataDir();
    later(() => removeDataDir(folder));
    const file = (name: string) => `sqlite:${join(folder, name)}`;
    const sqlite = await tableOf('SQLite', { few: file('few.db'), many: file('many.db') }, options);
    const postgres = await startPostgres();
    later(() => postgres.stop());
    const urls = { few: await postgres.createDatabase(), many: await postgres.createDatabase() };
    return [sqlite, await tableOf('PostgreSQL', urls, options)];
  });
}
