import { expect, test } from 'vitest';
import { filmFor } from './film-size.ts';

const LARGE = `/media/u/${'0123456789abcdef'.repeat(2)}-720.mp4`;
const SMALL = LARGE.replace('720', '360');

test.each([
  ['a phone', 390, 3, true, LARGE],
  ['a phone whose owner saves data', 390, 3, false, SMALL],
  ['a small frame on a plain screen', 440, 1, true, SMALL],
  ['the same frame on a sharp screen', 440, 2, true, LARGE],
  ['a frame that is not measured', 0, 1, false, SMALL],
])('%s gets the size that it can show', (_, side, density, spare, expected) => {
  expect(filmFor(LARGE, side, density, spare)).toBe(expected);
});

test('a film in one size is the same for everybody', () => {
  expect(filmFor('/media/one.mp4', 100, 1, false)).toBe('/media/one.mp4');
});
