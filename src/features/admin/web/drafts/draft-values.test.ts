import { expect, test } from 'vitest';
import { differingKeys, isSaved, typedValues } from './draft-values.ts';

test('a draft has only what was typed', () => {
  const saved = { title: 'Rest', keywords: ['a'], slug: 'rest' };
  const values = { title: 'Sleep', keywords: ['a'], slug: 'rest', note: '' };
  expect(typedValues(values, saved)).toEqual({ title: 'Sleep' });
  expect(isSaved({ keywords: ['a'], note: '' }, saved)).toBe(true);
  expect(isSaved({ keywords: ['b'] }, saved)).toBe(false);
  expect(differingKeys({ title: 'Sleep', keywords: ['b'] }, saved)).toEqual(['title', 'keywords']);
});
