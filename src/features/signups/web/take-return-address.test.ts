import { expect, test } from 'vitest';
import { landingOf } from './take-return-address.ts';

test.each([
  ['/oceans/7?x=1', '/oceans/7?x=1'],
  ['/', '/'],
  [null, '/app'],
  ['', '/app'],
  ['//elsewhere.example', '/app'],
  ['/\\elsewhere.example', '/app'],
  ['https://elsewhere.example', '/app'],
  ['javascript:alert(1)', '/app'],
])('a stored address %s leads to %s', (stored, target) => {
  expect(landingOf(stored, null)).toBe(target);
});

test('a returning reader lands on the requested page, else on the lesson at which they stopped', () => {
  const stopped = { href: '/waves/5?droplet=12', label: 'Finish the Sentence, 3 of 8' };
  expect(landingOf('/oceans/7', stopped)).toBe('/oceans/7');
  expect(landingOf(null, stopped)).toBe('/waves/5?droplet=12');
});
