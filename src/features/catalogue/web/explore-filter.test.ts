import { expect, test } from 'vitest';
import { exploreAddress, readFilter, toggleKeyword, whyEmpty } from './explore-filter.ts';

test('text and keyword go into the address and come out of it', () => {
  const filter = { q: 'slow & "quiet"', keyword: 'a+b' };
  const address = exploreAddress(filter);
  expect(readFilter(new URL(address, 'http://site').search)).toEqual(filter);
});

test('nothing asked for leaves the address bare', () => {
  expect(exploreAddress({ q: '', keyword: '' })).toBe('/explore');
  expect(readFilter('')).toEqual({ q: '', keyword: '' });
});

test('blanks around a text ask for nothing more', () => {
  expect(readFilter('?q=%20breath%20&droplet=3')).toEqual({ q: 'breath', keyword: '' });
});

test('picking a keyword clears the text', () => {
  expect(toggleKeyword({ q: 'breath', keyword: '' }, 'calm')).toEqual({ q: '', keyword: 'calm' });
  expect(toggleKeyword({ q: 'breath', keyword: 'rest' }, 'calm')).toEqual({ q: '', keyword: 'calm' });
});

test('picking the chosen keyword again lets go of it and keeps the text', () => {
  expect(toggleKeyword({ q: 'breath', keyword: 'calm' }, 'calm')).toEqual({ q: 'breath', keyword: '' });
});

test.each([
  ['search', 'moon', '', 'Nothing matches "moon"'],
  ['keyword', '', 'calm', 'Nothing is tagged with "calm"'],
  ['search and keyword', 'moon', 'calm', 'Nothing tagged with "calm" matches "moon"'],
  ['neither', '', '', 'No droplets are available yet'],
])('an empty list says why: %s', (_, q, keyword, words) => {
  expect(whyEmpty({ q, keyword })).toBe(words);
});
