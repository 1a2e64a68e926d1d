import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import {
  anMp3,
  aPicture,
  aWebm,
  captions,
  filesIn,
  formOf,
  newUploadFolder,
  upload,
} from '#test/upload-fixture.ts';
import { EMPTY, tooLarge, UPLOAD_KINDS } from '../shared/upload-kinds.ts';
import { uploadSpace } from './upload-space.ts';

let admin: SignedInClient;

const folder = await newUploadFolder();
const api = setUpApi({ uploads: uploadSpace(folder) });
beforeAll(async () => {
  admin = await api.signedIn('admin');
});

/** Uploads a file that is refused, and returns the message. Expects that nothing was stored. */
async function refusal(kind: string, content: Uint8Array, name?: string, type?: string): Promise<string> {
  const before = await filesIn(folder);
  const answer = await upload(admin, kind, content, name, type);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.issues).toEqual([{ path: 'file', message: answer.body.message }]);
  expect(await filesIn(folder)).toEqual(before);
  return answer.body.message;
}

test('a picture is stored as WebP in the widths of the pages, named after its content', async () => {
  const answer = await upload(admin, 'image', await aPicture(2000, 1000), 'sea.png', 'image/png');
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body).toMatchObject({
    kind: 'image',
    contentType: 'image/webp',
    width: 1600,
    height: 800,
    originalName: 'sea.png',
    uploadedBy: admin.user.id,
  });
  const [, hash] = /^\/media\/u\/([0-9a-f]{32})-1600\.webp$/.exec(answer.body.url) ?? [];
  for (const width of [480, 960, 1600]) {
    const file = await readFile(join(folder, `${hash}-${width}.webp`));
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width, height: width / 2 });
    const served = await admin.get(`/media/u/${hash}-${width}.webp`);
    expect(served.status).toBe(200);
    expect(served.headers['content-length']).toBe(String(file.length));
  }
});

test('a picture is sent as AVIF to browsers that read it, where that is smaller', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const grain = sharp({ create: { width: 1000, height: 700, channels: 3, background: '#888', noise } });
  const { url } = (await upload(admin, 'image', await grain.jpeg().toBuffer())).body;
  const get = async (accept: string, address = url) => {
    const { headers } = await admin.send('GET', address, undefined, { accept });
    return { type: headers['content-type'], length: Number(headers['content-length']), headers };
  };
  const modern = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8';
  const [avif, webp] = [await get(modern), await get('image/webp,*/*')];
  expect([avif.type, webp.type]).toEqual(['image/avif', 'image/webp']);
  expect(avif.length).toBeLessThan(webp.length);
  expect([avif.headers.vary, webp.headers.vary]).toEqual(['Accept', 'Accept']);
  const file = await readFile(join(folder, url.slice('/media/u/'.length).replace('webp', 'avif')));
  expect(file).toHaveLength(avif.length);
  expect(await sharp(file).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width: 1000 });
  // The ETag of one format does not match the other.
  const known = { accept: modern, 'if-none-match': String(webp.headers.etag) };
  expect((await admin.send('GET', url, undefined, known)).status).toBe(200);

  // A tiny plain picture is smaller as WebP, and has no other file.
  const plain = (await upload(admin, 'image', await aPicture(60, 40))).body.url;
  expect((await get(modern, plain)).type).toBe('image/webp');
  const words = (await upload(admin, 'captions', captions('no picture'))).body.url;
  expect((await get(modern, words)).headers.vary).not.toBe('Accept');
});

test('no decoder of a picture stays in memory', async () => {
  await upload(admin, 'image', await aPicture(400, 300));
  expect(sharp.cache().items.current).toBe(0);
});

test('a picture is never enlarged', async () => {
  const { body } = await upload(admin, 'image', await aPicture(700, 900, 'jpeg'));
  expect(body).toMatchObject({ width: 700, height: 900 });
  expect(body.url).toMatch(/-700\.webp$/);
  expect((await admin.get(body.url.replace('-700', '-960'))).status).toBe(404);
  expect((await admin.get(body.url.replace('-700', '-480'))).status).toBe(200);
});

