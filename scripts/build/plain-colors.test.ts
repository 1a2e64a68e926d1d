import { expect, test } from 'vitest';
import { withPlainColors } from './plain-colors.ts';

/** Wraps a rule in an @supports block for browsers that support color-mix. */
const asked = (rule: string) => `@supports (color:color-mix(in lab,red,red)){${rule}}`;

test('a mixed color moves into an @supports block, and a plain color replaces it', () => {
  const mixed = 'background:color-mix(in oklab, var(--surface) 94%, transparent)';
  expect(withPlainColors(`@layer feature{.one{top:0}.dock{z-index:6;${mixed};left:0}}`)).toBe(
    `@layer feature{.one{top:0}.dock{z-index:6;background:var(--surface);left:0}${asked(`.dock{${mixed}}`)}}`,
  );
});

test('the plain color is the color with the larger share, also if it is a function', () => {
  const faint = 'border-color:color-mix(in oklab, var(--ink) 16%, transparent)';
  const other = 'color:color-mix(in oklab, red 10%, var(--page))';
  expect(withPlainColors(`a,b{${faint};${other}}`)).toBe(
    `a,b{border-color:transparent;color:var(--page)}${asked(`a,b{${faint};${other}}`)}`,
  );
});

test('a mix inside a gradient moves the whole declaration, and no other', () => {
  const mixed = 'background:linear-gradient(var(--low) 6px, color-mix(in oklab, var(--low) 72%, #fff) 6px)';
  expect(withPlainColors(`@media print{.ribbon{color:red;${mixed}}}.next{color:blue}`)).toBe(
    `@media print{.ribbon{color:red;background:linear-gradient(var(--low) 6px, var(--low) 6px)}` +
      `${asked(`.ribbon{${mixed}}`)}}.next{color:blue}`,
  );
});
