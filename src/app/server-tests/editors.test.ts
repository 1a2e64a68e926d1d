import { beforeAll, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* Calls shared with administrators give editors content, and nothing else. */

const CURRENT = Number.MAX_SAFE_INTEGER;

const api = setUpApi();

let ada: SignedInClient;
let ines: SignedInClient;
let oceanId: number;
let draftId: number;

beforeAll(async () => {
  ada = await api.signedIn('admin', { username: 'ada' });
  ines = await api.signedIn('editor', { username: 'ines' });
  const tree = (title: string, isPublished: boolean) =>
    anOcean({ title, isPublished, waves: [aWave({ droplets: [aDroplet()] })] });
  [oceanId = 0, draftId = 0] = await insertOceans(api.database.db, [
    tree('Rest', true),
    tree('Later', false),
  ]);
});

const auditLog = async (by: SignedInClient, query = '') => (await by.get(`/api/audit-log${query}`)).body;

test('an editor can read and undo changes of content only', async () => {
  await ada.post('/api/settings', { key: 'site.note', value: 'private', category: 'general' });
  const member = await api.signedIn('free', { username: 'noor' });
  await ada.patch(`/api/people/account/${member.user.id}`, { isDisabled: true, lastChange: CURRENT });
  await ada.get('/api/people.csv');
  expect((await ines.put(`/api/oceans/${oceanId}`, { title: 'Deep rest' })).status).toBe(200);
  const types = (entries: { itemType: string }[]) => new Set(entries.map(({ itemType }) => itemType));
  expect(types(await auditLog(ada))).toEqual(new Set(['ocean', 'setting', 'account', 'export']));
  expect(types(await auditLog(ines))).toEqual(new Set(['ocean']));
  for (const type of ['setting', 'account', 'export', 'ocean,account,setting'])
    for (const entry of await auditLog(ines, `?itemType=${type}`)) expect(entry.itemType).toBe('ocean');
  expect((await auditLog(ines))[0].user).toEqual({ id: ines.user.id, username: 'ines' });
  expect((await ines.get('/api/audit-log/authors')).body.map(({ username }: never) => username)).toEqual([
    'ines',
  ]);
  for (const { id, itemType } of await auditLog(ada)) {
    const { status } = await ines.post(`/api/audit-log/${id}/undo`);
    expect([itemType, status]).toEqual([itemType, itemType === 'ocean' ? 200 : 403]);
  }
  expect((await ada.get('/api/settings/site.note')).body.value).toBe('private');
});

test('counts and dashboard show an editor no persons', async () => {
  await api.visitor().send('POST', '/api/email-signup', { email: 'one@example.org' });
  const { body: usage } = await ines.get('/api/usage');
  expect(usage.totals.now).toMatchObject({ signups: null, members: null, payers: null, opened: 0 });
  expect(usage.isEmpty).toBe(true);
  expect((await ada.get('/api/usage')).body.totals.now.signups).toBe('few');
  expect((await ada.get('/api/usage')).body.isEmpty).toBe(false);
  const { body: overview } = await ines.get('/api/overview');
  expect(overview).toEqual({
    ...{ settings: null, people: null, newPeople: null, paying: null, newPaying: null },
    droplets: { count: 2, isMore: false },
    drafts: expect.anything(),
    finished: 0,
  });
});

test('an editor sees drafts, until the first request after the role’s end', async () => {
  const draft = `/api/oceans/${draftId}`;
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await ines.get(draft)).status).toBe(200);
    expect((await ines.get('/api/oceans')).text).toContain('Later');
    expect((await api.visitor().get('/api/oceans')).text).not.toContain('Later');
  }
  await api.database.db
    .updateTable('users')
    .set({ editor_since: null })
    .where('id', '=', ines.user.id)
    .execute();
  expect((await ines.get(draft)).status).toBe(404);
  expect((await ines.get('/api/oceans')).text).not.toContain('Later');
  expect((await ines.get('/api/trash')).status).toBe(403);
});

test('uses by an editor are not counted', async () => {
  const other = await api.signedIn('editor');
  const uses = [{ event: 'opened', itemType: 'droplet', itemId: 1 }];
  const headers = { origin: 'http://localhost:3000' };
  // With these six the count would exceed ‘few’, which is one to four.
  for (let time = 0; time < 6; time += 1)
    expect((await other.send('POST', '/api/usage-counts', { uses }, headers)).status).toBe(204);
  expect((await api.visitor().send('POST', '/api/usage-counts', { uses }, headers)).status).toBe(204);
  const opened = async () => (await ada.get('/api/usage')).body.totals.now.opened;
  await expect.poll(opened).not.toBe(0);
  expect(await opened()).toBe('few');
});
