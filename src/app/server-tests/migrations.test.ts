import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { keepCopyBefore } from '#platform/database/copy/keep-copy-before.ts';
import { insertRows, readRows, type Value } from '#platform/database/copy/rows.ts';
import { type TableShape, tableShapes } from '#platform/database/copy/table-shapes.ts';
import { appliedMigrations, MigrationError, migrate, migrations } from '#platform/database/migrate.ts';
import { type Database, type Db, openDatabase, openReadOnly } from '#platform/database/open.ts';
import { createDatabase } from '#test/postgres.ts';
import { startSiteProcess } from '#test/site-process.ts';
import { openEmptyDatabase, openTestDatabase } from '#test/test-database.ts';

vi.setConfig({ testTimeout: 60_000 });
const ROOT = join(import.meta.dirname, '../../..');
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

/** A database that another process can open too. */
const newUrl = async (name: string) =>
  process.env.TEST_ENGINE === 'postgres'
    ? createDatabase(inject('postgresUrl'))
    : `sqlite:${join(folder, name)}`;

/* What people had at each version: of these rows the tables and columns that there were. */

const item = {
  position: 0,
  title: 'Rivers run',
  description: 'What runs.',
  image_url: null,
  media_type: 'none',
  media_url: '/media/a.mp4',
  captions_url: null,
  access_type: 'free',
  is_published: 1,
  keywords: '["river"]',
  additional_resources: '[]',
  created_at: 1,
  updated_at: 2,
  version: 1,
  duration: 3,
  is_sample: 0,
};
const FILLING: [string, Record<string, Value>][] = [
  ['oceans', { ...item, id: 1, slug: 'o' }],
  ['waves', { ...item, id: 1, slug: 'w', ocean_id: 1 }],
  ['droplets', { ...item, id: 1, slug: 'd1', wave_id: 1 }],
  ['droplets', { ...item, id: 5, slug: 'd5', wave_id: 1, is_published: 0 }],
  ['droplet_keywords', { droplet_id: 1, keyword: 'river' }],
  ['media_references', { path: '/media/a.mp4', item_type: 'droplet', item_id: 1, is_picture: 0 }],
  [
    'users',
    {
      id: 1,
      username: 'A',
      username_key: 'a',
      email: null,
      email_key: null,
      email_verified_at: null,
      password_hash: 'x',
      role: 'subscriber',
      created_at: 1,
    },
  ],
  ['sessions', { id_hash: 's', user_id: 1, created_at: 1, last_seen_at: 1, user_agent: null }],
  ['favorites', { id: 1, user_id: 1, item_type: 'droplet', item_id: 1, created_at: 1 }],
  [
    'email_signups',
    { id: 1, email: 'a@b.c', email_key: 'a@b.c', source: 'landing', has_access: 1, created_at: 1 },
  ],
  ['settings', { key: 'siteName', value: 'Mine', category: 'general', description: null, updated_at: 1 }],
  [
    'mails',
    {
      id: 1,
      recipient: 'a@b.c',
      subject: 's',
      text: 't',
      html: 'h',
      created_at: 1,
      attempts: 0,
      next_attempt_at: 1,
      sent_at: null,
      last_error: null,
    },
  ],
  [
    'audit_log',
    { id: 1, at: 1, user_id: 1, action: 'edit', item_type: 'ocean', item_id: '1', title: 't', details: '{}' },
  ],
  [
    'uploads',
    {
      id: 1,
      hash: 'h',
      name: 'n',
      kind: 'image',
      content_type: 'image/webp',
      bytes: 1,
      width: null,
      height: null,
      files: '{}',
      original_name: 'o',
      created_at: 1,
      uploaded_by: 1,
      is_whole: 1,
      unused_since: null,
    },
  ],
];

async function fill(db: Db, known?: readonly TableShape[]): Promise<void> {
  const shapes = new Map((known ?? (await tableShapes(db))).map((shape) => [shape.name, shape]));
  for (const [name, values] of FILLING) {
    const shape = shapes.get(name);
    if (!shape) continue;
    const columns = shape.columns.filter((column) => column.name in values);
    await insertRows(db, { ...shape, columns }, [columns.map((column) => values[column.name] ?? null)]);
  }
}

async function rowsOf(db: Db, shapes: readonly TableShape[]): Promise<Record<string, Value[][]>> {
  const all: Record<string, Value[][]> = {};
  for (const shape of shapes) {
    all[shape.name] = [];
    for await (const rows of readRows(db, shape)) all[shape.name]?.push(...rows);
  }
  return all;
}

test('from every version on, empty or filled, each step keeps what there was, and all lead to the same tables', async () => {
  const latest = await tableShapes((await opened(openTestDatabase())).db);
  for (const isFilled of [false, true]) {
    for (const [at, start] of NAMES.entries()) {
      const { db } = await opened(openEmptyDatabase());
      await migrate(db, { upTo: start });
      if (isFilled) await fill(db);
      for (const next of NAMES.slice(at + 1)) {
        // A change to the catalogue moves its version, as it should.
        const shapes = (await tableShapes(db)).filter(({ name }) => name !== 'catalogue_version');
        const before = await rowsOf(db, shapes);
        expect(await migrate(db, { upTo: next })).toEqual([next]);
        expect(await rowsOf(db, shapes), `${start} … ${next}`).toEqual(before);
      }
      expect(await tableShapes(db), start).toEqual(latest);
      expect(await appliedMigrations(db)).toEqual(NAMES);
    }
  }
});

