import { beforeAll, expect, test } from 'vitest';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { captions, filesIn, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { uploadSpace } from '../upload-space.ts';

let admin: SignedInClient;

const folder = await newUploadFolder();
const api = setUpApi({ uploads: uploadSpace(folder) });
beforeAll(async () => {
  admin = await api.signedIn('admin');
});

/** Uploads captions, and returns the text that readers get. */
async function stored(content: string | Uint8Array): Promise<string> {
  const { status, body, text } = await upload(admin, 'captions', Buffer.from(content), 'a.srt', 'text/plain');
  expect(status, text).toBe(201);
  expect(body).toMatchObject({ contentType: 'text/vtt; charset=utf-8', originalName: 'a.srt' });
  const file = await admin.get(body.url);
  expect(file.headers['content-length']).toBe(String(body.bytes));
  expect(file.headers['content-type']).toBe('text/vtt; charset=utf-8');
  return file.text;
}

/** Uploads captions that are refused, and returns the message. Expects that nothing was stored. */
async function refusal(content: string | Uint8Array): Promise<string> {
  const before = await filesIn(folder);
  const { status, body, text } = await upload(admin, 'captions', Buffer.from(content));
  expect(status, text).toBe(400);
  expect(body.issues).toEqual([{ path: 'file', message: body.message }]);
  expect(await filesIn(folder)).toEqual(before);
  return body.message;
}

const LATE = '00:01.000 --> 99:00:00.001';
const times = (start: string, end: string) => `1\n${start} --> ${end}\nHello`;
/** Encodes a SubRip text so that letters beyond a to z are one byte each. */
const inOldEncoding = (text: string) =>
  Buffer.from(times('00:00:01,000', '00:00:02,000').replace('Hello', text), 'latin1');

test('WebVTT is stored as it is', async () => {
  expect(await stored(captions('As it is.'))).toBe(captions('As it is.').toString());
});

/** Cases of the Web Platform Tests that the three engines pass; references may also end without `;`. */
test.each([
  ['&copy; 2026 &amp; later', '© 2026 &amp; later'],
  ['&quot;a&quot; &nsubE; &ClockwiseContourIntegral; &notin;', '"a" ⫅̸ ∲ ∉'],
  ['&not; &not &notit; &AMP; &amp &LT;b>', '¬ ¬ ¬it; &amp; &amp; &lt;b>'],
  ['a&#32;b&#x20;c&#x80;d&#0;e&#10;f&#60;g', 'a b c€d\uFFFDe f&lt;g'],
  ['&lt;&gt;&lrm;&rlm;&nbsp;', '&lt;&gt;&lrm;&rlm;&nbsp;'],
  ['& && &1 &1; &; &unknown; &<c>', '& && &1 &1; &; &amp;unknown; &<c>'],
])(
  'the references of HTML become characters, but for those that the player knows: %s',
  async (text, kept) => {
    expect(await stored(captions(text))).toBe(captions(kept).toString());
  },
);

test.each([
  ['WEBVTT\n\n00:01 --> 00:02\nHello', 'Line 3 has no valid time'],
  ['WEBVTT\n\n00:02.000 --> 00:01.000\nHello', 'The caption on line 3 ends before it begins'],
  [`WEBVTT\n\n${LATE}\nHello`, 'The time on line 3 is too late'],
  [`WEBVTT\n\n${'00:01.000 --> 00:02.000\n\n'.repeat(5001)}`, 'too many captions: at most 5000'],
  [`WEBVTT\n\n00:01.000 --> 00:02.000\n${'Oh! '.repeat(251)}`, 'The caption that begins “Oh! Oh! Oh!'],
  ['WEBVTT\n', 'This file contains no captions.'],
  ['<script>alert(1)</script>', 'This is no captions file. A WebVTT file begins with WEBVTT'],
  ['', 'This is no captions file'],
  [times('00:00:01', '00:00:02'), 'This is no captions file'],
  [`${times('00:00:01,0', '00:00:02,0')}\n\n${times('1', '2')}`, 'Line 6 has no valid time'],
  [times('00:00:61,000', '00:01:02,000'), 'Line 2 has no valid time, such as 00:00:01,000'],
  [times('00:00:02,000', '00:00:01,000'), 'The caption on line 2 ends before it begins'],
  [times('00:00:02,000', '100:00:01,000'), 'The time on line 2 is too late'],
  [`A film\n\n${times('00:00:01,000', '00:00:02,000')}`, 'Line 1 stands before the first caption'],
  [Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nGrüße', 'latin1'), 'not in UTF-8'],
  [Buffer.from('WEBVTT\n', 'utf16le'), 'not in UTF-8'],
  [Buffer.from('\0\0\0'), 'not in UTF-8'],
  // “Привет” in Windows-1251; “příště v klidu”, “dziś była łąka” and “a jövő hét után” in Windows-1250.
  [inOldEncoding('Ïðèâåò'), 'not in UTF-8'],
  [inOldEncoding('pøí\x9atì v klidu'), 'not in UTF-8'],
  [inOldEncoding('dzi\x9c by³a ³¹ka'), 'not in UTF-8'],
  [inOldEncoding('A jövõ hét után'), 'not in UTF-8'],
])('captions %# are refused with the problem and its line', async (content, message) => {
  expect(await refusal(content)).toContain(message);
});

const SRT = `1
00:00:01,000 --> 00:00:02,500
<i>Grüße</i> & <font color="red">Küsse</font> <3
{\\an8}-->oben`.replace('-->oben', 'oben');

test('a SubRip file becomes WebVTT in the order of time, and stays bold, italic or underlined', async () => {
  const second = '\r\n\r\n3\r\n 0:00:00.5 --> 0:00:00.9 X1:1\r\nFirst\r\n\r\n\r\nstill first\r\n\r\n12\r\n';
  expect(await stored(SRT + second)).toBe(`WEBVTT

00:00.500 --> 00:00.900
First
still first
12

00:01.000 --> 00:02.500
<i>Grüße</i> &amp; Küsse &lt;3
oben
`);
});

test('a SubRip file may be in UTF-8, UTF-16 or Windows-1252', async () => {
  const expected = /<i>Grüße<\/i> &amp; Küsse/;
  const swapped = Buffer.from(`\uFEFF${SRT} a`, 'utf16le').swap16();
  expect(await stored(`\uFEFF${SRT}`)).toMatch(expected);
  expect(await stored(Buffer.from(`\uFEFF${SRT}`, 'utf16le'))).toMatch(expected);
  expect(await stored(swapped)).toMatch(expected);
  expect(await stored(Buffer.from(SRT, 'utf16le'))).toMatch(expected);
  expect(await stored(Buffer.from(`${SRT} b`, 'utf16le').swap16())).toMatch(expected);
  expect(await stored(Buffer.from(SRT, 'latin1'))).toMatch(expected);
});

test.each([
  '¿Qué tal? ¡Mañana será un día espléndido!',
  'Où êtes-vous né, Noël ? Là-bas, garçon.',
  'Rødgrød på æbler, én å',
  'Não há amanhã, você é o avô. Ações às vezes, 1º',
  'Það er gott að sjá þig, ný bók, æði',
  'Tämä on hyvä yö, Åke',
])('a SubRip file in Windows-1252 may be in each of its languages: %s', async (text) => {
  expect(await stored(inOldEncoding(text))).toContain(text);
});
