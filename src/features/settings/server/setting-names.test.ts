import { beforeAll, expect, test } from 'vitest';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

const api = setUpApi();

let admin: SignedInClient;

beforeAll(async () => {
  admin = await api.signedIn('admin');
});

test('every list of changes names a setting as the screen that edits it does', async () => {
  const NAME = 'Landing: Headline, headline';
  await admin.post('/api/settings', { key: 'hero.title', value: 'Begin', category: 'content' });
  const read = async (path: string) => (await admin.get(path)).body;
  expect((await read('/api/audit-log'))[0]).toMatchObject({ title: NAME, itemId: 'hero.title' });
  expect((await read('/api/history/setting/hero.title')).title).toBe(NAME);
  const change = { kind: 'settings-changed', detail: NAME };
  expect(await read('/api/user/security-events')).toContainEqual(expect.objectContaining(change));
  expect((await read('/api/user/data')).securityEvents).toContainEqual(expect.objectContaining(change));
  const { events } = await read(`/api/people/account/${admin.user.id}`);
  expect(events).toContainEqual(expect.objectContaining(change));

  await admin.delete('/api/settings/hero.title');
  expect(await read('/api/history/setting/hero.title')).toMatchObject({ title: NAME, exists: false });
});
