import { expect, test } from 'vitest';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import { markWords } from './mark-words.ts';

const shown = (before: string, after: string) =>
  markWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('');

test.each([
  ['same', 'same', 'same'],
  ['', 'New words', '{+New words+}'],
  ['Old words', '', '{-Old words-}'],
  ['free', 'premium', '{-free-}{+premium+}'],
  ['Wait for the Kettle, Again', 'Wait for the Kettle', 'Wait for the Kettle{-, Again-}'],
  [
    'stand until it boils. Listen.',
    'stand until it sings. Do nothing. Listen.',
    'stand until it {-boils-}{+sings. Do nothing+}. Listen.',
  ],
  ['one two three', 'one 2 three four', 'one {-two-}{+2+} three{+ four+}'],
  ['größe 静か x', 'größe 静か y', 'größe 静か {-x-}{+y+}'],
])('from “%s” to “%s”', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});

test('old and new text are both in the marks, whatever the texts', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const text = () =>
    Array.from({ length: random(40) }, () => ['a', 'b', 'c', ' ', '\n', '.'][random(6)]).join('');
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [text(), text()];
    const marks = markWords(before, after);
    const joined = (without: string) =>
      marks
        .filter(({ kind }) => kind !== without)
        .map((mark) => mark.text)
        .join('');
    expect(joined('added')).toBe(before);
    expect(joined('removed')).toBe(after);
  }
});

test('texts that differ everywhere are marked by lines, or as a whole', () => {
  const lines = (word: string) =>
    Array.from({ length: 150 }, (_, n) => `${word} ${word} ${word} ${n}\n`).join('');
  const inLines = markWords(`first\n${lines('a')}last`, `first\n${lines('b')}last`);
  expect(inLines.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  const wholly = markWords(lines('a').repeat(10), lines('b').repeat(10));
  expect(wholly.length).toBeLessThan(5);
});

test('the time of large texts that differ everywhere does not grow with the square of their length', () => {
  expectLinearTime((words) => markWords('a '.repeat(words), 'b '.repeat(words)), 200_000);
});
