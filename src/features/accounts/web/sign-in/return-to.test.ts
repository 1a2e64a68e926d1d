import { expect, test } from 'vitest';
import { authHref, returnTo } from './return-to.ts';

const after = (path: string) => returnTo(new URLSearchParams({ returnTo: path }));

test('a path of this site is returned to, with its query and fragment', () => {
  for (const path of ['/', '/favorites', '/oceans/7?wave=2#top', '/explore?q=a%2F%2Fb', '/%2F/evil.example'])
    expect(after(path)).toBe(path);
});

test('an address of another site, or none, leads to the front page', () => {
  const foreign = [
    '',
    'favorites',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\b',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    '@evil.example',
    '/ /evil.example',
    '/.//evil.example',
    '/oceans/..//evil.example',
  ];
  for (const path of foreign) expect(after(path), JSON.stringify(path)).toBe('/');
  expect(returnTo(new URLSearchParams())).toBe('/');
});

test('the login never returns to itself', () => {
  expect(after('/auth')).toBe('/');
  expect(after('/auth?returnTo=/auth')).toBe('/');
  expect(after('/auth/')).toBe('/');
});

test('an address made by authHref is read back by returnTo', () => {
  const here = '/explore?keyword=rest & calm';
  const query = new URL(authHref(here), 'http://x').searchParams;
  expect(query.get('returnTo')).toBe(here);
  expect(authHref('/account', 'register')).toBe('/auth?tab=register&returnTo=%2Faccount');
});
