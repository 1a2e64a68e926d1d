import { expect, test } from 'vitest';
import { accessWord, markMatches, opensUntil, roleWord } from './person-words.ts';

test('a person’s role has the owner’s words', () => {
  expect(
    ['admin', 'subscriber', 'free', null].map((role) => roleWord({ role: role as 'admin' | null })),
  ).toEqual(['Administrator', 'Member', 'Member', 'Visitor']);
});

test('the list says in a few words what opens content to a person', () => {
  const word = (
    role: 'admin' | 'subscriber' | 'free' | null,
    state = 'free',
    paidUntil: string | null = null,
    grant = {},
  ) =>
    accessWord({
      ...{ role, state: state as 'free', paidUntil, grantedUntil: null, grantedForever: false },
      ...grant,
    });
  expect(word('free')).toBe('Not paying');
  expect(word('admin')).toBe('Role opens everything');
  expect(word('subscriber')).toBe('Role opens everything');
  expect(word('subscriber', 'paying', '2026-12-01T00:00:00.000Z')).toBe(null);
  expect(word('subscriber', 'revoked', '2026-12-01T00:00:00.000Z')).toBe('Cannot enter');
  expect(word(null, 'email-only')).toBe('No account');
  expect(word(null, 'email-only', null, { grantedForever: true })).toBe('Gift waits for an account');
  expect(word('subscriber', 'granted', null, { grantedForever: true })).toBe('Gift without end');
  expect(word('subscriber', 'granted', null, { grantedUntil: '2026-12-01T00:00:00.000Z' })).toBe(null);
  expect(word(null, 'revoked')).toBe('Cannot enter');
});

test('of paid and granted time the later end counts', () => {
  const until = (paidUntil: string | null, grantedUntil: string | null) =>
    opensUntil({ role: 'subscriber', state: 'paying', paidUntil, grantedUntil, grantedForever: false });
  expect([until('2026', '2027'), until('2028', '2027'), until(null, '2027'), until(null, null)]).toEqual([
    '2027',
    '2028',
    '2027',
    null,
  ]);
});

test('every match of a search is marked, in any case', () => {
  const marked = (text: string, search: string) =>
    markMatches(text, search)
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('');
  expect(marked('Mira@mira.org', 'MIRA')).toBe('[Mira]@[mira].org');
  expect(marked('mira@example.org', 'org')).toBe('mira@example.[org]');
  expect(marked('a.b', '.')).toBe('a[.]b');
  expect(marked('mira', ' ')).toBe('mira');
  expect(marked('mira', 'noor')).toBe('mira');
  expect(marked('İmira', 'mira')).toBe('İmira');
});
