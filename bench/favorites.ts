import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { insertOceans } from '#features/catalogue/server/insert-oceans.ts';
import type { FavoriteRef } from '#features/favorites/contract.ts';
import {
  addFavorite,
  favoritesAmong,
  isVisible,
  type Member,
  removeFavorite,
} from '#features/favorites/server/queries.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { aDroplet, anOcean, aWave } from '#test/catalogue-fixture.ts';
import { startPostgres } from '#test/postgres.ts';
import type { Row } from './run.ts';

/* Does a heart cost the same whatever else is stored? Two databases of one engine, one with ten favorites and one with
   a million, do the same work in turns, and the medians are compared. */

const MANY = 1_000_000;
const FEW = 10;
/** Each member's: so many that the member who is measured is an ordinary one. */
const PER_MEMBER = 1_000;
const CARDS = 20;
const ROUNDS = 400;
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
  // Items of their own, so that the million hangs on nothing that is measured but the table itself.
  await sql`insert into favorites (user_id, item_type, item_id, created_at)
    ${series(favorites)} select 1 + n % ${sql.lit(members)}, 'droplet', 1000 + n, n from series`.execute(db);
  // What either engine does by itself after a while.
  await sql`analyze`.execute(db);

  const droplets = await db.selectFrom('droplets').select('id').execute();
  const userId = Math.max(1, Math.floor(members / 2));
  return {
    database,
    member: { userId, reader: { tier: 'free', userId, sessionHash: null } },
    cards: droplets.map(({ id }) => ({ itemType: 'droplet', itemId: id })),
  };
}

type Work = (filled: Filled) => Promise<unknown>;

const works: Record<string, Work> = {
  'add and remove': async ({ database: { db }, member, cards: [card] }) => {
    if (!card || !(await isVisible(db, member.reader, card))) throw new Error('The droplet is not there');
    await addFavorite(db, member.userId, card);
    await removeFavorite(db, member.userId, card);
  },
  'check one': ({ database: { db }, member, cards }) => favoritesAmong(db, member, cards.slice(0, 1)),
  'check a page of 20': ({ database: { db }, member, cards }) => favoritesAmong(db, member, cards),
};

async function compare(few: Filled, many: Filled, work: Work): Promise<{ few: number; many: number }> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
    for (const [name, filled] of [['few', few] as const, ['many', many] as const]) {
      const start = performance.now();
      await work(filled);
      if (round >= WARM_UP) times[name].push(performance.now() - start);
    }
  return { few: median(times.few), many: median(times.many) };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const microseconds = (ms: number) => `${Math.round(ms * 1000)} µs`;

async function measure(engine: string, urls: { few: string; many: string }): Promise<Row[]> {
  const few = await fill(urls.few, FEW);
  const many = await fill(urls.many, MANY);
  const rows: Row[] = [];
  try {
    for (const [name, work] of Object.entries(works)) {
      const times = await compare(few, many, work);
      rows.push({
        name: `favorites, ${engine}: ${name}, 1,000,000 stored against ${FEW}`,
        value: `${(times.many / times.few).toFixed(2)} ×`,
        note: `${microseconds(times.many)} against ${microseconds(times.few)}`,
      });
    }
  } finally {
    await few.database.close();
    await many.database.close();
  }
  return rows;
}

export async function benchFavorites(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-bench-'));
  const postgres = await startPostgres();
  try {
    const file = (name: string) => `sqlite:${join(folder, name)}`;
    return [
      ...(await measure('SQLite', { few: file('few.db'), many: file('many.db') })),
      ...(await measure('PostgreSQL', {
        few: await postgres.createDatabase(),
        many: await postgres.createDatabase(),
      })),
    ];
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
