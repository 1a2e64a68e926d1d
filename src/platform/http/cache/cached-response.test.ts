import { expect, test } from 'vitest';
import { CachedResponse } from './cached-response.ts';
import { acceptedEncoding } from './content-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['zstd', 'identity'],
  [',;=,', 'identity'],
])('%s gets the encoding %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
  expect(acceptedEncoding(header)).toBe(encoding);
});

test('a text can be read before and after the response was encoded', async () => {
  const response = new CachedResponse({ status: 200, type: 'text/plain', body: 'Wasser, §' });
  expect([response.text, response.text]).toEqual(['Wasser, §', 'Wasser, §']);
  await response.variant('identity');
  expect(response.text).toBe('Wasser, §');
});
