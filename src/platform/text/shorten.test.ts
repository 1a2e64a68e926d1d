import { expect, test } from 'vitest';
import { cutTo, shorten, shortenAtWord } from './shorten.ts';

test('a short text is unchanged, and a long one is marked at its cut', () => {
  expect(shorten('calm', 4)).toBe('calm');
  expect(shorten('calmly', 4)).toBe('calm…');
});

test('a character of two UTF-16 units is never cut', () => {
  expect(cutTo('sea🌊sea', 4)).toBe('sea');
  expect(cutTo('sea🌊sea', 5)).toBe('sea🌊');
  expect(shorten('🌊🌊', 1)).toBe('…');
});

test('a long text is cut at the end of a word, if it has one', () => {
  expect(shortenAtWord('Breathe in slowly', 12)).toBe('Breathe in…');
  expect(shortenAtWord('Breathe in slowly', 10)).toBe('Breathe in…');
  expect(shortenAtWord('Breathe in', 10)).toBe('Breathe in');
  expect(shortenAtWord('Breathing', 4)).toBe('Brea…');
});
