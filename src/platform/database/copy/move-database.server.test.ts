import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { expect, test } from 'vitest';
import { insertUser } from '#features/accounts/server/users.ts';
import { compareDatabases, moveDatabase } from '#platform/database/copy/move-database.ts';
import { MoveError } from '#platform/database/copy/move-options.ts';
import { readState } from '#platform/database/copy/move-state.ts';
import { databaseName } from '#platform/database/database-name.ts';
import { MigrationError, migrate, migrations } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { fillDatabase } from '#test/database/filled-database.ts';
import { openDatabases } from '#test/database/open-databases.ts';

/* Moves from the engine of this run to an embedded database, and back. */

const ROOT = join(import.meta.dirname, '../../../..');
const { open: opened, inFolder, newFile, newUrl } = openDatabases();

async function filled(url: string): Promise<Database> {
  const database = await opened(url);
  await migrate(database.db);
  await fillDatabase(database.db);
  return database;
}

const SOURCE = { sourceName: 'here' };

test('all rows are equal after a move there and back, and no id is assigned twice', async () => {
  const here = await filled(await newUrl());
  const there = await opened(newFile());
  const back = await opened(await newUrl());
  const { tables, wasResumed } = await moveDatabase(here, there, SOURCE);
  expect(wasResumed).toBe(false);
  expect(tables.users).toBe(10);
  expect(tables.favorites).toBe(70);
  expect(tables.search_postings).toBeGreaterThan(100);
  await moveDatabase(there, back, SOURCE);
  expect(await compareDatabases(here, back)).toEqual([]);
  // The next id follows the last assigned one, although its row is deleted.
  const ids = [];
  for (const { db } of [here, there, back])
    ids.push((await insertUser(db, { username: 'next', email: null, passwordHash: 'x', role: 'free' })).id);
  expect(new Set(ids).size).toBe(1);
  expect(await migrate(back.db)).toEqual([]);
});

test('a move resumes after any interruption, without duplicate rows', async () => {
  const here = await filled(newFile());
  const there = await opened(await newUrl());
  const seen = new Set<string>();
  for (let rounds = 0; ; rounds += 1) {
    // Each round ends after a batch of the next table; the last one during the comparison, which has no
    // state.
    const moving = moveDatabase(here, there, {
      ...SOURCE,
      onProgress: ({ doing, table }) => {
        const reached = doing === 'copying' ? table : doing;
        if (seen.has(reached)) return;
        seen.add(reached);
        throw new Error('pulled the plug');
      },
    });
    const outcome = await moving.catch((error) => error.message);
    if (outcome === 'pulled the plug') {
      await expect(migrate(there.db)).rejects.toBeInstanceOf(MigrationError);
      continue;
    }
    expect(outcome).toMatchObject({ wasResumed: true, startedOver: undefined });
    expect(rounds).toBeGreaterThan(20);
    break;
  }
  expect(await compareDatabases(here, there)).toEqual([]);
});

test('a write to the source between two parts of a move is detected, and the copy restarts', async () => {
  const here = await filled(await newUrl());
  const there = await opened(newFile());
  const stopping = moveDatabase(here, there, { ...SOURCE, onProgress: stopAt('favorites') });
  await expect(stopping).rejects.toThrow('stopped');
  await here.db.deleteFrom('favorites').where('user_id', '=', 1).execute();
  await here.db.updateTable('users').set({ email: 'elsewhere@example.org' }).where('id', '=', 2).execute();
  const { startedOver } = await moveDatabase(here, there, SOURCE);
  expect(startedOver).toContain('users: 1 changed, such as [2]');
  expect(await compareDatabases(here, there)).toEqual([]);
});

const stopAt = (name: string) => (progress: { table: string }) => {
  if (progress.table === name) throw new Error('stopped');
};

test('a changed, missing or extra row in the copy is reported', async () => {
  const here = await filled(await newUrl());
  const there = await opened(newFile());
  await moveDatabase(here, there, SOURCE);
  await there.db.updateTable('mails').set({ attempts: 7 }).where('id', '=', 3).execute();
  await there.db.deleteFrom('favorites').where('id', 'in', [4, 5]).execute();
  await there.db.insertInto('secrets').values({ name: 'stranger', value: 'x' }).execute();
  expect(await compareDatabases(here, there)).toEqual([
    expect.objectContaining({ table: 'mails', missing: 0, changed: 1, extra: 0, examples: ['[3]'] }),
    expect.objectContaining({
      table: 'secrets',
      missing: 0,
      changed: 0,
      extra: 1,
      examples: ['["stranger"]'],
    }),
    expect.objectContaining({
      table: 'favorites',
      missing: 2,
      changed: 0,
      extra: 0,
      examples: ['[4]', '[5]'],
    }),
  ]);
});

test('a move into a database with data, onto itself or from half a copy is refused', async () => {
  const url = await newUrl();
  const here = await filled(url);
  const theirs = await filled(await newUrl());
  await theirs.db.updateTable('users').set({ username: 'mine' }).where('id', '=', 1).execute();
  await expect(moveDatabase(here, theirs, SOURCE)).rejects.toThrow(/already has a Stillwater database/);
  const again = await opened(url);
  await expect(moveDatabase(here, again, { ...SOURCE, replace: true })).rejects.toThrow(/same database/);
  expect(await compareDatabases(here, again)).toEqual([]);

  const half = await opened(newFile());
  const stopping = moveDatabase(here, half, { ...SOURCE, onProgress: stopAt('users') });
  await expect(stopping).rejects.toThrow('stopped');
  await expect(moveDatabase(theirs, half, { sourceName: 'elsewhere' })).rejects.toThrow(
    /part of an unfinished move from here/,
  );
  await expect(moveDatabase(half, await opened(newFile()), SOURCE)).rejects.toThrow(
    /itself the target of an unfinished move/,
  );
  await expect(moveDatabase(await opened(newFile()), half, SOURCE)).rejects.toThrow(
    /not a Stillwater database/,
  );

  await moveDatabase(here, theirs, { ...SOURCE, replace: true });
  expect(await compareDatabases(here, theirs)).toEqual([]);
});

