import { expect, test } from 'vitest';
import { horizonOf } from './horizon.ts';

test.each([
  ['focus', 0.508],
  ['breath', 0.532],
  ['rest', 0.564],
])('the horizon of %s lies where its cover draws it', (slug, height) => {
  expect(horizonOf(slug)).toBe(height);
});
