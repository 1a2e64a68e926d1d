import { expect, test } from 'vitest';
import { filmName, smallFilm } from './film-address.ts';

const HASH = '0123456789abcdef'.repeat(2);
const address = (side: number) => `/media/u/${filmName(HASH, side)}`;

test('a film in two sizes has a smaller file, and nothing else has', () => {
  expect(smallFilm(address(720))).toBe(address(360));
  expect(smallFilm(address(480))).toBe(address(360));
  for (const other of [
    address(360),
    address(240),
    `/media/u/${HASH}.mp4`,
    `/media/u/${HASH}.m4a`,
    `/media/u/${HASH}-960.webp`,
    '/media/one-720.mp4',
    `https://films.example${address(720)}`,
  ])
    expect(smallFilm(other)).toBe(other);
});
