import { expect, test } from 'vitest';
import { plainCueText } from '#platform/text/captions/cue-text.ts';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import * as edit from './caption-lines.ts';
import { fieldTime, parseTime, tenths } from './time-field.ts';
import { toCueText, toTypedText } from './typed-text.ts';

const line = (text: string, start: number | null = null, end: number | null = null) =>
  edit.newLine(text, start, end);
const seen = (lines: readonly edit.Line[]) => lines.map(({ text, start, end }) => [text, start, end]);

test('a split divides the text at the caret, and the time in proportion', () => {
  const lines = [line('Fill it. Wait.', 2, 4), line('Last', 5, 6)];
  expect(seen(edit.split(lines, 0, 8))).toEqual([
    ['Fill it.', 2, 3.231],
    ['Wait.', 3.231, 4],
    ['Last', 5, 6],
  ]);
  expect(seen(edit.split([line('one two')], 0, 3))).toEqual([
    ['one', null, null],
    ['two', null, null],
  ]);
  for (const offset of [-1, 0, 14]) expect(edit.split(lines, 0, offset)).toEqual(lines);
  expect(edit.middleOf('Fill it. Wait.')).toBe(8);
  expect(edit.middleOf('Whole')).toBe(-1);
});

test('a join takes the words and the time of both', () => {
  const lines = [line('One ', 1, 2), line('two', 3, 4), line('three')];
  expect(seen(edit.joined(lines, 0))).toEqual([
    ['One two', 1, 4],
    ['three', null, null],
  ]);
  expect(seen(edit.joined(lines, 1))[1]).toEqual(['two three', 3, 4]);
  expect(edit.joined(lines, 2)).toEqual(lines);
});

test('a nudge moves both ends, and never before the beginning', () => {
  const lines = [line('One', 0.1, 2)];
  expect(seen(edit.shifted(lines, 0, 0.1))).toEqual([['One', 0.2, 2.1]]);
  expect(seen(edit.shifted(edit.shifted(lines, 0, -0.1), 0, -0.1))).toEqual([['One', 0, 1.9]]);
});

test('a start behind the end moves the end; an end without a start leaves time to read', () => {
  const text = 'x'.repeat(34);
  expect(seen(edit.startedAt([line(text, 1, 3)], 0, 2))).toEqual([[text, 2, 3]]);
  expect(seen(edit.startedAt([line(text, 1, 3)], 0, 5))).toEqual([[text, 5, 7]]);
  expect(seen(edit.endedAt([line(text)], 0, 5))).toEqual([[text, 3, 5]]);
  expect(edit.problemOf(edit.endedAt([line(text, 6, 7)], 0, 5)[0] as edit.Line)).toContain(
    'before it begins',
  );
});

test('taps start one line after another, and end the one before', () => {
  let lines = [line('One'), line('two'), line('three')];
  lines = edit.tapped(lines, 1);
  lines = edit.tapped(lines, 3.25);
  lines = edit.tapped(lines, 20);
  expect(seen(lines)).toEqual([
    ['One', 1, 3.25],
    ['two', 3.25, 9.25],
    ['three', 20, 21],
  ]);
  expect(edit.tapped(lines, 30)).toEqual(lines);
  expect(lines.map(edit.problemOf)).toEqual([null, null, null]);
});

test('a script becomes a line for each sentence and each line', () => {
  const script = 'Wait. “Is it hot?” Yes…\r\n\r\nNo end\n!';
  expect(edit.linesOfScript(script).map(({ text }) => text)).toEqual([
    'Wait.',
    '“Is it hot?”',
    'Yes…',
    'No end',
    '!',
  ]);
  expectLinearTime((size) => edit.linesOfScript('a'.repeat(size) + '.)'.repeat(size / 2)), 200_000);
});

test('a new caption begins where the one before ends, and leaves room for the next', () => {
  const lines = [line('One', 1, 2), line('two', 3, 4)];
  expect(seen(edit.added(lines, 0, 9))[1]).toEqual(['', 2, 3]);
  expect(seen(edit.added(lines, 1, 9))[2]).toEqual(['', 4, 6]);
  expect(seen(edit.added([], -1, 9))).toEqual([['', 9, 11]]);
});

test.each([
  ['a < b & c --> d', 'a &lt; b &amp; c --&gt; d'],
  ['I <3 you <b', 'I &lt;3 you &lt;b'],
  ['<v Mo>Hi <i>you</i> <00:01.000>now', '<v Mo>Hi <i>you</i> <00:01.000>now'],
  ['one&nbsp;two', 'one&nbsp;two'],
])('typed %j is stored as %j', (typed, text) => {
  expect(toCueText(typed)).toBe(text);
  expect(plainCueText(toCueText(toTypedText(text)))).toBe(plainCueText(text));
});

test('stored text is shown without escapes, unless it would become a tag', () => {
  expect(toTypedText('Salt &amp; water &lt;3')).toBe('Salt & water <3');
  expect(toTypedText('&lt;b>bold&lt;/b>')).toBe('&lt;b>bold&lt;/b>');
  expect(toTypedText('&amp;lt;')).toBe('&amp;lt;');
});

test.each([
  ['17', 17, '0:17.0'],
  ['0:17.4', 17.4, '0:17.4'],
  ['5.582', 5.582, '0:05.582'],
  ['1:02:03,05', 3723.05, '1:02:03.05'],
  [' 75 ', 75, '1:15.0'],
])('the time %j is %d s, and is written %j', (text, seconds, written) => {
  expect(parseTime(text)).toBe(seconds);
  expect(fieldTime(seconds)).toBe(written);
});

test('no time is read from other texts', () => {
  for (const text of ['', 'soon', '1:60', '-1', '1:2:3:4', '1.2345']) expect(parseTime(text)).toBeNull();
  expect(tenths(59.96)).toBe('1:00.0');
  expect(fieldTime(null)).toBe('');
});
