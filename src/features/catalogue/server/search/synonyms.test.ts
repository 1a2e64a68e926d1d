import { expect, test } from 'vitest';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import { parseSynonyms } from './synonyms.ts';

test('each word of a group stands for all others, whatever its ending', () => {
  const synonyms = parseSynonyms('sleep, insomnia, night\n calm ,Stillness\n\n');
  expect(synonyms.get('sleep')).toEqual(['sleep', 'insomnia', 'night']);
  expect(synonyms.get('insomnia')).toContain('night');
  expect(synonyms.get('still')).toEqual(['calm', 'stillness']);
});

test('groups with a common word join, and phrases and empty entries are left out', () => {
  const synonyms = parseSynonyms('sleep, night\nsleep, rest, lie down,,');
  expect(synonyms.get('sleep')).toEqual(['sleep', 'night', 'rest']);
  expect(synonyms.get('night')).toEqual(['sleep', 'night']);
  expect(synonyms.has('lie')).toBe(false);
});

test('a group of many words is parsed in linear time', () => {
  expectLinearTime(
    (words) => parseSynonyms(Array.from({ length: words }, (_, n) => `w${n}`).join(',')),
    1_500,
  );
});
