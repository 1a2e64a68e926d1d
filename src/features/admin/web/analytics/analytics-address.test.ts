import { expect, test } from 'vitest';
import { analyticsHref, hasDays, readAnalyticsAddress, usageQueryOf } from './analytics-address.ts';

const read = (query: string) => readAnalyticsAddress(new URLSearchParams(query));

test('the address of the page keeps what was chosen, and nothing else', () => {
  for (const query of [
    '',
    'span=7',
    'against=year',
    'span=days&against=nothing&from=2026-11-01&to=2026-11-02&parent=ocean-4',
  ])
    expect(analyticsHref(read(query))).toBe(`/admin/analytics${query && `?${query}`}`);
  expect(analyticsHref(read('span=99&against=me&from=2026-01-01&parent=user-3'))).toBe('/admin/analytics');
});

test('counts are asked for only when the days are chosen', () => {
  expect(['', 'span=days', 'span=days&from=2026-11-01'].map((query) => hasDays(read(query)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(hasDays(read('span=days&from=2026-11-01&to=2026-11-02'))).toBe(true);
});

test('days are asked for with the span of days only', () => {
  expect(usageQueryOf(read('span=7&from=2026-01-01'))).toEqual({ span: '7', against: 'before' });
  expect(usageQueryOf(read('span=days&from=1.1.26'))).toMatchObject({ from: '', to: '' });
});
