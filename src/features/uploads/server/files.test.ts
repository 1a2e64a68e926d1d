import { beforeAll, expect, test } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { aPicture, captions, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { uploadSpace } from './upload-space.ts';

let admin: SignedInClient;

const api = setUpApi({ uploads: uploadSpace(await newUploadFolder()) });
beforeAll(async () => {
  admin = await api.signedIn('admin');
});

const uploaded = async (kind: string, content: Uint8Array): Promise<string> =>
  (await upload(admin, kind, content)).body.url;

const withDroplet = (droplet: Parameters<typeof aDroplet>[0], ocean: Parameters<typeof anOcean>[0] = {}) =>
  insertOceans(api.database.db, [anOcean({ ...ocean, waves: [aWave({ droplets: [aDroplet(droplet)] })] })]);

async function statuses(url: string) {
  const found: number[] = [];
  for (const reader of [api.visitor(), await api.signedIn('free'), await api.signedIn('subscriber'), admin])
    found.push((await reader.get(url)).status);
  return found;
}

const OPEN = [200, 200, 200, 200];
const MEMBERS = [404, 404, 200, 200];
const NOBODY = [404, 404, 404, 200];

test('an upload that no item refers to is served only to staff', async () => {
  expect(await statuses(await uploaded('video', anMp4('nobody refers to it')))).toEqual(NOBODY);
  expect(await statuses(await uploaded('image', await aPicture(500, 500)))).toEqual(NOBODY);
});

test('a file that is stored unprepared is served without location, device and date', async () => {
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(type), length, content]);
  };
  const format = Buffer.from('0100010040 1f0000803e00000200 1000'.replaceAll(' ', ''), 'hex');
  const chunks = (note: string) =>
    Buffer.concat([
      Buffer.from('WAVE'),
      chunk('fmt ', format),
      chunk('LIST', Buffer.from(`INFOICRD${note}`)),
      chunk('data', Buffer.alloc(800, 7)),
    ]);
  const [one, other] = ['2024-05-06', '2024-05-07'].map((note) => chunk('RIFF', chunks(note)));
  const url = await uploaded('audio', one as Buffer);
  const { text, status } = await admin.get(url);
  expect(status).toBe(200);
  expect(text).toContain('fmt ');
  expect(text).not.toContain('2024');
  // Equal content is stored once.
  expect(await uploaded('audio', one as Buffer)).toBe(url);
  expect(await uploaded('audio', other as Buffer)).not.toBe(url);
});

test('a premium item’s media are served to readers who may open it, its picture to all', async () => {
  const [mediaUrl, captionsUrl, further, imageUrl] = [
    await uploaded('video', anMp4('premium')),
    await uploaded('captions', captions('premium')),
    await uploaded('captions', captions('muy caro')),
    await uploaded('image', await aPicture(1700, 900)),
  ];
  const furtherCaptions = [{ language: 'es', url: further }];
  await withDroplet({ mediaUrl, captionsUrl, furtherCaptions, imageUrl, accessType: 'premium' });
  expect(await statuses(mediaUrl)).toEqual(MEMBERS);
  expect(await statuses(further)).toEqual(MEMBERS);
  expect(await statuses(captionsUrl)).toEqual(MEMBERS);
  for (const width of [480, 960, 1600])
    expect(await statuses(imageUrl.replace('1600', String(width)))).toEqual(OPEN);
});

test('a premium item’s picture lesson is as closed as a video', async () => {
  const mediaUrl = await uploaded('image', await aPicture(1000, 500));
  await withDroplet({ mediaUrl, mediaType: 'image', accessType: 'premium' });
  expect(await statuses(mediaUrl)).toEqual(MEMBERS);
  expect(await statuses(mediaUrl.replace('-1000', '-480'))).toEqual(MEMBERS);
});

test('files and pictures of items under a draft are served only to staff', async () => {
  const mediaUrl = await uploaded('video', anMp4('under a draft'));
  const imageUrl = await uploaded('image', await aPicture(600, 600));
  await withDroplet({ mediaUrl, imageUrl }, { isPublished: false });
  expect(await statuses(mediaUrl)).toEqual(NOBODY);
  expect(await statuses(imageUrl)).toEqual(NOBODY);
});

