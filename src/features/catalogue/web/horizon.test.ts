import { expect, test } from 'vitest';
import { horizonFor } from '../server/cover.mjs';
import { horizonIn } from './horizon.ts';

test.each(['focus', 'breath', 'rest', 'größe', '7'])(
  'the horizon of a cover drawn for the ocean %s lies where the cover artist draws it',
  (slug) => {
    expect(horizonIn(`/covers/ocean/${encodeURIComponent(slug)}.svg`)).toBeCloseTo(horizonFor(slug), 3);
  },
);

test.each([
  '/covers/wave/focus/one-thing.svg',
  '/covers/ocean/%E0.svg',
  '/media/u/0123-960.webp',
  'https://pictures.example/covers/ocean/focus.svg',
])('of %s nothing is known: its line lies in the middle', (address) => {
  expect(horizonIn(address)).toBe(0.5);
});
