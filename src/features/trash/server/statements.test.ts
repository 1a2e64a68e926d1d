import { expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { openDatabases } from '#test/database/open-databases.ts';
import { startTestApi } from '#test/test-api.ts';

const { newUrl } = openDatabases();

test('a deletion of five hundred items, and its undoing, take as many statements as of five', async () => {
  const statements: string[] = [];
  const database = await openDatabase(await newUrl(), { onStatement: (text) => statements.push(text) });
  await migrate(database.db);
  const api = await startTestApi({ database });
  const admin = await api.signedIn('admin');
  const count = async (droplets: number) => {
    const items = Array.from({ length: droplets }, () => aDroplet());
    await insertOceans(database.db, [anOcean({ waves: [aWave({ droplets: items })] })]);
    const rows = await database.db.selectFrom('droplets').select('id').execute();
    const ids = rows.map(({ id }) => id);
    statements.length = 0;
    const bulk = { type: 'droplet', ids, change: { action: 'delete' } };
    expect((await admin.post('/api/content/bulk', bulk)).body).toMatchObject({ changed: droplets });
    const deletion = statements.filter((text) => text.includes('trash')).length;
    expect((await database.db.selectFrom('trash').select('id').execute()).length).toBe(droplets);
    statements.length = 0;
    expect((await admin.post('/api/trash/restore', { type: 'droplet', ids })).status).toBe(200);
    const restoration = statements.filter((text) => text.includes('trash')).length;
    await database.db.deleteFrom('oceans').execute();
    return { deletion, restoration };
  };
  const few = await count(5);
  expect(few.deletion).toBeGreaterThan(5);
  expect(await count(500)).toEqual(few);
  await api.stop();
});
