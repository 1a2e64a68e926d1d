import { expect, test } from 'vitest';
import { CODE_LETTERS, normalizeCode, writeCode } from './gift-code.ts';

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
