import { expect, test } from 'vitest';
import { filmName } from './film-address.ts';
import { preparedName } from './prepared-name.ts';

const HASH = '0123456789abcdef'.repeat(2);
const address = (side: number) => `/media/u/${filmName(HASH, side)}`;

test('addresses of prepared films and sounds are known', () => {
  expect(preparedName(address(720))).toBe(`${HASH}-720.mp4`);
  expect(preparedName(`/media/u/${HASH}.m4a`)).toBe(`${HASH}.m4a`);
  for (const other of [`/media/u/${HASH}.mp4`, `/media/u/${HASH}-480.webp`, 'https://example.org/x.mp4', ''])
    expect(preparedName(other)).toBeNull();
});
