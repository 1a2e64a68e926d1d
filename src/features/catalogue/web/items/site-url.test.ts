import { expect, test } from 'vitest';
import { isSiteUrl } from './site-url.ts';

test.each([
  ['/media/one.txt', true],
  ['https://stillwater.example/media/one.txt', true],
  ['//evil.example/one.txt', false],
  ['/\\evil.example/one.txt', false],
  ['https://stillwater.example.evil.example/', false],
  ['http://stillwater.example/one.txt', false],
  ['javascript:alert(1)', false],
  ['data:text/plain,hello', false],
])('%s is on this site: %s', (url, expected) => {
  expect(isSiteUrl(url, 'https://stillwater.example')).toBe(expected);
});
