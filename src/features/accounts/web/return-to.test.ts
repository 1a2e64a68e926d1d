import { expect, test } from 'vitest';
import { authHref, returnTo } from './return-to.ts';

const after = (wish: string) => returnTo(new URLSearchParams({ returnTo: wish }));

test('a path of this site is where one returns to, with its query and place', () => {
  for (const path of ['/', '/favorites', '/oceans/7?wave=2#top', '/explore?q=a%2F%2Fb', '/%2F/evil.example'])
    expect(after(path)).toBe(path);
});

test('whatever leads elsewhere, or nowhere, leads home', () => {
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
  ];
  for (const path of foreign) expect(after(path), JSON.stringify(path)).toBe('/');
  expect(returnTo(new URLSearchParams())).toBe('/');
});

test('the login does not lead back to itself', () => {
  expect(after('/auth')).toBe('/');
  expect(after('/auth?returnTo=/auth')).toBe('/');
  expect(after('/auth/')).toBe('/');
});

test('the way there and back agree', () => {
  const here = '/explore?keyword=rest & calm';
  const query = new URL(authHref(here), 'http://x').searchParams;
  expect(query.get('returnTo')).toBe(here);
  expect(authHref('/account', 'register')).toBe('/auth?tab=register&returnTo=%2Faccount');
});
