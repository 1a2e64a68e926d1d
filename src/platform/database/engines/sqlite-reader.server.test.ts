import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import { type Database, openDatabase } from '../open.ts';
import { prepareQuery } from '../prepare-query.ts';

let folder: string;
let node: Database;
let other: Database;

beforeEach(async () => {
  folder = await newDataDir();
  const url = `sqlite:${join(folder, 'a.db')}`;
  node = await openDatabase(url);
  other = await openDatabase(url);
  await sql`create table leases (name text, holder text, expires_at integer) strict`.execute(node.db);
  await add('a');
});

afterEach(async () => {
  await node.close();
  await other.close();
  await removeDataDir(folder);
});

const add = (name: string, { db } = node) =>
  db.insertInto('leases').values({ name, holder: 'x', expires_at: 1 }).execute();
const names = prepareQuery((db, { holder }: { holder: string }) =>
  db.selectFrom('leases').select('name').where('holder', '=', holder).orderBy('name'),
);
const namesNow = async ({ db } = node) => (await names(db, { holder: 'x' })).map(({ name }) => name).join('');

describe.runIf(process.env.TEST_ENGINE === 'sqlite')('the reading connection', () => {
  test('sees this process’s commits in the same turn, and those of others by the next turn', async () => {
    expect(await namesNow()).toBe('a');
    await add('b');
    expect(await namesNow()).toBe('ab');
    await add('c', other);
    await nextTurn();
    expect(await namesNow()).toBe('abc');
  });

  test('caches a row until any process commits', async () => {
    const { querySync } = node;
    const query = node.db.selectFrom('leases').select('expires_at').where('name', '=', '').compile();
    const find = querySync?.<{ expires_at: number }>(query);
    const first = find?.('a');
    expect(first?.expires_at).toBe(1);
    await nextTurn();
    expect(find?.('a')).toBe(first);
    expect(find?.('b')).toBeUndefined();

    await other.db.updateTable('leases').set({ expires_at: 2 }).where('name', '=', 'a').execute();
    await add('b', other);
    await nextTurn();
    expect([find?.('a')?.expires_at, find?.('b')?.expires_at]).toEqual([2, 1]);

    await node.db.deleteFrom('leases').where('name', '=', 'a').execute();
    expect(find?.('a')).toBeUndefined();
  });

  test('is not used in a transaction, which sees its own writes', async () => {
    await node.db.transaction().execute(async (transaction) => {
      await add('b', { ...node, db: transaction });
      expect(await namesNow({ ...node, db: transaction })).toBe('ab');
      // The shared reader neither waits nor sees uncommitted rows.
      expect(await namesNow()).toBe('a');
    });
    expect(await namesNow()).toBe('ab');
  });

  test('prepared queries are measured like all statements', async () => {
    const onStatement = vi.fn();
    const watched = await openDatabase(`sqlite:${join(folder, 'a.db')}`, { onStatement });
    onStatement.mockClear();
    expect(await namesNow(watched)).toBe('a');
    expect(onStatement).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('leases'),
      expect.any(Number),
    );
    await watched.close();
  });

  test('a query that fails there is repeated on the other connection, which reports the error', async () => {
    const wrong = prepareQuery((db, _: object) => db.selectFrom('users').select('id'));
    await expect(wrong(node.db, {})).rejects.toThrow('no such table: users');
  });
});
