import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { registered } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { purgeTrash } from './purge-trash.ts';
import { forgetInTrash } from './queries.ts';
import { KEPT_TABLES } from './trashed-tables.ts';

/* Members' rows of a deleted item remain in their tables until the purge, but are invisible. */

/** Time past the purge's margin, in ms. */
const LATER = 2 * 60 * 60_000;

let admin: SignedInClient;

const api = setUpEachApi();
beforeEach(async () => {
  admin = await api.signedIn('admin');
});

const db = () => api.database.db;

async function dropletIds(): Promise<number[]> {
  const droplets = [aDroplet(), aDroplet()];
  await insertOceans(db(), [anOcean({ waves: [aWave({ droplets })] })]);
  const rows = await db().selectFrom('droplets').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Makes a member with a heart, progress, a mark and a letter for each droplet. */
async function memberOf(ids: readonly number[]) {
  const member = await registered(api);
  const user_id = member.user.id as number;
  const schedule = { day: 1, hour: 7, time_zone: 'UTC', frequency: 'weekly' as const, created_at: 1 };
  const { id: letter_id } = await db()
    .insertInto('letters')
    .values({ user_id, ...schedule })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const droplet_id of ids) {
    const row = { user_id, droplet_id, at: 5 };
    await member.client.post('/api/favorites', { itemType: 'droplet', itemId: droplet_id });
    await db()
      .insertInto('progress')
      .values({ ...row, position: 5, furthest: 5, seen_at: 5 })
      .execute();
    await db()
      .insertInto('again_marks')
      .values({ ...row, step: 1 })
      .execute();
    await db().insertInto('letters_sent').values({ letter_id, droplet_id, at: 5 }).execute();
  }
  return member;
}

async function counts() {
  const found: Record<string, number> = {};
  for (const { name } of KEPT_TABLES)
    found[name] = (await db().selectFrom(name).selectAll().execute()).length;
  return found;
}

const each = (rows: number) => Object.fromEntries(KEPT_TABLES.map(({ name }) => [name, rows]));

test('a deleted item is in no list of a member and in no copy of their data, and comes back', async () => {
  const [id = 0] = await dropletIds();
  const { client } = await memberOf([id]);
  const shown = async () => {
    const { favorites, progress, again, letter } = (await client.get('/api/user/data')).body;
    const copied = { favorites, progress, again, sent: letter.sent };
    const listed = (await client.get('/api/favorites')).body;
    return { copied, listed, seen: (await client.get('/api/progress')).body };
  };
  const before = await shown();
  for (const list of Object.values(before.copied)) expect(list).toHaveLength(1);
  expect(before.listed).toHaveLength(1);
  expect(before.seen).toMatchObject({ waves: [{}], again: [{}] });

  expect((await admin.delete(`/api/droplets/${id}`)).status).toBe(204);
  const meanwhile = await shown();
  for (const list of Object.values(meanwhile.copied)) expect(list).toEqual([]);
  expect(meanwhile.listed).toEqual([]);
  expect(meanwhile.seen).toMatchObject({ waves: [], again: [] });

  expect((await admin.post('/api/trash/restore', { type: 'droplet', ids: [id] })).status).toBe(200);
  expect(await shown()).toEqual(before);
});

test('an item comes back without what has the same number on another level', async () => {
  const [id = 0] = await dropletIds();
  await admin.delete(`/api/droplets/${id}`);
  expect((await admin.delete(`/api/oceans/${id}`)).status).toBe(204);
  expect((await admin.post('/api/trash/restore', { type: 'ocean', ids: [id] })).status).toBe(200);
  expect((await admin.get('/api/trash')).body).toMatchObject([{ type: 'droplet', itemId: id }]);
});

test('the purge deletes what members have of the item, in parts, and nothing of another one', async () => {
  const [one = 0, other = 0] = await dropletIds();
  for (let count = 0; count < 3; count += 1) await memberOf([one, other]);
  await admin.delete(`/api/droplets/${one}`);
  await db().updateTable('trash').set({ expires_at: Date.now() }).execute();
  expect(await purgeTrash(db(), { now: Date.now() })).toBe(0);
  expect(await counts()).toEqual(each(6));
  // Two rows per statement, so that an entry takes several statements, and an interrupted round is continued
  // by the next.
  const small = { now: Date.now() + LATER, atOnce: 2 };
  expect(await purgeTrash(db(), { ...small, most: 3 })).toBe(0);
  expect(await purgeTrash(db(), small)).toBe(1);
  expect(await counts()).toEqual(each(3));
  expect(await db().selectFrom('favorites').select('item_id').distinct().execute()).toEqual([
    { item_id: other },
  ]);
});

test('the purge of an ocean deletes what members have of its last droplets too', async () => {
  await memberOf(await dropletIds());
  const { id } = await db().selectFrom('oceans').select('id').executeTakeFirstOrThrow();
  await admin.delete(`/api/oceans/${id}`);
  expect(await counts()).toEqual(each(2));
  // One row per statement, so that none deletes both droplets.
  expect(await purgeTrash(db(), { now: Date.now() + 31 * DAY, atOnce: 1 })).toBe(1);
  expect(await counts()).toEqual(each(0));
});

test('who forgets their progress loses what an earlier version stored, and nobody else does', async () => {
  const [id = 0] = await dropletIds();
  const [one, two] = [(await memberOf([id])).user, (await memberOf([id])).user];
  await admin.delete(`/api/droplets/${id}`);
  const { id: trash_id } = await db().selectFrom('trash').select('id').executeTakeFirstOrThrow();
  for (const user_id of [one.id, two.id])
    for (const table_name of ['progress', 'again_marks', 'favorites'])
      await db().insertInto('trash_rows').values({ trash_id, table_name, user_id, content: '[]' }).execute();
  await forgetInTrash(db(), one.id);
  const left = await db()
    .selectFrom('trash_rows')
    .select(['user_id', 'table_name'])
    .where('user_id', 'is not', null)
    .orderBy('id')
    .execute();
  expect(left).toEqual([
    { user_id: one.id, table_name: 'favorites' },
    { user_id: two.id, table_name: 'progress' },
    { user_id: two.id, table_name: 'again_marks' },
    { user_id: two.id, table_name: 'favorites' },
  ]);
});

test('rows that a previous version stored in the trash are restored with the item, once', async () => {
  const [id = 0] = await dropletIds();
  const { user } = await memberOf([id]);
  const rows = await db().selectFrom('progress').selectAll().execute();
  const favorites = await db().selectFrom('favorites').selectAll().execute();
  await admin.delete(`/api/droplets/${id}`);
  const { id: trash_id } = await db().selectFrom('trash').select('id').executeTakeFirstOrThrow();
  // The previous version deleted the favorites itself, and left the progress to a foreign key that no longer
  // exists.
  await db().deleteFrom('favorites').execute();
  for (const [table_name, content] of [
    ['progress', JSON.stringify(rows)],
    ['favorites', JSON.stringify(favorites)],
  ] as const)
    await db().insertInto('trash_rows').values({ trash_id, table_name, user_id: user.id, content }).execute();
  expect((await admin.post('/api/trash/restore', { type: 'droplet', ids: [id] })).status).toBe(200);
  expect(await db().selectFrom('progress').selectAll().execute()).toEqual(rows);
  expect(await db().selectFrom('favorites').selectAll().execute()).toEqual(favorites);
});
