import { expect, test } from 'vitest';
import type { Item } from '../../content/content-kinds.ts';
import { type FilterMark, filterItems } from './list-filter.ts';

const item = (title: string, more: object = {}) =>
  ({
    title,
    description: 'About it',
    slug: title.toLowerCase(),
    keywords: [],
    accessType: 'premium',
    isPublished: true,
    isSample: false,
    ...more,
  }) as unknown as Item;

const list = [
  item('Focus', { keywords: ['attention'] }),
  item('Café', { accessType: 'free', isPublished: false }),
  item('Rest', { isSample: true, description: 'Wind the evening down' }),
];
const titles = (q: string, ...marks: FilterMark[]) =>
  filterItems(list, { q, marks: new Set(marks) }).map(({ title }) => title);

test('without a filter the list is unchanged', () => {
  expect(filterItems(list, { q: ' ', marks: new Set() })).toBe(list);
});

test('every word is searched in title, description, slug and keywords, ignoring case and accents', () => {
  expect(titles('ATTENTION')).toEqual(['Focus']);
  expect(titles('cafe')).toEqual(['Café']);
  expect(titles('evening rest')).toEqual(['Rest']);
  expect(titles('evening focus')).toEqual([]);
});

test('an item matches every chosen mark', () => {
  expect(titles('', 'draft')).toEqual(['Café']);
  expect(titles('', 'draft', 'free')).toEqual(['Café']);
  expect(titles('', 'premium', 'sample')).toEqual(['Rest']);
  expect(titles('', 'published', 'free')).toEqual([]);
});
