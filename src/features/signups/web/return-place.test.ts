import { expect, test } from 'vitest';
import { placeWithin } from './return-place.ts';

test.each([
  ['/oceans/7?x=1', '/oceans/7?x=1'],
  ['/', '/'],
  [null, '/app'],
  ['', '/app'],
  ['//elsewhere.example', '/app'],
  ['/\\elsewhere.example', '/app'],
  ['https://elsewhere.example', '/app'],
  ['javascript:alert(1)', '/app'],
])('a kept place %s leads to %s', (kept, place) => {
  expect(placeWithin(kept)).toBe(place);
});
