import { expect, test } from 'vitest';
import { countDifferences, keepWords, letWordsGo, readWords } from './kept-words.ts';

function aStorage(room = Number.POSITIVE_INFINITY) {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new Error('QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key: string) => void entries.delete(key),
  };
}
const words = (session: string, at: number, source = `of ${session}`) => ({
  session,
  source,
  at,
  base: null,
});

test('words are read again, newest first, by their author and droplet only', () => {
  const storage = aStorage();
  keepWords(storage, 1, 7, words('first', 10));
  keepWords(storage, 1, 7, words('second', 20));
  keepWords(storage, 1, 7, words('first', 30, 'more'));
  expect(readWords(storage, 1, 7)).toEqual([words('first', 30, 'more'), words('second', 20)]);
  expect(readWords(storage, 2, 7)).toEqual([]);
  expect(readWords(storage, 1, 8)).toEqual([]);
});

test('letting go of the last words leaves nothing', () => {
  const storage = aStorage();
  keepWords(storage, 1, 7, words('first', 10));
  keepWords(storage, 1, 7, words('second', 20));
  letWordsGo(storage, 1, 7, 'first');
  expect(readWords(storage, 1, 7)).toEqual([words('second', 20)]);
  letWordsGo(storage, 1, 7, 'second');
  expect(storage.entries.size).toBe(0);
});

test('a full storage is told, and keeps what it had', () => {
  const storage = aStorage(100);
  expect(keepWords(storage, 1, 7, words('first', 10))).toBe(true);
  expect(keepWords(storage, 1, 7, words('first', 20, 'a'.repeat(200)))).toBe(false);
  expect(readWords(storage, 1, 7)).toEqual([words('first', 10)]);
});

test('what somebody else has written there does no harm', () => {
  const storage = aStorage();
  for (const value of ['{', 'null', '3', '[null,{"source":1}]']) {
    storage.entries.set('stillwater_words:1:7', value);
    expect(readWords(storage, 1, 7)).toEqual([]);
  }
});

test.each([
  ['a\nb\nc', 'a\nb\nc', 0],
  ['', 'a', 1],
  ['a\nb\nc', 'a\nB\nc', 1],
  ['a\nb\nc', 'A\nb\nC', 2],
  ['a\nb\nc', 'a\nnew\nb\nc\nend', 2],
  ['a\nb\nc', 'a\nc', 1],
  ['a\nb', 'b\na', 2],
])('%j and %j differ in places: %d', (before, after, places) => {
  expect(countDifferences(before, after)).toBe(places);
});

test('texts of many equal lines are compared in no time', () => {
  const before = performance.now();
  countDifferences('a\n'.repeat(50_000), 'b\na\n'.repeat(25_000));
  expect(performance.now() - before).toBeLessThan(1000);
});
