import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';

let api: TestApi;
let admin: SignedInClient;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signedIn('admin');
});
afterAll(() => api.stop());

test('every list of changes names a setting as the screen that edits it does', async () => {
  const NAME = 'Landing: Headline, headline';
  await admin.post('/api/settings', { key: 'hero.title', value: 'Begin', category: 'content' });
  const read = async (path: string) => (await admin.get(path)).body;
  expect((await read('/api/trail'))[0]).toMatchObject({ title: NAME, itemId: 'hero.title' });
  expect((await read('/api/history/setting/hero.title')).title).toBe(NAME);
  const change = { kind: 'settings-changed', detail: NAME };
  expect(await read('/api/user/security-events')).toContainEqual(expect.objectContaining(change));
  expect((await read('/api/user/data')).securityEvents).toContainEqual(expect.objectContaining(change));
  const { events } = await read(`/api/people/account/${admin.user.id}`);
  expect(events).toContainEqual(expect.objectContaining(change));

  await admin.delete('/api/settings/hero.title');
  expect(await read('/api/history/setting/hero.title')).toMatchObject({ title: NAME, exists: false });
});