test('a changed item changes who may fetch its files, from the next request on', async () => {
  const { body: ocean } = await admin.post('/api/oceans', {
    title: 'A new ocean',
    description: 'That changes its mind about things.',
    imageUrl: await uploaded('image', await aPicture(320, 180)),
    mediaType: 'video',
    mediaUrl: await uploaded('video', anMp4('of an ocean')),
    accessType: 'premium',
    isPublished: true,
  });
  expect([await statuses(ocean.mediaUrl), await statuses(ocean.imageUrl)]).toEqual([MEMBERS, OPEN]);
  await admin.put(`/api/oceans/${ocean.id}`, { accessType: 'free' });
  expect(await statuses(ocean.mediaUrl)).toEqual(OPEN);
  const imageUrl = await uploaded('image', await aPicture(330, 180));
  await admin.put(`/api/oceans/${ocean.id}`, { imageUrl });
  expect([await statuses(imageUrl), await statuses(ocean.imageUrl)]).toEqual([OPEN, NOBODY]);
  await admin.delete(`/api/oceans/${ocean.id}`);
  expect([await statuses(ocean.mediaUrl), await statuses(imageUrl)]).toEqual([NOBODY, NOBODY]);
});

test('a picture in a setting is served to everyone', async () => {
  const logo = await uploaded('image', await aPicture(200, 60));
  await admin.post('/api/settings', {
    key: 'site.logo',
    value: `https://example.org${logo}`,
    category: 'branding',
  });
  expect(await statuses(logo)).toEqual(OPEN);
});

test('open files are cached for long, premium files are revalidated each time', async () => {
  const [open, premium] = [await uploaded('video', anMp4('open')), await uploaded('video', anMp4('closed'))];
  await withDroplet({ mediaUrl: open });
  await withDroplet({ mediaUrl: premium, accessType: 'premium' });
  expect((await api.visitor().get(open)).headers['cache-control']).toBe(
    'public, max-age=31536000, s-maxage=300, stale-while-revalidate=1, stale-if-error=86400, immutable',
  );
  const subscriber = await api.signedIn('subscriber');
  const first = await subscriber.get(premium);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const again = { 'if-none-match': String(first.headers.etag) };
  expect((await subscriber.send('GET', premium, undefined, again)).status).toBe(304);
  expect((await api.visitor().send('GET', premium, undefined, again)).status).toBe(404);
});

test('no script in a file runs, and browsers do not guess its type', async () => {
  for (const url of [
    await uploaded('image', await aPicture(90, 90)),
    await uploaded('captions', captions('<script>alert(1)</script>')),
  ]) {
    const { headers } = await admin.get(url);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toMatch(/; sandbox$/);
    expect(headers['content-type']).toBe(url.endsWith('.vtt') ? 'text/vtt; charset=utf-8' : 'image/webp');
  }
});

test('a player can request ranges, and the size alone', async () => {
  const film = anMp4('in parts');
  const url = await uploaded('video', film);
  const part = async (range: string, more = {}) => {
    const { status, headers, text } = await admin.send('GET', url, undefined, { range, ...more });
    return [status, headers['content-range'], Buffer.byteLength(text)];
  };
  const size = film.length;
  expect(await part('bytes=4-7')).toEqual([206, `bytes 4-7/${size}`, 4]);
  expect((await admin.send('GET', url, undefined, { range: 'bytes=4-7' })).text).toBe('ftyp');
  expect(await part('bytes=-8')).toEqual([206, `bytes ${size - 8}-${size - 1}/${size}`, 8]);
  expect(await part(`bytes=${size - 1}-`)).toEqual([206, `bytes ${size - 1}-${size - 1}/${size}`, 1]);
  expect((await part(`bytes=4-${size * 2}`))[1]).toBe(`bytes 4-${size - 1}/${size}`);
  expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
  expect((await part('bytes=7-4'))[0]).toBe(200);
  expect((await part('lines=1-2'))[0]).toBe(200);
  expect((await part('bytes=0-1', { 'if-range': '"another"' }))[0]).toBe(200);
  const head = await admin.send('HEAD', url);
  expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(size), '']);
});

test('other names are 404', async () => {
  const url = await uploaded('captions', captions('names'));
  const hash = url.slice('/media/u/'.length, -4);
  for (const name of [
    `${hash}.mp4`,
    `${hash}-480.webp`,
    `${hash}`,
    `..%2f${hash}.vtt`,
    'incoming',
    `${hash}.vtt%00`,
  ])
    expect((await admin.get(`/media/u/${name}`)).status, name).toBe(404);
});
