import { expect, test } from 'vitest';
import { plainAddress } from './plain-address.ts';

test.each([
  ['/%61pp', '/app'],
  ['/waves/%31?droplet=%33', '/waves/1?droplet=%33'],
  ['/waves/1%2Dstill%2dwater', '/waves/1-still-water'],
  ['/%41%4F%50%5A%5F%7E', '/AOPZ_~'],
])('%s is redirected to %s', (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});

test.each([
  '/',
  '/app?q=%61',
  '/waves/1-%C3%A9t%C3%A9',
  // Escaped characters whose unescaped form has another meaning.
  '/a%2Fb',
  '/a%3Fb',
  '/%2561pp',
  '/%',
  '/%6',
])('%s is not redirected', (address) => {
  expect(plainAddress(address)).toBe(address);
});

test.each(['//elsewhere.example/%61', '/\\elsewhere.example/%61'])(
  '%s does not redirect to another site',
  (address) => {
    expect(plainAddress(address)).toBe(address);
  },
);