test('what a program of any older version writes is taken by the newest tables, but for those that say otherwise', async () => {
  const needed =
    NAMES.map((name) => /-needs-(\d{4})$/.exec(name)?.[1] ?? '')
      .sort()
      .at(-1) ?? '';
  for (const older of NAMES.filter((name) => name.slice(0, 4) >= needed)) {
    const { db } = await opened(openEmptyDatabase());
    await migrate(db, { upTo: older });
    const known = await tableShapes(db);
    await migrate(db);
    await fill(db, known);
    for (const { name, columns } of known)
      await sql`select ${sql.join(columns.map((column) => sql.ref(column.name)))} from ${sql.table(name)}`.execute(
        db,
      );
  }
});

test('every name is a number, a word, and what it needs', () => {
  for (const [at, name] of NAMES.entries()) {
    expect(name).toMatch(/^\d{4}(-[a-z]+)+(-needs-\d{4})?$/);
    expect(Number(name.slice(0, 4))).toBe(at + 1);
  }
});

const failing: Migration = {
  async up(db) {
    await sql`update users set username = 'half' where id = 1`.execute(db);
    await sql`alter table users add column half integer`.execute(db);
    await db.schema.createTable('half').addColumn('id', 'integer').execute();
    throw new Error('in its middle');
  },
};
const good: Migration = {
  async up(db) {
    await db.schema
      .createTable('whole')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .execute();
  },
};

test('a migration that fails in its middle leaves the database as it was, those before it included', async () => {
  const { db } = await opened(openTestDatabase());
  await fill(db);
  const before = await digestTables(db);
  const from = { ...migrations, '9001-good': good, '9002-failing': failing };
  const error = await migrate(db, { from }).catch((reason) => reason);
  expect(error).toBeInstanceOf(MigrationError);
  expect(error.message).toMatch(/as it was before \(9002-failing\): in its middle/);
  expect(await digestTables(db)).toEqual(before);
  expect(await appliedMigrations(db)).toEqual(NAMES);
  expect(await migrate(db, { from: { ...migrations, '9001-good': good } })).toEqual(['9001-good']);
});

test.each([
  { from: 'an empty database', upTo: undefined },
  { from: 'an old one', upTo: '0003-trail' },
])('four programs that start at once over $from do each migration once', async ({ upTo }) => {
  const url = await newUrl('four.db');
  if (upTo) {
    const { db } = await opened(openDatabase(url));
    await migrate(db, { upTo });
    await fill(db);
  }
  const at = Date.now() + 1500;
  const did = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['test/migrate-process.ts', url, String(at)], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return JSON.parse((await text(child.stdout)) || '["failed"]') as string[];
    }),
  );
  const due = [...NAMES.filter((name) => !upTo || name > upTo), '9000-slow'];
  expect(did.sort((a, b) => a.length - b.length)).toEqual([[], [], [], due]);
});

test('an older program serves beside a newer one that only added, and is stopped by one that took away', async () => {
  const { db } = await opened(openEmptyDatabase());
  const newer = { ...migrations, '9001-added': good };
  await migrate(db, { from: newer });
  expect(await migrate(db)).toEqual([]);
  const last = NAMES.at(-1)?.slice(0, 4);
  const nothing: Migration = { up: async () => {} };
  await migrate(db, { from: { ...newer, [`9002-drop-needs-${last}`]: nothing } });
  expect(await migrate(db)).toEqual([]);
  await migrate(db, {
    from: { ...newer, [`9002-drop-needs-${last}`]: nothing, '9003-drop-needs-9001': nothing },
  });
  await expect(migrate(db)).rejects.toThrow(/too new for this program: 9003-drop-needs-9001/);
  expect(await migrate(db, { from: newer })).toEqual([]);
});

test('a program starts over a newer database, or says in a line why not', async () => {
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
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(child.exitCode).toBe(1);
  expect(said.trim()).toMatch(/^The database is too new for this program: 9002-drop-needs-9001[^\n]*$/);
});

test('a database from another line of the program is refused', async () => {
  const { db } = await opened(openEmptyDatabase());
  const nothing: Migration = { up: async () => {} };
  await migrate(db, { from: { ...migrations, '9001-other': nothing } });
  await expect(migrate(db, { from: { ...migrations, '9000-mine': nothing } })).rejects.toThrow(
    /another line/,
  );
});

test.runIf(process.env.TEST_ENGINE === 'sqlite')(
  'before an upgrade a copy is kept, of the last three',
  async () => {
    const url = await newUrl('site.db');
    const { db } = await opened(openDatabase(url));
    const copies = join(folder, 'backups');
    const lines: string[] = [];
    const before = keepCopyBefore(url, copies, (line) => lines.push(line));
    await migrate(db, { before });
    expect(lines).toEqual([]);
    await fill(db);
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
    ]);
    const copy = await opened(openReadOnly(join(copies, 'before-9002-b.db')));
    expect(await digestTables(copy.db)).toEqual(was);
    expect((await appliedMigrations(copy.db)).at(-1)).toBe('9001-a');
  },
);
