import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { S3_KEYS, type S3Peer, startS3Peer } from '#test/peers/s3-peer.ts';
import { type SignedInClient, startTestApi, type TestApi, type TestClient } from '#test/test-api.ts';
import { aPicture, captions, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { uploadSpace } from '../upload-space.ts';
import { signMediaUrl } from './sign-media-url.ts';

let peer: S3Peer;
let api: TestApi;
let admin: SignedInClient;
const log: string[] = [];

beforeAll(async () => {
  peer = await startS3Peer();
  const { endpoint } = peer;
  api = await startTestApi({
    uploads: uploadSpace(await newUploadFolder(), { ...S3_KEYS, endpoint, publicEndpoint: endpoint }),
    logLevel: 'debug',
    printLog: (line) => log.push(line),
  });
  admin = await api.signedIn('admin');
});
afterAll(async () => {
  await api.stop();
  await peer.stop();
});

const uploaded = async (kind: string, content: Uint8Array): Promise<string> =>
  (await upload(admin, kind, content)).body.url;

const withDroplet = (droplet: Parameters<typeof aDroplet>[0]) =>
  insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets: [aDroplet(droplet)] })] })]);

async function aFilm(about: string, accessType: 'free' | 'premium') {
  const film = anMp4(about);
  const mediaUrl = await uploaded('video', film);
  await withDroplet({ mediaUrl, accessType });
  return { film, mediaUrl };
}

/** Sends the request of a `video` element. */
const play = (client: TestClient, url: string, more: Record<string, string> = {}) =>
  client.send('GET', url, undefined, { 'sec-fetch-dest': 'video', ...more });

test('a player gets a locked film from the store, and no cache keeps the redirect', async () => {
  const { film, mediaUrl } = await aFilm('locked in the store', 'premium');
  const subscriber = await api.signedIn('subscriber');
  const calls = peer.calls.length;
  const answer = await play(subscriber, mediaUrl, { range: 'bytes=0-' });
  expect([answer.status, answer.text, peer.calls.length]).toEqual([302, '', calls]);
  expect(answer.headers['cache-control']).toBe('private, no-store');
  for (const name of ['surrogate-key', 'cache-tag', 'etag', 'content-type'])
    expect(answer.headers[name], name).toBeUndefined();
  const location = new URL(String(answer.headers.location));
  expect(location.origin).toBe(peer.endpoint);
  expect(location.searchParams.get('X-Amz-Expires')).toBe('600');

  const whole = await fetch(location);
  expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(film)]).toEqual([200, true]);
  expect(whole.headers.get('cache-control')).toBe('private, no-store');
  const part = await fetch(location, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);

  for (const other of [api.visitor(), await api.signedIn('free')]) {
    const refused = await play(other, mediaUrl);
    expect([refused.status, refused.headers.location]).toEqual([404, undefined]);
  }
});

test('the store sends a film as a film, whatever it believes the object to be', async () => {
  const { mediaUrl } = await aFilm('<script>alert(1)</script>', 'free');
  const object = peer.objects.get(`uploads/${mediaUrl.slice('/media/u/'.length)}`);
  if (object) object.contentType = 'text/html';
  const { headers } = await play(api.visitor(), mediaUrl);
  const answer = await fetch(String(headers.location));
  expect(answer.headers.get('content-type')).toBe('video/mp4');
  expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="[0-9a-f]{32}\.mp4"$/);
});

test('readers of an open film get the same address for an hour, which browsers cache', async () => {
  const { mediaUrl } = await aFilm('open to all', 'free');
  const now = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const client = new AwsClient({ ...S3_KEYS, service: 's3' });
  const file = { name: 'a.mp4', contentType: 'video/mp4', bytes: 1, isOpen: true };
  const sign = (later: number) => signMediaUrl(client, 'https://s3.example/b/a.mp4', file, now + later);
  expect(await sign(3_599_000)).toBe(await sign(0));
  expect(await sign(3_600_000)).not.toBe(await sign(0));
  const answer = await play(api.visitor(), mediaUrl);
  expect([answer.status, answer.headers['cache-control']]).toEqual([302, 'private, no-store']);
  const stored = await fetch(String(answer.headers.location));
  expect(stored.headers.get('cache-control')).toBe('private, max-age=7200');
});

test('scripts, editors and browsers without Sec-Fetch-Dest get the bytes from the site', async () => {
  const { film, mediaUrl } = await aFilm('for scripts', 'free');
  for (const headers of [{}, { 'sec-fetch-dest': 'empty' }, { 'sec-fetch-dest': 'document' }] as Record<
    string,
    string
  >[]) {
    const answer = await api.visitor().send('GET', mediaUrl, undefined, headers);
    expect([answer.status, answer.headers['content-length']]).toEqual([200, String(film.length)]);
    expect(answer.headers['cache-control']).toMatch(/^public, .*immutable$/);
  }
  for (const staff of [admin, await api.signedIn('editor')])
    expect((await play(staff, mediaUrl)).status).toBe(200);
  const head = await api.visitor().send('HEAD', mediaUrl, undefined, { 'sec-fetch-dest': 'video' });
  expect(head.status).toBe(200);
});

test('pictures and captions are never redirected', async () => {
  const imageUrl = await uploaded('image', await aPicture(500, 300));
  const captionsUrl = await uploaded('captions', captions('in the store'));
  await withDroplet({ imageUrl, mediaUrl: await uploaded('video', anMp4('with captions')), captionsUrl });
  for (const url of [imageUrl, captionsUrl]) expect((await play(api.visitor(), url)).status).toBe(200);
});

test('pages may load media from the store, and nothing else', async () => {
  const { headers } = await api.visitor().get('/api/oceans');
  const policy = String(headers['content-security-policy']).split(';');
  const allowed = policy.filter((directive) => directive.includes(peer.endpoint));
  expect(allowed).toEqual([`media-src 'self' https: ${peer.endpoint}`]);
});

test('no signature and no key is in the log', async () => {
  const { mediaUrl } = await aFilm('logged', 'free');
  await play(api.visitor(), mediaUrl);
  const text = log.join('\n');
  expect(text).toContain('/media/u/');
  expect(text).not.toMatch(/X-Amz|Signature/i);
  expect(text).not.toContain(S3_KEYS.secretAccessKey);
  expect(text).not.toContain(S3_KEYS.accessKeyId);
});
