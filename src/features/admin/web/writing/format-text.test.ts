import { expect, test } from 'vitest';
import { readingMinutes } from '#features/catalogue/shared/reading-time.ts';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import { countSourceWords, type Format, formatText, insertPicture } from './format-text.ts';

/** Applies a format to a text in which `|` marks the ends of the selection. */
function pressed(format: Format, marked: string): string {
  const [before = '', chosen = '', after] = marked.split('|');
  const text = before + chosen + (after ?? '');
  const start = before.length;
  const end = after === undefined ? start : start + chosen.length;
  const { from, to, insert, ...selection } = formatText(format, { text, start, end });
  const result = text.slice(0, from) + insert + text.slice(to);
  const parts = [[0, selection.start], [selection.start, selection.end], [selection.end]];
  return parts.map(([at, to]) => result.slice(at, to)).join('|');
}

test.each<[Format, string, string]>([
  ['bold', 'take |one sheet| now', 'take **|one sheet|** now'],
  ['bold', 'take **|one sheet|** now', 'take |one sheet| now'],
  ['bold', 'a |', 'a **|words|**'],
  ['italic', 'to |do| them', 'to *|do|* them'],
  ['italic', 'to *|do|* them', 'to |do| them'],
  ['italic', '**|bold|**', '***|bold|***'],
  ['heading', 'one\ntw|o', 'one\n## two||'],
  ['heading', 'one\n|## two|', 'one\n|two|'],
  ['quote', '|one\ntwo|', '|> one\n> two|'],
  ['quote', '|> one\n> two|', '|one\ntwo|'],
  ['list', 'o|ne\ntw|o\nthree', '|- one\n- two|\nthree'],
  ['link', 'see |this|', 'see [this](|https://|)'],
])('%s makes of %j: %j', (format, before, after) => {
  expect(pressed(format, before)).toBe(after);
});

test('a picture stands at the cursor with its words selected', () => {
  const { insert, start, end } = insertPicture({ text: 'ab', start: 1, end: 1 }, '/media/u/a-960.webp');
  expect(insert).toBe('![What the picture shows](/media/u/a-960.webp)');
  expect(insert.slice(start - 1, end - 1)).toBe('What the picture shows');
  expect(insertPicture({ text: 'a [b]\nc', start: 0, end: 7 }, '/x').insert).toBe('![a  b  c](/x)');
});

test('words are counted without addresses, and reading them takes minutes', () => {
  expect(
    countSourceWords('Take **one sheet** of [paper](https://example.org/a/b), don’t hurry.\n\n1. Größe'),
  ).toBe(9);
  expect(countSourceWords('')).toBe(0);
  expect([0, 62, 320, 1000].map(readingMinutes)).toEqual([1, 1, 2, 5]);
});

test('a hostile text is counted in linear time', () => {
  expectLinearTime((size) => countSourceWords(']('.repeat(size / 2)), 100_000);
  expectLinearTime((size) => countSourceWords(`](${'a'.repeat(size)}`), 100_000);
  expectLinearTime((size) => countSourceWords("a'".repeat(size / 2)), 100_000);
});
