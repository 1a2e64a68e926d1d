import { expect, test } from 'vitest';
import { exploreAddress, readFilter, toggleKeyword, whyEmpty } from './explore-filter.ts';

test('an address holds text and keyword', () => {
  const filter = { q: 'slow & "quiet"', keyword: 'a+b' };
  const address = exploreAddress(filter);
  expect(readFilter(new URL(address, 'http://site').search)).toEqual(filter);
});

test('an empty filter adds no query to the address', () => {
  expect(exploreAddress({ q: '', keyword: '' })).toBe('/explore');
  expect(readFilter('')).toEqual({ q: '', keyword: '' });
});

test('blanks around a text are trimmed', () => {
  expect(readFilter('?q=%20breath%20&droplet=3')).toEqual({ q: 'breath', keyword: '' });
});

test('picking a keyword clears the text', () => {
  expect(toggleKeyword({ q: 'breath', keyword: '' }, 'calm')).toEqual({ q: '', keyword: 'calm' });
  expect(toggleKeyword({ q: 'breath', keyword: 'rest' }, 'calm')).toEqual({ q: '', keyword: 'calm' });
});

test('picking the selected keyword again deselects it and leaves the text', () => {
  expect(toggleKeyword({ q: 'breath', keyword: 'calm' }, 'calm')).toEqual({ q: 'breath', keyword: '' });
});

test.each([
  ['search', 'moon', '', 'Nothing matches "moon"'],
  ['keyword', '', 'calm', 'Nothing is tagged with "calm"'],
  ['search and keyword', 'moon', 'calm', 'Nothing tagged with "calm" matches "moon"'],
  ['neither', '', '', 'No droplets are available yet'],
])('an empty list says why: %s', (_, q, keyword, reason) => {
  expect(whyEmpty({ q, keyword })).toBe(reason);
});
