import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { buildApp } from '#app/build-app.ts';
import { builtPages } from '#app/page-routes.ts';
import { ensureFirstAdmin } from '#features/accounts/server/first-admin.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, type Engine, openDatabase } from '#platform/database/open.ts';
import { startPostgres } from '#test/database/postgres.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import { type CatalogueSize, seedCatalogue } from '../../scripts/seed/seed-catalogue.ts';
import { say } from '../process/progress.ts';
import { BIG, SMALL } from './sizes.ts';

/** A database with the whole application, in this process. */
export interface Catalogue {
  database: Database;
  app: FastifyInstance;
  /** Changes an ocean as an administrator, which drops all cached responses. */
  write(): Promise<void>;
}

interface Scale {
  engine: Engine;
  name: string;
  small: Catalogue;
  big: Catalogue;
  /** Seconds to insert the large catalogue. */
  seeded: number;
}

interface Scales {
  scales: Scale[];
  close(): Promise<void>;
}

let open: Promise<Scales> | undefined;

/** Opens both catalogues on both engines. All groups of a run share them. */
export async function scales(): Promise<Scale[]> {
  open ??= makeScales();
  return (await open).scales;
}

export async function closeScales(): Promise<void> {
  await (await open)?.close();
  open = undefined;
}

const NAMES: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

async function makeScales(): Promise<Scales> {
  const postgres = await startPostgres();
  const dataDir = await newDataDir();
  const urls: Record<Engine, (name: string) => Promise<string>> = {
    sqlite: async (name) => `sqlite:${join(dataDir, `${name}.db`)}`,
    postgres: () => postgres.createDatabase(),
  };
  const made: Scale[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    say(`inserting 1,000 and 100,000 droplets into ${NAMES[engine]}`);
    const small = await makeCatalogue(await urls[engine]('small'), SMALL, dataDir);
    const begun = performance.now();
    const big = await makeCatalogue(await urls[engine]('big'), BIG, dataDir);
    made.push({ engine, name: NAMES[engine], small, big, seeded: (performance.now() - begun) / 1000 });
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
  // Autovacuum does this in production. The benchmarks' PostgreSQL has it off.
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
  return { database, app, write: await writer(database, app) };
}

async function writer({ db }: Database, app: FastifyInstance): Promise<() => Promise<void>> {
  const keeper = { username: 'keeper', password: 'Quiet-Harbour-27' };
  await ensureFirstAdmin(db, { ...keeper, email: undefined });
  const login = await app.inject({ method: 'POST', url: '/api/login', payload: keeper });
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { csrfToken } = (await app.inject({ url: '/api/csrf-token', headers: { cookie } })).json();
  let writes = 0;
  return async () => {
    writes += 1;
    const { statusCode } = await app.inject({
      method: 'PUT',
      url: '/api/oceans/1',
      headers: { cookie, 'csrf-token': csrfToken },
      payload: { description: `The same ocean, described anew for the ${writes}. time.` },
    });
    if (statusCode !== 200) throw new Error(`The write was answered with ${statusCode}`);
  };
}
