import { expect, test } from 'vitest';
import { effectOf, priceError, pricesWords, readTyped, toTyped, yearlyHint } from './price-rules.ts';

test('prices are read as people type them', () => {
  expect(readTyped({ monthly: '25', hasYearly: false, yearly: 'anything' })).toEqual({
    monthlyCents: 2500,
    yearlyCents: null,
  });
  expect(readTyped({ monthly: '$20.00', hasYearly: true, yearly: '1,200.5' })).toEqual({
    monthlyCents: 2000,
    yearlyCents: 120_050,
  });
  expect(readTyped(toTyped({ monthlyCents: 1999, yearlyCents: 999_999 }))).toEqual({
    monthlyCents: 1999,
    yearlyCents: 999_999,
  });
});

test.each([
  ['', 'Enter a price such as 20.00.'],
  ['20.005', 'Enter a price such as 20.00.'],
  ['20,5', 'Enter a price such as 20.00.'],
  ['-20', 'Enter a price such as 20.00.'],
  ['0.99', 'Enter a price from $1.00 to $9,999.99.'],
  ['10000', 'Enter a price from $1.00 to $9,999.99.'],
  ['1', undefined],
  ['9999.99', undefined],
])('%j: %s', (typed, error) => {
  expect(priceError(typed)).toBe(error);
});

test('a yearly price is compared with twelve monthly ones', () => {
  const hint = (yearly: string) => yearlyHint({ monthly: '20.00', hasYearly: true, yearly });
  expect(hint('200.00')).toBe('That is $16.67 a month, 17% less than the monthly price.');
  expect(hint('240.00')).toBe('That is $20.00 a month, as much as the monthly price.');
  expect(hint('300.00')).toBe('That is $25.00 a month, 25% more than the monthly price.');
  expect(hint('')).toBeUndefined();
});

test('the words name every plan, and whom a change affects', () => {
  expect(pricesWords({ monthlyCents: 2500, yearlyCents: null })).toBe('$25.00 USD per month');
  expect(pricesWords({ monthlyCents: 2500, yearlyCents: 20_000 })).toBe(
    '$25.00 USD per month or $200.00 USD per year',
  );
  expect([0, 1, 1200, undefined].map(effectOf)).toEqual([
    'Nobody has a subscription yet.',
    'The 1 existing subscriber keeps their price.',
    'The 1,200 existing subscribers keep their price.',
    'Existing subscribers keep their price.',
  ]);
});
