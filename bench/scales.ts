import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { buildApp } from '#app/build-app.ts';
import { builtPages } from '#app/page-routes.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, type Engine, openDatabase } from '#platform/database/open.ts';
import { startPostgres } from '#test/postgres.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import { type CatalogueSize, seedCatalogue } from '../scripts/seed/seed-catalogue.ts';
import { median } from './http-load.ts';
import type { Row } from './run.ts';

/** The two sizes that are compared: as many droplets to a wave, and waves to an ocean, in both. */
const SMALL: CatalogueSize = { oceans: 5, waves: 50, droplets: 1_000 };
const BIG: CatalogueSize = { oceans: 500, waves: 5_000, droplets: 100_000 };

/** Rounds of one question; both sizes take turns, so that whatever else the machine does falls on both. */
const ROUNDS = 31;
const WARM_UP = 4;

interface Catalogue {
  database: Database;
  app: FastifyInstance;
}

interface Scale {
  engine: Engine;
  small: Catalogue;
  big: Catalogue;
  /** Seconds that it took to put the big catalogue in. */
  seeded: number;
}

interface Scales {
  scales: Scale[];
  close(): Promise<void>;
}

let open: Promise<Scales> | undefined;

/** The small and the big catalogue on both engines, made once for all benchmarks of a run. */
export async function scales(): Promise<Scale[]> {
  open ??= makeScales();
  return (await open).scales;
}

export async function closeScales(): Promise<void> {
  await (await open)?.close();
}

async function makeScales(): Promise<Scales> {
  const postgres = await startPostgres();
  const dataDir = await newDataDir();
  const urls: Record<Engine, (name: string) => Promise<string>> = {
    sqlite: async (name) => `sqlite:${join(dataDir, `${name}.db`)}`,
    postgres: () => postgres.createDatabase(),
  };
  const made: Scale[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const small = await makeCatalogue(await urls[engine]('small'), SMALL, dataDir);
    const begun = performance.now();
    const big = await makeCatalogue(await urls[engine]('big'), BIG, dataDir);
    made.push({ engine, small, big, seeded: (performance.now() - begun) / 1000 });
  }
  return {
    scales: made,
    async close() {
      for (const { small, big } of made)
        for (const { app, database } of [small, big]) {
          await app.close();
          await database.close();
        }
      await postgres.stop();
      await removeDataDir(dataDir);
    },
  };
}

async function makeCatalogue(url: string, size: CatalogueSize, dataDir: string): Promise<Catalogue> {
  const database = await openDatabase(url);
  await migrate(database.db);
  await seedCatalogue(database.db, size);
  // A PostgreSQL in use does this by itself; the one for tests and benchmarks has it turned off.
  if (database.engine === 'postgres') await sql`vacuum analyze`.execute(database.db);
  const app = await buildApp({
    db: database.db,
    publicUrl: () => 'http://localhost:3000',
    secure: false,
    production: false,
    dev: false,
    trustProxy: false,
    logLevel: 'silent',
    pages: await builtPages(),
    uploads: uploadSpace(join(dataDir, 'uploads')),
  });
  return { database, app };
}

/** A question to both catalogues; `path` may depend on which one is asked. */
export interface Question {
  name: string;
  path: (app: FastifyInstance) => Promise<string> | string;
  /** Compare the time for each item of the answer, where the answer itself grows with the catalogue. */
  perItem?: boolean;
}

/** How many times as long the big catalogue takes for an answer, on each engine. */
export async function compare(questions: readonly Question[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { engine, small, big } of await scales())
    for (const question of questions) {
      const few = await asked(small.app, question);
      const many = await asked(big.app, question);
      const ratios: number[] = [];
      const times: number[] = [];
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        const ours = [await few(), await many()] as const;
        if (round < WARM_UP) continue;
        ratios.push(ours[1].time / ours[0].time / (question.perItem ? ours[1].items / ours[0].items : 1));
        times.push(ours[1].time);
      }
      rows.push({
        name: `${question.name}, ${engine}${question.perItem ? ', per item' : ''}: 100,000 droplets against 1,000`,
        value: `${median(ratios).toFixed(2)} ×`,
        note: `${median(times).toFixed(1)} ms`,
      });
    }
  return rows;
}

async function asked(app: FastifyInstance, question: Question) {
  const url = await question.path(app);
  return async () => {
    const begun = performance.now();
    const response = await app.inject({ method: 'GET', url, headers: { cookie: 'stillwater_entered=1' } });
    const time = performance.now() - begun;
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    return { time, items: question.perItem ? (response.json() as unknown[]).length : 1 };
  };
}
