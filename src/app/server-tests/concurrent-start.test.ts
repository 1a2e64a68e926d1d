import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ensureFirstAdmin } from '#features/accounts/server/first-admin.ts';
import { loadDemo } from '#features/catalogue/server/transfer/demo.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { createDatabase } from '#test/database/postgres.ts';
import { openEmptyDatabase } from '#test/database/test-database.ts';

/*
 * Several nodes that start simultaneously with one empty database. The embedded database has a single
 * process.
 */

const NODES = 4;
const DEMO = join(import.meta.dirname, '../../../demo/catalogue.json');

let opened: Database[];
let nodes: Database[];

beforeAll(async () => {
  if (process.env.TEST_ENGINE === 'postgres') {
    const url = await createDatabase(inject('postgresUrl'));
    opened = await Promise.all(Array.from({ length: NODES }, () => openDatabase(url)));
  } else opened = [await openEmptyDatabase()];
  nodes = Array.from({ length: NODES }, (_, at) => opened[at % opened.length] as Database);
  await migrate(opened[0]!.db);
});

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
});

test('exactly one node creates the administrator', async () => {
  const options = { username: 'admin', email: undefined, password: undefined };
  const made = await Promise.all(nodes.map(({ db }) => ensureFirstAdmin(db, options)));
  expect(made.filter((one) => one?.outcome === 'created')).toHaveLength(1);
});

test('exactly one node inserts the demo catalogue', async () => {
  const brought = await Promise.all(nodes.map(({ db }) => loadDemo(db, DEMO)));
  expect(brought.filter((droplets) => droplets > 0)).toHaveLength(1);
});
