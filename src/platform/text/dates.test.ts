import { expect, test } from 'vitest';
import { formatDate } from './dates.ts';

const AT = '2026-11-22T14:05:00Z';

test('a date for an unknown reader is American, in UTC', () => {
  expect(formatDate(AT, 'day')).toBe('November 22, 2026');
  expect(formatDate(Date.parse(AT), 'day')).toBe('November 22, 2026');
  expect(formatDate(AT, 'instant')).toMatch(/^Nov 22, 2026, 2:05\sPM$/);
});

test('a reader’s date follows their language and time zone', () => {
  expect(formatDate(AT, 'day', { locale: 'de-DE', timeZone: 'Pacific/Kiritimati' })).toBe(
    '23. November 2026',
  );
});