test('camera data is removed from a picture, and its orientation is applied', async () => {
  const photo = await sharp(await aPicture(300, 200))
    .withExif({ IFD0: { Copyright: 'a secret name' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const { body } = await upload(admin, 'image', photo);
  expect(body).toMatchObject({ width: 200, height: 300 });
  const stored = await sharp(join(folder, body.url.slice('/media/u/'.length))).metadata();
  expect([stored.exif, stored.xmp, stored.orientation]).toEqual([undefined, undefined, undefined]);
});

test('equal files are stored once', async () => {
  const film = anMp4('the same film');
  const first = await upload(admin, 'video', film, 'one.mp4');
  const before = await filesIn(folder);
  const second = await upload(admin, 'video', film, 'two.mp4');
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toEqual(first.body);
  expect(await filesIn(folder)).toEqual(before);
});

test('a file’s content decides, not its name or declared type', async () => {
  const page = Buffer.from('<!doctype html><html><script>alert(1)</script></html>');
  expect(await refusal('image', page, 'sea.png', 'image/png')).toBe(
    'This file cannot be used as an image: its content is a web page. ' +
      'Choose a PNG, JPEG, WebP, AVIF or GIF image.',
  );
  const png = await aPicture(50, 50);
  expect(await refusal('video', png, 'film.mp4', 'video/mp4')).toBe(
    'This file cannot be used as a video: its content is image/png. Upload it as an image.',
  );
  expect(await refusal('audio', page, 'song.mp3', 'audio/mpeg')).toContain('its content is a web page');
  expect((await upload(admin, 'image', png, 'malware.exe', 'text/html')).body.contentType).toBe('image/webp');
});

test('a page behind a picture’s first bytes is refused, one behind a whole picture removed', async () => {
  const png = await aPicture(60, 60);
  const script = Buffer.from('<script>alert(1)</script>');
  const fake = Buffer.concat([png.subarray(0, 20), script]);
  expect(await refusal('image', fake)).toContain('damaged or incomplete and cannot be read. Save it again');
  const { body } = await upload(admin, 'image', Buffer.concat([png, script]));
  expect((await readFile(join(folder, body.url.slice(9)))).includes('script')).toBe(false);
});

test('an SVG is refused, because it may contain script', async () => {
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n';
  for (const head of ['', '<?xml version="1.0"?>\n', '<!-- hello -->', '<!-- a -->\n<!-- b -->', doctype])
    expect(await refusal('image', Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg"/>`))).toContain(
      'it is an SVG drawing, which can contain scripts',
    );
});

test('a picture with an enormous decoded size is refused before decoding', async () => {
  const bomb = await sharp({
    create: { width: 12_000, height: 12_000, channels: 3, background: 'black' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await refusal('image', bomb)).toContain('too large. Use at most 100 million pixels');
});

test('an incomplete picture is refused, and a very narrow one', async () => {
  const photo = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * 7919) % 251)), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .jpeg()
    .toBuffer();
  expect(await refusal('image', photo.subarray(0, photo.length / 2))).toContain('damaged or incomplete');
  expect(await refusal('image', await aPicture(20, 900))).toBe(
    'This image is too narrow. Choose a wider one.',
  );
});

test('video that browsers play is stored unchanged', async () => {
  const film = anMp4('a film to keep');
  const mp4 = await upload(admin, 'video', film);
  expect(mp4.body).toMatchObject({ contentType: 'video/mp4', width: 1280, height: 720, bytes: film.length });
  expect(await readFile(join(folder, mp4.body.url.slice(9)))).toEqual(film);
  const webm = await upload(admin, 'video', aWebm('V_VP9', 'A_OPUS'));
  expect(webm.body).toMatchObject({ contentType: 'video/webm' });
  expect(webm.body.url).toMatch(/\.webm$/);
});

test('video that not every browser plays is refused with the codec’s name and every way out', async () => {
  expect(await refusal('video', anMp4('x', 'hvc1'))).toBe(
    'This file uses HEVC (H.265), which some browsers cannot play. ' +
      'Choose an MP4 video with H.264 or AV1, or a WebM video. ' +
      'Or turn “High Efficiency” off in the phone’s camera settings and record again. ' +
      'With ffmpeg on the server any film fits; the operations guide says how to install it.',
  );
  const dolby = await refusal('video', anMp4('x', 'avc1', 'ac-3'));
  expect(dolby).toContain('Dolby AC-3');
  expect(dolby).not.toContain('High Efficiency');
  expect(await refusal('video', aWebm('V_MPEGH/ISO/HEVC'))).toContain('MPEGH');
  const mov = anMp4('x');
  mov.write('qt  ', 8, 'latin1');
  expect(await refusal('video', mov)).toMatch(
    /QuickTime \(\.mov\)\..* With ffmpeg on the server any film fits/,
  );
  expect(await refusal('video', await aPicture(20, 20))).not.toContain('ffmpeg');
});

test('a refused sound or photo is told its own formats', async () => {
  const aiff = Buffer.concat([Buffer.from('FORM\0\0\0\0AIFF'), Buffer.alloc(2000)]);
  expect(await refusal('audio', aiff)).toBe(
    'This file cannot be used as audio: its content is audio/aiff. ' +
      'Choose an MP3, M4A, AAC, Ogg, WebM, WAV or FLAC file. ' +
      'With ffmpeg on the server any recording fits; the operations guide says how to install it.',
  );
  expect(await refusal('video', anMp3())).toBe('This file contains only audio. Upload it as audio.');
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(2000)]);
  expect(await refusal('image', heic)).toBe(
    'This file cannot be used as an image: it is a HEIC photo, which some browsers cannot show. ' +
      'On a phone, share or save the photo as JPEG.',
  );
});

test('an incomplete video is refused', async () => {
  const film = anMp4('a film that breaks off');
  expect(await refusal('video', film.subarray(0, film.length - 1))).toBe(
    'This file is damaged or incomplete and cannot be played. ' +
      'Copy it from the phone or camera again, then choose it once more.',
  );
});

test('audio and video are told apart', async () => {
  expect(await refusal('video', anMp4('x', null))).toContain('Upload it as audio');
  expect(await refusal('audio', anMp4('x'))).toContain('Upload it as a video');
  expect((await upload(admin, 'audio', anMp4('a song', null))).body.url).toMatch(/\.m4a$/);
  expect((await upload(admin, 'audio', anMp3())).body.contentType).toBe('audio/mpeg');
  expect((await upload(admin, 'audio', aWebm('A_OPUS'))).body.contentType).toBe('audio/webm');
});

test('an empty file, no file, two files and no form get different messages', async () => {
  expect(await refusal('image', new Uint8Array())).toBe(EMPTY);
  const none = new FormData();
  none.append('title', 'no file');
  expect((await admin.post('/api/uploads?kind=image', none)).body).toMatchObject({
    message: 'Choose a file.',
  });
  const two = formOf(await aPicture(20, 20));
  two.append('more', new Blob(['x']), 'more.png');
  const before = await filesIn(folder);
  const both = await admin.post('/api/uploads?kind=image', two);
  expect([both.status, both.body.message]).toEqual([400, 'Send one file at a time.']);
  expect(await filesIn(folder)).toEqual(before);
  expect((await admin.post('/api/uploads?kind=image', { file: 'x' })).status).toBe(415);
  const kind = await admin.post('/api/uploads?kind=program', formOf(await aPicture(20, 20)));
  expect([kind.status, kind.body.issues[0].path]).toEqual([400, 'kind']);
});

test('a file that is too large is refused with the limit and leaves nothing', async () => {
  const before = await filesIn(folder);
  for (const [kind, bytes] of [
    ['captions', UPLOAD_KINDS.captions.maxBytes + 1],
    // The declared length is too large, so the content is not read.
    ['image', UPLOAD_KINDS.image.maxBytes + 100_000],
  ] as const) {
    const { status, body } = await upload(admin, kind, Buffer.alloc(bytes, 'WEBVTT\n'));
    const message = tooLarge(kind);
    expect(message).toContain(`at most ${UPLOAD_KINDS[kind].max}. Choose a smaller one`);
    expect([status, body]).toEqual([
      413,
      { code: 'too-large', message, issues: [{ path: 'file', message }] },
    ]);
  }
  expect(await filesIn(folder)).toEqual(before);
});

test('an administrator’s call without a CSRF token uploads nothing', async () => {
  const before = await filesIn(folder);
  const answer = await admin.send('POST', '/api/uploads?kind=image', formOf(await aPicture(30, 30)));
  expect(answer.status).toBe(403);
  expect(await filesIn(folder)).toEqual(before);
});

test('the list of uploads has pages, the newest first', async () => {
  for (const line of ['one', 'two', 'three']) await upload(admin, 'captions', captions(line), `${line}.vtt`);
  const first = await admin.get('/api/uploads?kind=captions&limit=2');
  expect(first.body.map((file: { originalName: string }) => file.originalName)).toEqual([
    'three.vtt',
    'two.vtt',
  ]);
  const next = await admin.get(`/api/uploads?kind=captions&limit=1&cursor=${first.headers['x-next-cursor']}`);
  expect(next.body[0].originalName).toBe('one.vtt');
  const whole = await admin.get('/api/uploads?limit=200');
  expect(whole.headers['x-next-cursor']).toBeUndefined();
  expect(new Set(whole.body.map(({ kind }: { kind: string }) => kind))).toContain('image');
});