test('a database of a newer version is not replaced, because its new tables would stay', async () => {
  const here = await filled(newFile());
  const there = await opened(await newUrl());
  const newer: Migration = {
    up: async (db) => db.schema.createTable('newer_rows').addColumn('id', 'integer').execute(),
  };
  await migrate(there.db, { from: { ...migrations, '9001-newer': newer } });
  await expect(moveDatabase(here, there, { ...SOURCE, replace: true })).rejects.toThrow(
    /newer version of the site: it has 9001-newer/,
  );
  expect(await there.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('the source cannot be written to during the copy', async () => {
  const url = await newUrl();
  const here = await filled(url);
  const writer = await opened(url);
  if (writer.engine === 'sqlite') return expectRefusedWhileMoving(url, here);
  let writing: Promise<unknown> | undefined;
  let isWritten = false;
  const result = await moveDatabase(here, await opened(newFile()), {
    ...SOURCE,
    onProgress: () => {
      expect(isWritten).toBe(false);
      writing ??= writer.db
        .deleteFrom('favorites')
        .execute()
        .then(() => {
          isWritten = true;
        });
    },
  });
  expect(result.tables.favorites).toBe(70);
  await writing;
  expect(isWritten).toBe(true);
});

/**
 * Expects a write during the move to be refused. The writer has no busy timeout, because waiting would block
 * this process, which also copies.
 */
async function expectRefusedWhileMoving(url: string, here: Database): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  const writer = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 0 });
  let refused = 0;
  const { tables } = await moveDatabase(here, await opened(newFile()), {
    ...SOURCE,
    onProgress: () => {
      expect(() => writer.exec('delete from favorites')).toThrow(/locked/);
      refused += 1;
    },
  });
  writer.close();
  expect(refused).toBeGreaterThan(20);
  expect(tables.favorites).toBe(70);
}

function startMove(from: string, to: string, ...more: string[]): ChildProcess & { output: () => string } {
  const child = spawn(process.execPath, ['scripts/move.ts', '--from', from, '--to', to, ...more], {
    cwd: ROOT,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return Object.assign(child, { output: () => output });
}

test('the command prints its progress, resumes after SIGKILL, and prints no passwords', async () => {
  const from = await newUrl();
  const here = await filled(from);
  const rows = Array.from({ length: 500 }, (_, at) => ({ count: at, resets_at: at }));
  for (let at = 0; at < 40; at += 1)
    await here.db
      .insertInto('rate_limits')
      .values(rows.map((row) => ({ ...row, key: `many-${at}-${row.count}` })))
      .execute();
  const to = newFile();
  let wasHalf = false;
  for (let tries = 0; tries < 20 && !wasHalf; tries += 1) {
    const first = startMove(from, to, '--replace');
    first.stdout?.on('data', () => {
      if (/copying rate_limits/.test(first.output())) first.kill('SIGKILL');
    });
    await once(first, 'exit');
    wasHalf = (await readState((await opened(to)).db)) !== null;
  }
  expect(wasHalf).toBe(true);
  const second = startMove(from, to);
  const [code] = await once(second, 'exit');
  expect([code, second.output()]).toEqual([0, expect.stringContaining('The interrupted move is complete.')]);
  expect(second.output()).toMatch(/100 % {2}comparing/);
  expect(await compareDatabases(here, await opened(to))).toEqual([]);

  const check = startMove(from, to, '--check');
  expect([(await once(check, 'exit'))[0], check.output()]).toEqual([
    0,
    expect.stringContaining('row by row'),
  ]);
  expect(databaseName('postgres://me:secret@host:5/db')).toBe('postgres://me@host:5/db');
});

test('the command refuses a URL of another kind, and a missing file', async () => {
  const wrong = startMove('mysql://x', 'sqlite:y');
  expect([(await once(wrong, 'exit'))[0], wrong.output()]).toEqual([1, expect.stringContaining('Usage')]);
  const missing = startMove(`sqlite:${inFolder('none.db')}`, newFile());
  expect([(await once(missing, 'exit'))[0], missing.output()]).toEqual([
    1,
    expect.stringContaining('no database file'),
  ]);
});

test('foreign tables in the same database stay unchanged', async () => {
  const here = await filled(await newUrl());
  const there = await filled(await newUrl());
  for (const { db } of [here, there]) {
    await db.schema.createTable('guest_book').addColumn('line', 'varchar(9)').execute();
    await sql`insert into guest_book (line) values ('hello')`.execute(db);
  }
  await moveDatabase(here, there, { ...SOURCE, replace: true });
  expect((await sql`select line from guest_book`.execute(there.db)).rows).toEqual([{ line: 'hello' }]);
  expect(await compareDatabases(here, there)).toEqual([]);
});

test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a value that the other engine cannot hold is an error that names its table',
  async () => {
    const there = await opened(newFile());
    await migrate(there.db);
    await there.db.insertInto('secrets').values({ name: 'nul', value: 'a\0b' }).execute();
    const moving = moveDatabase(there, await opened(await newUrl()), SOURCE);
    await expect(moving).rejects.toThrow(/row of secrets cannot be copied/);
    await expect(moving).rejects.toBeInstanceOf(MoveError);
  },
);
