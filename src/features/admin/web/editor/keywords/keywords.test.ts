import { expect, test } from 'vitest';
import { keywordsOf } from './keywords.ts';

test('keywords are split at commas, trimmed and unique', () => {
  expect(keywordsOf(' calm,  deep   breath , ,Calm,')).toEqual(['calm', 'deep breath']);
  expect(keywordsOf(' , ')).toEqual([]);
});
