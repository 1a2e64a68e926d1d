import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeBackup } from '#app/backup/make-backup.ts';
import { backupFixture } from '#test/backup-fixture.ts';

const { newSite, backups } = backupFixture();

/** Lets PostgreSQL refuse reads of a table, as on a disk without space for its sort, until the end. */
function refuseReads(table: string): void {
  const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const { text = '' } = Object(args[0]) as { text?: string };
    if (!text.startsWith('select') || !text.includes(`from "${table}"`)) return query.apply(this, args);
    const full = new pg.DatabaseError('could not write to file: No space left on device', 0, 'error');
    return Promise.reject(Object.assign(full, { code: '53100' }));
  } as typeof pg.Client.prototype.query);
  onTestFinished(() => spy.mockRestore());
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a PostgreSQL with a full disk', () => {
  test('fails a backup with its own name, not that of the backups’ folder', async () => {
    const { url, space } = await newSite();
    refuseReads('favorites');
    const failing = makeBackup({ databaseUrl: url, uploads: space.store, folder: backups() });
    await expect(failing).rejects.toThrow(
      /^The disk of PostgreSQL is full, so postgres:.* read: could not write to file.* Free space on the da/,
    );
    expect(await readdir(backups())).toEqual([]);
  });
});
