import { expect, test } from 'vitest';
import { fitFilm } from './film-size.ts';

test('the smaller film plays on small screens and with Save-Data', () => {
  const [large, small] = [720, 360].map((side) => `/media/u/${'a'.repeat(32)}-${side}.mp4`) as [
    string,
    string,
  ];
  expect(fitFilm(large, false, 1170)).toBe(large);
  expect(fitFilm(large, true, 1170)).toBe(small);
  expect(fitFilm(large, false, 480)).toBe(small);
  expect(fitFilm('/media/a.mp4', true, 480)).toBe('/media/a.mp4');
});
