import { expect, test } from 'vitest';
import { addMonths, CODE_LETTERS, normalizeCode, writeCode } from './gift-code.ts';

test('case, dashes, spaces and letters that look like digits do not matter', () => {
  const same = ['SPRING-0K1M-4WXP', 'spring0k1m4wxp', ' Spring OKIM 4wxp ', 'sprlng—okim—4wxp'];
  expect(new Set(same.map(normalizeCode)).size).toBe(1);
  expect(normalizeCode(' -– ')).toBe('');
});

test('no two letters of a code are taken for one', () => {
  expect(new Set([...CODE_LETTERS].map(normalizeCode)).size).toBe(CODE_LETTERS.length);
});

test('a code is written in groups, after its word', () => {
  expect(writeCode('spring time', 'ABCDEFGH')).toBe('SPRINGTIME-ABCD-EFGH');
  expect(writeCode('', 'ABCDEFGH')).toBe('ABCD-EFGH');
});

test.each([
  ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00.000Z'],
  ['2027-11-25T10:00:00Z', 12, '2028-11-25T10:00:00.000Z'],
  ['2028-02-29T23:59:59Z', 12, '2029-02-28T23:59:59.000Z'],
  ['2027-12-31T00:00:00Z', 2, '2028-02-29T00:00:00.000Z'],
])('from %s, %i months later it is %s', (from, months, to) => {
  expect(new Date(addMonths(Date.parse(from), months)).toISOString()).toBe(to);
});
