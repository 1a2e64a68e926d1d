import { expect, test } from 'vitest';
import { filmName, smallerFilm } from './film-address.ts';
import { preparedName } from './prepared-name.ts';

const HASH = '0123456789abcdef'.repeat(2);
const address = (side: number) => `/media/u/${filmName(HASH, side)}`;

test('a prepared film’s address says whether there is a smaller one', () => {
  expect(smallerFilm(address(720))).toBe(address(360));
  expect(smallerFilm(address(480))).toBe(address(360));
  for (const other of [address(360), address(180), `/media/u/${HASH}.mp4`, 'https://example.org/a-720.mp4'])
    expect(smallerFilm(other)).toBe(other);
});

test('addresses of prepared films and sounds are known', () => {
  expect(preparedName(address(720))).toBe(`${HASH}-720.mp4`);
  expect(preparedName(`/media/u/${HASH}.m4a`)).toBe(`${HASH}.m4a`);
  for (const other of [`/media/u/${HASH}.mp4`, `/media/u/${HASH}-480.webp`, 'https://example.org/x.mp4', ''])
    expect(preparedName(other)).toBeNull();
});
