import { expect, test } from 'vitest';
import { horizonFor } from '../../server/media/cover.mjs';
import { horizonIn } from './horizon.ts';

test.each(['focus', 'breath', 'rest', 'größe', '7'])(
  'the horizon of the generated cover of the ocean %s is where the server draws it',
  (slug) => {
    expect(horizonIn(`/covers/ocean/${encodeURIComponent(slug)}.svg`)).toBeCloseTo(horizonFor(slug), 3);
  },
);

test.each([
  '/covers/wave/focus/one-thing.svg',
  '/covers/ocean/%E0.svg',
  '/media/u/0123-960.webp',
  'https://pictures.example/covers/ocean/focus.svg',
])('the horizon of %s is in the middle', (address) => {
  expect(horizonIn(address)).toBe(0.5);
});
