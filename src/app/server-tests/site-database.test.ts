import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { appliedMigrations, migrate, migrations } from '#platform/database/migrate.ts';
import { rotateKeys } from '#platform/database/secrets.ts';
import { openDatabases } from '#test/database/open-databases.ts';
import { withSiteDatabase } from '../../../scripts/lib/site-database.ts';

/* The site's database, as opened by commands: `npm run admin`, `move:uploads`, `seed`. */

const { opened, open, inFolder, newFile } = openDatabases();

test('a command creates a missing database only if it is allowed to', async () => {
  const config = { databaseUrl: newFile(), dataDir: inFolder('data') };
  await expect(withSiteDatabase(config, rotateKeys)).rejects.toThrow(
    `There is no database ${config.databaseUrl}.`,
  );
  expect(await readdir(inFolder('.'))).toEqual([]);
  await withSiteDatabase(config, rotateKeys, { mayBeNew: true });
  await withSiteDatabase(config, rotateKeys);
});

test('a command copies and upgrades an older database, as a start does', async () => {
  const config = { databaseUrl: newFile(), dataDir: inFolder('data') };
  const names = Object.keys(migrations);
  const { db } = await open(config.databaseUrl);
  await migrate(db, { upTo: names.at(-2) ?? '' });
  await opened.pop()?.close();
  expect(await withSiteDatabase(config, appliedMigrations)).toEqual(names);
  expect(await readdir(inFolder('data/backups'))).toEqual([`before-${names.at(-1)}.db`]);
});
