import { expect, test } from 'vitest';
import { textWidth } from './chip-width.ts';

test('a keyword’s width is the sum of its letters’', () => {
  expect(textWidth('a')).toBe(0.54);
  expect(textWidth('fell in-')).toBeCloseTo(0.34 + 0.54 + 2 * 0.27 + 0.26 + 0.23 + 0.55 + 0.33);
});

test.each(['Café', 'Zen', '10 suns', '呼吸'])('the width of "%s" is not known', (keyword) => {
  expect(textWidth(keyword)).toBeUndefined();
});
