import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import { openDatabase } from '../open.ts';

/** Opens a database whose flushes end only when the returned function is called. */
async function heldFlushes(folder: string) {
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const waiting: (() => void)[] = [];
  const datasync = vi
    .spyOn(prototype, 'datasync')
    .mockImplementation(() => new Promise((resolve) => waiting.push(resolve)));
  return { datasync, end: () => waiting.shift()?.() };
}

afterEach(() => void vi.restoreAllMocks());

describe.runIf(process.env.TEST_ENGINE === 'sqlite')('the write-ahead log', () => {
  test('is flushed once for a write or a transaction, before it returns, and not for reads', async () => {
    const folder = await newDataDir();
    const { db, close, querySync } = await openDatabase(`sqlite:${join(folder, 'a.db')}`);
    await sql`create table things (name text)`.execute(db);
    const count = querySync?.<{ count: number }>(
      sql<{ count: number }>`select count(*) as count from things`.compile(db),
    );
    const { datasync, end } = await heldFlushes(folder);
    const insert = (executor = db) => sql`insert into things values ('shell')`.execute(executor);

    let written = false;
    const write = insert().then(() => {
      written = true;
    });
    await expect.poll(() => datasync.mock.calls.length).toBe(1);
    // Meanwhile the process continues, and reads committed rows.
    expect(count?.()?.count).toBe(1);
    expect(written).toBe(false);
    end();
    await write;

    const transaction = db.transaction().execute(async (one) => {
      await insert(one as typeof db);
      await insert(one as typeof db);
      expect(datasync).toHaveBeenCalledTimes(1);
    });
    await expect.poll(() => datasync.mock.calls.length).toBe(2);
    end();
    await transaction;
    expect((await sql`select * from things`.execute(db)).rows).toHaveLength(3);
    expect(datasync).toHaveBeenCalledTimes(2);

    datasync.mockRejectedValueOnce(new Error('the disk is gone'));
    await expect(insert()).rejects.toThrow('the disk is gone');
    await close();
    await removeDataDir(folder);
  });
});
