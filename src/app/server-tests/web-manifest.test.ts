import { expect, test } from 'vitest';
import { setUpApi } from '#test/set-up-api.ts';

const PATH = '/manifest.webmanifest';

const its = setUpApi();

test('the manifest has the names from the settings, or their defaults', async () => {
  const ask = async () => JSON.parse((await its.visitor().get(PATH)).text);
  expect(await ask()).toMatchObject({
    name: 'Stillwater',
    description: 'A calming approach to mindful learning',
  });
  const admin = await its.signedIn('admin');
  const made = await admin.post('/api/settings', { key: 'site.title', value: 'Quay', category: 'general' });
  expect(made.body).toMatchObject({ value: 'Quay' });
  await admin.post('/api/settings', { key: 'site.description', value: 'By the water', category: 'general' });
  expect(await ask()).toMatchObject({ name: 'Quay', short_name: 'Quay', description: 'By the water' });
});

test('a client with the manifest gets 304', async () => {
  const first = await its.visitor().get(PATH);
  expect(first.headers['content-type']).toContain('application/manifest+json');
  expect(first.headers['cache-control']).toContain('no-cache');
  const again = await its.app.inject({
    url: PATH,
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});
