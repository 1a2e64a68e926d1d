import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-media-'));
  for (const name of ['free', 'premium', 'sample', 'draft', 'nobody', 'intro'])
    await writeFile(join(folder, `${name}.mp4`), `${name} film`.repeat(100));
  await writeFile(join(folder, 'pacer.html'), '<script>1</script>');
  api = await startTestApi({ mediaFolder: folder });
  await insertOceans(api.database.db, [
    anOcean({
      mediaType: 'video',
      mediaUrl: '/media/intro.mp4',
      waves: [
        aWave({
          droplets: [
            aDroplet({ mediaUrl: '/media/free.mp4' }),
            aDroplet({ mediaUrl: '/media/premium.mp4', accessType: 'premium' }),
            aDroplet({ mediaUrl: '/media/sample.mp4', accessType: 'premium', isSample: true }),
            aDroplet({ mediaUrl: '/media/draft.mp4', isPublished: false }),
            aDroplet({ mediaUrl: '/media/pacer.html', mediaType: 'interactive' }),
          ],
        }),
      ],
    }),
  ]);
});
afterAll(() => api.stop());

test('a video is served only to readers who may open an item with it', async () => {
  const statuses = async (reader: { get(path: string): Promise<{ status: number }> }) => {
    const found: Record<string, number> = {};
    for (const name of ['free', 'intro', 'sample', 'premium', 'draft', 'nobody'])
      found[name] = (await reader.get(`/media/${name}.mp4`)).status;
    return found;
  };
  const open = { free: 200, intro: 200, sample: 200 };
  expect(await statuses(api.visitor())).toEqual({ ...open, premium: 404, draft: 404, nobody: 404 });
  expect(await statuses(await api.signedIn('free'))).toEqual({
    ...open,
    premium: 404,
    draft: 404,
    nobody: 404,
  });
  expect(await statuses(await api.signedIn('subscriber'))).toEqual({
    ...open,
    premium: 200,
    draft: 404,
    nobody: 404,
  });
  expect((await (await api.signedIn('admin')).get('/media/draft.mp4')).status).toBe(200);
});

test('a player can request a range of a video', async () => {
  const { status, headers, text } = await api
    .visitor()
    .send('GET', '/media/free.mp4', undefined, { range: 'bytes=5-8' });
  expect(status).toBe(206);
  expect(headers['content-range']).toBe('bytes 5-8/900');
  expect(headers['content-type']).toBe('video/mp4');
  expect(text).toBe('film');
  const beyond = await api.visitor().send('GET', '/media/free.mp4', undefined, { range: 'bytes=5000-' });
  expect(beyond.status).toBe(416);
});

test('a browser revalidates a locked video each time', async () => {
  const reader = await api.signedIn('subscriber');
  const { headers } = await reader.get('/media/premium.mp4');
  expect(headers['cache-control']).toBe('private, no-cache');
  const again = { 'if-none-match': String(headers.etag) };
  const ask = async () => (await reader.send('GET', '/media/premium.mp4', undefined, again)).status;
  expect(await ask()).toBe(304);
  const { db } = api.database;
  await db.updateTable('users').set({ role: 'free' }).where('id', '=', reader.user.id).execute();
  expect(await ask()).toBe(404);
});

test('an interactive page runs isolated from the site', async () => {
  const { headers } = await api.visitor().get('/media/pacer.html');
  expect(headers['content-security-policy']).toContain('sandbox allow-scripts');
  expect(headers['content-security-policy']).not.toContain('allow-same-origin');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('no path leads out of the media folder', async () => {
  const admin = await api.signedIn('admin');
  for (const path of [
    '../package.json',
    '..%2fpackage.json',
    '%2e%2e/package.json',
    '.env',
    'a/b/c',
    '',
    '/etc/passwd',
  ])
    expect((await admin.get(`/media/${path}`)).status, path).toBe(404);
});
