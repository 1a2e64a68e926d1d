import { expect, test } from 'vitest';
import { purgeAddresses } from './purge-addresses.ts';

test('purge URLs of Varnish and of a CDN are accepted, and others refused', () => {
  expect(purgeAddresses.parse('http://10.0.0.5:6081/, POST https://api.example.org/purge')).toEqual([
    { method: 'PURGE', url: 'http://10.0.0.5:6081/' },
    { method: 'POST', url: 'https://api.example.org/purge' },
  ]);
  for (const wrong of ['10.0.0.5', 'ftp://a/', 'GET http://a/', 'http://a/,', 'POST'])
    expect(purgeAddresses.safeParse(wrong).success, wrong).toBe(false);
});
