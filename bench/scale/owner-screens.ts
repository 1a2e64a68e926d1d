import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#app/build-app.ts';
import { builtPages } from '#app/page-routes.ts';
import { ensureFirstAdmin } from '#features/accounts/server/first-admin.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, type Db, type Engine, openDatabase } from '#platform/database/open.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import type { Options } from '../groups.ts';
import { withCleanup } from '../process/cleanup.ts';
import { engines } from '../process/engines.ts';
import { say } from '../process/progress.ts';
import { median, ratios } from '../report/statistics.ts';
import { type Cell, figure, type Limit, type Table } from '../report/table.ts';

/*
 * Measures whether a hundred times as many rows slow the owner's screens down. Two databases of one engine
 * serve the same requests in turns.
 */

const ROUNDS = 101;
const WARM_UP = 10;

export interface Question {
  name: string;
  /** Returns the path for `n` rows. */
  path(n: number): string;
  limit?: Limit;
}

/** Questions to two sites, with one table per engine. */
export interface Comparison {
  /** Plural noun of the rows that differ in number, such as "persons". */
  what: string;
  few: number;
  many: number;
  questions: readonly Question[];
  /** Inserts `n` rows into a migrated, empty database. */
  fill(database: Database, n: number): Promise<void>;
  /** Tasks that run once with each site after the questions, and have a table of their own. */
  tasks?: readonly Task[];
  /** Undefined: both engines. */
  engine?: Engine;
}

export interface Task {
  name: string;
  run(asked: Asked): Promise<unknown>;
}

interface OwnerSite {
  app: FastifyInstance;
  /** Cookies of an administrator. */
  cookie: string;
}

/** Opens a site with a logged-in administrator on a migrated database. */
export async function openOwnerSite({ db }: Database, folder: string): Promise<OwnerSite> {
  const keeper = { username: 'keeper', password: 'Quiet-Harbour-27' };
  await ensureFirstAdmin(db, { ...keeper, email: undefined });
  const app = await buildApp({
    db,
    publicUrl: () => 'http://localhost:3000',
    secure: false,
    production: false,
    dev: false,
    trustProxy: false,
    logLevel: 'silent',
    pages: await builtPages(),
    uploads: uploadSpace(join(folder, 'uploads')),
    // Filling the database blocks the process for a while, which must not count as overload.
    sheds: false,
  });
  const login = await app.inject({ method: 'POST', url: '/api/login', payload: keeper });
  return { app, cookie: login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

/** Measures the time of a complete response, in ms. Throws unless the status is 200. */
export async function askOwnerSite({ app, cookie }: OwnerSite, url: string): Promise<number> {
  const begun = performance.now();
  const { statusCode } = await app.inject({ method: 'GET', url, headers: { cookie } });
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  return performance.now() - begun;
}

export function compareSizes(comparison: Comparison, { quick }: Options): Promise<Table[]> {
  const { what, few, many, questions, fill, tasks = [] } = comparison;
  return withCleanup(async (later) => {
    const folder = await newDataDir();
    later(() => removeDataDir(folder));
    const tables: Table[] = [];
    for (const { engine: kind, name: engine, newUrl, stop } of engines()) {
      later(stop);
      if (comparison.engine !== undefined && comparison.engine !== kind) continue;
      say(`inserting ${few} and ${many} ${what} into ${engine}`);
      const open = async (n: number): Promise<Asked> => {
        const database = await openDatabase((await newUrl()) ?? `sqlite:${join(folder, `${n}.db`)}`);
        later(() => database.close());
        await migrate(database.db);
        await fill(database, n);
        const site = await openOwnerSite(database, folder);
        later(() => site.app.close());
        return { site, n, db: database.db };
      };
      const sites = { few: await open(few), many: await open(quick ? many / 10 : many) };
      const rows: Cell[][] = [];
      for (const question of questions) {
        say(`${what}, ${engine}: ${question.name}`);
        rows.push(await compare(question, sites, quick ? 5 : ROUNDS));
      }
      const sizes = [few, many].map((n) => n.toLocaleString('en'));
      const title = `${sizes[1]} ${what} against ${sizes[0]}, ${engine}`;
      const columns = [...sizes.map((size) => `${size}, ms`), 'Times as long'];
      tables.push({ title, columns: ['Question', ...columns], rows });
      if (tasks.length === 0) continue;
      const times: Cell[][] = [];
      for (const task of tasks) times.push(await compareTask(task, sites));
      tables.push({ title: `${title}: done once`, columns: ['Task', ...columns], rows: times });
    }
    return tables;
  });
}

interface Asked {
  site: OwnerSite;
  db: Db;
  /** Number of rows. */
  n: number;
}

async function compareTask({ name, run }: Task, sites: { few: Asked; many: Asked }): Promise<Cell[]> {
  const timed = async (asked: Asked) => {
    say(`${name}, ${asked.n} rows`);
    const begun = performance.now();
    try {
      await run(asked);
      return performance.now() - begun;
    } catch (error) {
      // The other tasks still run, because filling the databases took half an hour.
      say(`${name} failed: ${error}`);
      return Number.NaN;
    }
  };
  const few = await timed(sites.few);
  const many = await timed(sites.many);
  return [name, figure(few, { digits: 1 }), figure(many, { digits: 1 }), figure(many / few, { digits: 1 })];
}

async function compare(
  { name, path, limit }: Question,
  sites: { few: Asked; many: Asked },
  rounds: number,
): Promise<Cell[]> {
  const times = { few: [] as number[], many: [] as number[] };
  const ask = ({ site, n }: Asked) => askOwnerSite(site, path(n));
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    const turns = { few: await ask(sites.few), many: await ask(sites.many) };
    if (round < WARM_UP) continue;
    times.few.push(turns.few);
    times.many.push(turns.many);
  }
  return [
    name,
    figure(median(times.few), { digits: 2 }),
    figure(median(times.many), { digits: 2 }),
    figure(median(ratios(times.many, times.few)), { digits: 2, ...(limit && { limit }) }),
  ];
}
