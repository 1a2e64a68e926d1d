import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { makeBackup } from '#app/backup/make-backup.ts';
import { restoreBackup } from '#app/backup/restore-backup.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { readVersion } from '#platform/database/version/catalogue-version.ts';
import { createDatabase } from '#test/database/postgres.ts';
import { newDataDir } from '#test/site-process.ts';
import { startTestApi } from '#test/test-api.ts';

/** Starts a node with its own database, in which one ocean was made. */
async function aNode(title: string) {
  const url = await createDatabase(inject('postgresUrl'));
  const database = await openDatabase(url);
  await migrate(database.db);
  const api = await startTestApi({ database, version: database.version });
  const item = { title, description: 'Made before the restore.', imageUrl: 'https://pictures.example/w.jpg' };
  const admin = await api.signedIn('admin');
  expect((await admin.post('/api/oceans', { ...item, isPublished: true })).status).toBe(201);
  const titles = async () =>
    (await api.visitor().get('/api/oceans')).body.map((ocean: { title: string }) => ocean.title);
  return { url, api, titles };
}

// The embedded database cannot be restored while a site uses it.
test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a running node serves restored content, not responses cached under the same version',
  async () => {
    const folder = await newDataDir();
    const [then, now] = [await aNode('Then'), await aNode('Now')];
    expect(await now.titles()).toEqual(['Now']);
    expect(await readVersion(now.api.database.db)).toBe(await readVersion(then.api.database.db));
    const { path } = await makeBackup({ databaseUrl: then.url, folder });
    await restoreBackup({
      backup: path,
      databaseUrl: now.url,
      uploads: uploadSpace(join(folder, 'uploads')),
      replace: true,
    });
    await expect.poll(now.titles).toEqual(['Then']);
    for (const { api } of [then, now]) await api.stop();
    await rm(folder, { recursive: true });
  },
);
