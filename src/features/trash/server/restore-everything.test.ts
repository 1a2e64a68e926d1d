import { beforeAll, expect, test } from 'vitest';
import { addFavorite } from '#features/favorites/server/queries.ts';
import { fillDatabase } from '#test/database/filled-database.ts';
import { everyTable, tablesWith } from '#test/database/table-rows.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { captions, upload } from '#test/upload-fixture.ts';
import { KEPT_TABLES } from './trashed-tables.ts';

/* A database with rows in every table. An ocean is deleted and restored. */

/** Tables that a deletion and a restoration write to. */
const THEIR_OWN = ['audit_log', 'catalogue_version', 'rate_limits'];
/**
 * Tables that a deletion does not change. Counts of use stay, links stay until the next walk through the
 * content, and preview links wait without showing anything. Times of removed favorites expire by age.
 */
const COUNTS = ['usage_counts', 'content_links', 'preview_links', 'removed_favorites'];
/** Columns with an item's id, which show that a table belongs to items. */
const ITEM_COLUMNS = ['ocean_id', 'wave_id', 'droplet_id', 'item_id'];

const api = setUpApi();

let admin: SignedInClient;
let oceanId: number;

beforeAll(async () => {
  const { db } = api.database;
  await fillDatabase(db);
  admin = await api.signedIn('admin');
  const droplet = await db.selectFrom('droplets').selectAll().orderBy('id').executeTakeFirstOrThrow();
  const wave = await db
    .selectFrom('waves')
    .select('ocean_id')
    .where('id', '=', droplet.wave_id)
    .executeTakeFirstOrThrow();
  oceanId = wave.ocean_id;
  await addFavorite(db, admin.user.id, { itemType: 'ocean', itemId: oceanId });
  await addFavorite(db, admin.user.id, { itemType: 'wave', itemId: droplet.wave_id });
  const text = await admin.post('/api/writings', { kind: 'text', source: 'Größe “静か”\n\n\\ "q"' });
  const lines = await upload(admin, 'captions', captions('Spoken words.'));
  const change = {
    mediaType: 'text',
    mediaUrl: text.body.url,
    captionsUrl: lines.body.url,
    title: 'Quote " and \\ and 静か 🌊',
  };
  const changed = await admin.put(`/api/droplets/${droplet.id}`, change);
  expect(changed.status, changed.text).toBe(200);
});

async function tables() {
  const all = await everyTable(api.database.db);
  for (const name of THEIR_OWN) delete all[name];
  return all;
}

test('a deleted and restored ocean leaves no difference in any row of any table', async () => {
  const { db } = api.database;
  const before = await tables();
  expect((await admin.delete(`/api/oceans/${oceanId}`)).status).toBe(204);
  const deleted = await tables();
  const lost = Object.keys(before).filter(
    (name) => (deleted[name]?.length ?? 0) < (before[name]?.length ?? 0),
  );
  // Every other table of items must lose rows, so that a new table is restored or fails this test.
  const kept: string[] = KEPT_TABLES.map(({ name }) => name);
  const belonging = (await tablesWith(db, ITEM_COLUMNS)).filter(
    (name) => name in before && !name.startsWith('trash') && !COUNTS.includes(name) && !kept.includes(name),
  );
  expect(belonging).toContain('media_references');
  for (const name of kept) expect(deleted[name], name).toEqual(before[name]);
  expect(lost).toEqual(expect.arrayContaining([...belonging, 'oceans', 'writings', 'spoken_documents']));

  const restored = await admin.post('/api/trash/restore', { type: 'ocean', ids: [oceanId] });
  expect(restored.status, restored.text).toBe(200);
  expect(restored.body).toEqual([
    expect.objectContaining({ id: oceanId, newSlug: null, newSlugsBelow: 0, isLast: false }),
  ]);
  expect(restored.body[0].favorites).toBe(72);
  expect(await tables()).toEqual(before);
});

test('one engine restores the rows that the other has stored: booleans are true, or 1', async () => {
  const { db } = api.database;
  const before = await tables();
  await admin.delete(`/api/oceans/${oceanId}`);
  const rows = await db
    .selectFrom('trash_rows')
    .select(['id', 'content'])
    .where('item_id', 'is not', null)
    .execute();
  const flags = new Set<unknown>();
  for (const { id, content } of rows) {
    const [row] = JSON.parse(content);
    const columns = Object.entries(row).map(([name, value]) => {
      if (!name.startsWith('is_')) return [name, value];
      flags.add(value);
      return [name, typeof value === 'boolean' ? Number(value) : Boolean(value)];
    });
    const other = JSON.stringify([Object.fromEntries(columns)]);
    await db.updateTable('trash_rows').set({ content: other }).where('id', '=', id).execute();
  }
  expect(flags.size).toBe(2);
  expect((await admin.post('/api/trash/restore', { type: 'ocean', ids: [oceanId] })).status).toBe(200);
  expect(await tables()).toEqual(before);
});

test('an entry from before a new column gets its default, and a dropped column is ignored', async () => {
  const { db } = api.database;
  const before = await tables();
  await admin.delete(`/api/oceans/${oceanId}`);
  const rows = await db
    .selectFrom('trash_rows')
    .select(['id', 'content'])
    .where('table_name', '=', 'waves')
    .execute();
  for (const { id, content } of rows) {
    const [{ image_alt, ...older }] = JSON.parse(content);
    expect(image_alt).toBeNull();
    const changed = JSON.stringify([{ ...older, dropped_column: 'x' }]);
    await db.updateTable('trash_rows').set({ content: changed }).where('id', '=', id).execute();
  }
  expect((await admin.post('/api/trash/restore', { type: 'ocean', ids: [oceanId] })).status).toBe(200);
  expect(await tables()).toEqual(before);
});

test('entries from before and after a new column are restored together, each with what it has', async () => {
  const { db } = api.database;
  const [older = 0, newer = 0] = (await db.selectFrom('oceans').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  );
  for (const [id, image_alt] of [
    [older, null],
    [newer, 'A harbor'],
  ] as const)
    await db.updateTable('oceans').set({ image_alt }).where('id', '=', id).execute();
  const before = await tables();
  for (const id of [older, newer]) expect((await admin.delete(`/api/oceans/${id}`)).status).toBe(204);
  const row = await db
    .selectFrom('trash_rows')
    .select(['id', 'content'])
    .where('table_name', '=', 'oceans')
    .where('item_id', '=', older)
    .executeTakeFirstOrThrow();
  const [{ image_alt: _, ...columns }] = JSON.parse(row.content);
  const content = JSON.stringify([columns]);
  await db.updateTable('trash_rows').set({ content }).where('id', '=', row.id).execute();
  const both = { type: 'ocean', ids: [older, newer] };
  expect((await admin.post('/api/trash/restore', both)).status).toBe(200);
  expect(await tables()).toEqual(before);
});
