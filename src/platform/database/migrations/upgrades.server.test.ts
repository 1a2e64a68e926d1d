import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { copyBeforeMigration } from '#platform/database/copy/copy-before-migration.ts';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { appliedMigrations, MigrationError, migrate, migrations } from '#platform/database/migrate.ts';
import { type Database, openDatabase, openReadOnly } from '#platform/database/open.ts';
import { fillOldDatabase } from '#test/database/old-database.ts';
import { createDatabase } from '#test/database/postgres.ts';
import { failing, good } from '#test/database/sample-migrations.ts';
import { startSiteProcess } from '#test/site-process.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const NAMES = Object.keys(migrations);
const open: Database[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-migrate-'));
});
afterEach(async () => {
  for (const database of open.splice(0)) await database.close().catch(() => {});
  await rm(folder, { recursive: true, force: true });
});

async function opened(database: Promise<Database>): Promise<Database> {
  open.push(await database);
  return open.at(-1) as Database;
}

/** Makes a database that another process can open too. */
const newUrl = async (name: string) =>
  process.env.TEST_ENGINE === 'postgres'
    ? createDatabase(inject('postgresUrl'))
    : `sqlite:${join(folder, name)}`;

test.each([
  { from: 'an empty database', upTo: undefined },
  { from: 'an old one', upTo: '0003-trail' },
])('four programs that start at once on $from run each migration once', async ({ upTo }) => {
  const url = await newUrl('four.db');
  if (upTo) {
    const { db } = await opened(openDatabase(url));
    await migrate(db, { upTo });
    await fillOldDatabase(db);
  }
  const at = Date.now() + 1500;
  const did = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['test/database/migrate-process.ts', url, String(at)], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return JSON.parse((await text(child.stdout)) || '["failed"]') as string[];
    }),
  );
  const due = [...NAMES.filter((name) => !upTo || name > upTo), '9000-slow'];
  expect(did.sort((a, b) => a.length - b.length)).toEqual([[], [], [], due]);
});

test('a program starts on a newer database, or prints the reason in one line', async () => {
  const url = await newUrl('newer.db');
  const { db } = await opened(openDatabase(url));
  await migrate(db, { from: { ...migrations, '9001-added': good } });
  const site = await startSiteProcess(folder, { DATABASE_URL: url, DEMO: 'false' });
  expect((await fetch(`${site.url}/api/oceans`)).status).toBe(200);
  await site.stop();
  const nothing: Migration = { up: async () => {} };
  await migrate(db, { from: { ...migrations, '9001-added': good, '9002-drop-needs-9001': nothing } });
  const child = spawn(process.execPath, ['src/app/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', PORT: '0', DATA_DIR: folder, DATABASE_URL: url },
  });
  const [output] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(child.exitCode).toBe(1);
  expect(output.trim()).toMatch(/^The database is too new for this program: 9002-drop-needs-9001[^\n]*$/);
});

test.runIf(process.env.TEST_ENGINE === 'postgres')('an upgrade in PostgreSQL is announced', async () => {
  const url = await newUrl('');
  const { db } = await opened(openDatabase(url));
  const lines: string[] = [];
  const before = copyBeforeMigration(url, folder, (line) => lines.push(line));
  await migrate(db, { before, upTo: '0003-trail' });
  expect(lines).toEqual([]);
  await migrate(db, { before });
  expect(lines).toEqual(['The database will be upgraded.']);
});

test.runIf(process.env.TEST_ENGINE === 'sqlite')(
  'an upgrade first copies the database, and keeps the last three copies',
  async () => {
    const url = await newUrl('site.db');
    const { db } = await opened(openDatabase(url));
    const copies = join(folder, 'backups');
    // An interrupted `npm run backup -- data/backups`.
    const killed = 'stillwater-2026-03-01T03-17-00-123Z.7.partial';
    await mkdir(join(copies, killed), { recursive: true });
    const lines: string[] = [];
    const before = copyBeforeMigration(url, copies, (line) => lines.push(line));
    await migrate(db, { before });
    expect(lines).toEqual([]);
    await fillOldDatabase(db);
    const was = await digestTables(db);
    const failed = await migrate(db, { before, from: { ...migrations, '9001-failing': failing } }).catch(
      (e) => e,
    );
    expect(failed).toBeInstanceOf(MigrationError);
    let from: Record<string, Migration> = migrations;
    for (const name of ['9001-a', '9002-b', '9003-c', '9004-d']) {
      from = { ...from, [name]: { up: async () => {} } };
      await migrate(db, { before, from });
    }
    expect((await readdir(copies)).sort()).toEqual([
      'before-9002-b.db',
      'before-9003-c.db',
      'before-9004-d.db',
      killed,
    ]);
    const copy = await opened(openReadOnly(join(copies, 'before-9002-b.db')));
    expect(await digestTables(copy.db)).toEqual(was);
    expect((await appliedMigrations(copy.db)).at(-1)).toBe('9001-a');
    // The upgrade of a restored old backup.
    await before('0001-first');
    expect((await readdir(copies)).sort()).toContain('before-0001-first.db');
  },
);
