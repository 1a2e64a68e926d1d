import { expect, test } from 'vitest';
import { itemAt, itemPath, withoutSlug } from './item-address.ts';

test('an address holds the number and the slug, percent-encoded in other scripts', () => {
  expect(itemPath('droplet', { id: 3, slug: 'finish-the-sentence' })).toBe('/droplets/3-finish-the-sentence');
  expect(itemPath('ocean', { id: 7, slug: '海-на' })).toBe('/oceans/7-%E6%B5%B7-%D0%BD%D0%B0');
  expect(itemPath('wave', { id: 7, slug: '' })).toBe('/waves/7');
});

test.each([
  ['/droplets/3', '', { kind: 'droplet', id: 3 }],
  ['/droplets/3-finish-the-sentence', '', { kind: 'droplet', id: 3 }],
  ['/droplets/3-a-wrong-slug/', '', { kind: 'droplet', id: 3 }],
  ['/oceans/7-%E6%B5%B7', '', { kind: 'ocean', id: 7 }],
  ['/waves/1', 'droplet=3', { kind: 'droplet', id: 3 }],
  ['/waves/1', 'droplet=x', { kind: 'wave', id: 1 }],
  ['/oceans/0', '', null],
  ['/oceans/3x', '', null],
  ['/oceans/3/4', '', null],
  ['/explore', 'droplet=3', null],
])('%s?%s names %j', (path, search, name) => {
  expect(itemAt(path, new URLSearchParams(search))).toEqual(name);
});

test('a page is cached without its slug', () => {
  expect(withoutSlug('/droplets/3-finish?x=1-2')).toBe('/droplets/3?x=1-2');
  expect(withoutSlug('/waves/12?droplet=3')).toBe('/waves/12?droplet=3');
  expect(withoutSlug('/about-us/3-a')).toBe('/about-us/3-a');
});
