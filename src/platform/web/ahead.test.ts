import { expect, test } from 'vitest';
import { isSpare } from './ahead.ts';

test('nothing is fetched ahead for those who save data or have a slow line', () => {
  expect(isSpare({ saveData: true, effectiveType: '4g' })).toBe(false);
  expect(isSpare({ saveData: false, effectiveType: '2g' })).toBe(false);
  expect(isSpare({ effectiveType: 'slow-2g' })).toBe(false);
  expect(isSpare({ saveData: false, effectiveType: '4g' })).toBe(true);
  expect(isSpare({})).toBe(true);
});
