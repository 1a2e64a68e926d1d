import { expect, test } from 'vitest';
import { captionAt, parseCaptions } from './captions.ts';

const FILE = `WEBVTT

NOTE made by hand

1
00:00.500 --> 00:04.000 align:center
Someone calls <b>your</b> name
in the middle of a thought.

01:00:02.000 --> 01:00:03.250
<v Maren>Salt &amp; water &lt;3

00:02.000 --> 00:03.000
Over it.

not a time --> 00:09.000
Left out.
`;

test('captions have their seconds, their lines, and no markup', () => {
  expect(parseCaptions(FILE)).toEqual([
    { start: 0.5, end: 4, text: 'Someone calls your name\nin the middle of a thought.' },
    { start: 3602, end: 3603.25, text: 'Salt & water <3' },
    { start: 2, end: 3, text: 'Over it.' },
  ]);
  expect(parseCaptions(FILE.replaceAll('\n', '\r\n'))).toEqual(parseCaptions(FILE));
  expect(parseCaptions('')).toEqual([]);
});

test('a caption shows from its start until its end', () => {
  const captions = parseCaptions(FILE);
  expect(captionAt(captions, 0.49)).toBe('');
  expect(captionAt(captions, 0.5)).toContain('Someone');
  expect(captionAt(captions, 2.5)).toMatch(/thought\.\nOver it\.$/);
  expect(captionAt(captions, 4)).toBe('');
});
