import { expect, test } from 'vitest';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import { escapeCueText, plainCueText } from './cue-text.ts';
import { parseWebVtt } from './parse-webvtt.ts';
import { writeWebVtt } from './write-webvtt.ts';

/* Results of the Web Platform Tests (webvtt/parsing), in another form. */

const SECOND = '00:00.000 --> 00:01.000';
const texts = (file: string) => parseWebVtt(file)?.map(({ text }) => text) ?? null;
/** A file whose cue `before` may be invalid, with a second one that shows where parsing continued. */
const withTimes = (line: string) => texts(`WEBVTT\n\n${line}\ntimed\n\n${SECOND}\nnext`);

test.each([
  ['WEBVTT', []],
  ['WEBVTT ', []],
  ['WEBVTT\t', []],
  ['\uFEFFWEBVTT\n\n00:00.000 --> 00:01.000\na', ['a']],
  [`WEBVTT a title\n\n${SECOND}\na`, ['a']],
  [`WEBVTT\ttitle\n\n${SECOND}\na`, ['a']],
  ['', null],
  ['WEBV', null],
  ['WEBVTTO\n\n00:00.000 --> 00:01.000\na', null],
  ['webvtt\n', null],
  [' WEBVTT\n', null],
  ['WEBVTT\f\n', null],
  ['\uFEFF\uFEFFWEBVTT\n', null],
])('signature of %j', (file, expected) => expect(texts(file)).toEqual(expected));

test.each([
  ['a header goes on until an empty line', `WEBVTT\nabc\nd\0\n\n${SECOND}\na`, ['a']],
  ['times end the header', `WEBVTT\n${SECOND}\na`, ['a']],
  ['times in the line of the signature are none', `WEBVTT ${SECOND}\na\n`, []],
  [
    'styles, regions and notes are no cues',
    `WEBVTT\n\nSTYLE\n::cue {}\n\nREGION\nid:a\n\nNOTE\nb\n\n${SECOND}\na`,
    ['a'],
  ],
  ['blocks without times are left out', `WEBVTT\n\n.bar {\n}\n\nfoo\n${SECOND}\na`, ['a']],
  [
    'carriage returns alone or with line feeds end lines',
    `WEBVTT\r\n\rcr\r${SECOND}\ra\r\n\r\n${SECOND}\r\nb\n\r${SECOND}\nc`,
    ['a', 'b', 'c'],
  ],
  ['times end a cue without an empty line', `WEBVTT\n\n${SECOND}\na\n${SECOND}\nb`, ['a', 'b']],
  [
    'an arrow in the line before the times is no id',
    ['WEBVTT\n', '-->', 'foo-->', '-->foo', '--->', '-->-->', '\n00:00:00.000 -a -->', '\n00:00.000 -- -->\n']
      .join(`\n${SECOND}\nx\n`)
      .replace(`${SECOND}\nx\n`, ''),
    ['x', 'x', 'x', 'x', 'x', 'x'],
  ],
  ['a cue may be empty', `WEBVTT\n\n${SECOND}\n\n${SECOND}\n`, ['', '']],
  ['a null becomes a replacement', `WEBVTT\n\n${SECOND}\na\0b`, ['a\uFFFDb']],
  ['the end may come in the times', 'WEBVTT\n\n00:00:00.000 --> 00:0', []],
])('%s', (_, file, expected) => expect(texts(file)).toEqual(expected));

test.each([' leading', 'trailing ', '-- >', '->', ' '])('the line before the times is the id: %j', (id) =>
  expect(parseWebVtt(`WEBVTT\n\n${id}\n${SECOND}\na`)).toMatchObject([{ id, text: 'a' }]),
);

test.each([
  '   00:00:00.000    -->  00:00:01.000 ',
  '\t00:00:00.000\t-->\t00:00:01.000\t',
  '\f00:00:00.000\f-->\f00:00:01.000\f',
  '00:00.000-->00:01.000',
  '000:00:00.000 --> 0:00:01.000',
  '00:01.000 --> 00:00.999',
  '00:00.000 --> 60:00:01.000',
  '00:00:00.000 --> 00:00:01.000\0align:end',
])('valid times: %j', (line) => expect(withTimes(line)).toEqual(['timed', 'next']));

test.each(
  [
    ...['\v00:00.000 --> 00:01.000', '00:00.000\v-->\v00:01.000', '00:00,000 --> 00:01,000'],
    ...['00::00:00.000', '00:000:00.000', '00:00::00.000', '00:00:000.000', '00:00:00..000', '00:00:00.0000'],
    ...['000:00.000', '00::00.000', '00:000.000', '00:00.0000', '0000:00.000', '00:0:00.000', '00:0000.000'],
    ...[
      '00:00:0.000',
      '00:00:00000',
      '00:00:00.00',
      '00:00:00.',
      '00:00:00',
      '00:00',
      '0:00.000',
      ':00.',
      '0.',
    ],
    ...[
      '00:60:00.000',
      '00:00:60.000',
      '60:00.000',
      '00:60.000',
      'x0:00.000',
      '00:00.000x',
      '0x:00.000',
      '-1:00.000',
    ],
  ].map((time) => (time.includes('-->') ? time : `${time} --> 00:00:01.000`)),
)('refused times: %j', (line) => expect(withTimes(line)).toEqual(['next']));

test('times are in seconds, and settings are kept', () => {
  expect(parseWebVtt('WEBVTT\n\n216000:00:01.001 --> 60:00:01.000 line:0 align:start\na')).toEqual([
    { id: '', start: 777_600_001.001, end: 216_001, settings: 'line:0 align:start', text: 'a' },
  ]);
});

test.each([
  ['&', '&'],
  ['&amp', '&amp'],
  ['&amp;&lt;&gt;', '&<>'],
  ['&AMP;', '&AMP;'],
  ['a&lrm;b&rlm;', 'a\u200Eb\u200F'],
  ['&nbsp;', '\u00A0'],
  ['&copy;&quot;&#32;&#x20;&1;&;&&', '&copy;&quot;&#32;&#x20;&1;&;&&'],
  ['&<c', '&'],
  ['<ruby>a<rt>b</rt></ruby>c', 'abc'],
  ['<v.loud Mary & Bob>hi</v>, <00:01.000>you<', 'hi, you'],
  ['<b<i>x', 'x'],
  ['&lt;b>', '<b>'],
])('the text of %j is %j', (text, expected) => expect(plainCueText(text)).toBe(expected));

test('written cues are read back, in order of time', () => {
  const cues = [
    {
      id: 'b',
      start: 3600.5,
      end: 360_000.25,
      settings: 'align:start',
      text: escapeCueText('a --> <b> & c'),
    },
    { id: '', start: 0.001, end: 59.999, settings: '', text: 'one\ntwo' },
  ];
  expect(parseWebVtt(writeWebVtt(cues))).toEqual([cues[1], cues[0]]);
  expect(plainCueText(cues[0]?.text ?? '')).toBe('a --> <b> & c');
  const gaps = writeWebVtt([{ id: '', start: 0, end: 1, settings: '', text: 'one\n \n\r\ntwo' }]);
  expect(texts(gaps)).toEqual(['one\ntwo']);
});

test.each(['<', '&', '-->\n', '0', ' \n', '00:00.000 -->', '\n'])(
  'a hostile text of many %j is parsed in linear time',
  (part) => {
    expectLinearTime((size) => {
      const [cue] = parseWebVtt(`WEBVTT\n\n${SECOND}\n${part.repeat(size / part.length)}`) ?? [];
      plainCueText(cue?.text ?? '');
    }, 1_000_000);
  },
);
