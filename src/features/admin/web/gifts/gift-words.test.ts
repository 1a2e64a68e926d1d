import { expect, test } from 'vitest';
import { createLabel, giftState, giftWords, splitAddresses, usesWords } from './gift-words.ts';

const NOW = Date.UTC(2026, 10, 25);
const gift = (part: object) =>
  ({
    id: 7,
    months: 12,
    uses: 20,
    used: 2,
    endsAt: '2027-03-31T22:00:00.000Z',
    withdrawnAt: null,
    ...part,
  }) as never;

test('the effect is one sentence, and none while a number is missing', () => {
  expect(giftWords(3, 20)).toBe(
    'Opens everything for 3 months from the day of redeeming, for 20 people, at /redeem.',
  );
  expect(giftWords(1, 1)).toContain('for 1 month from the day of redeeming, for 1 person,');
  expect([giftWords(Number.NaN, 1), giftWords(1, 0)]).toEqual([null, null]);
});

test('addresses stand in lines or after commas, each once', () => {
  expect(splitAddresses('temi@example.org, robin@example.org\n; TEMI@example.org\n')).toEqual([
    'TEMI@example.org',
    'robin@example.org',
  ]);
  expect([createLabel(0), createLabel(1), createLabel(2)]).toEqual([
    'Create code',
    'Create and send 1 mail',
    'Create and send 2 mails',
  ]);
});

test('a code is open until it is withdrawn, ended or used up', () => {
  expect(giftState(gift({}), NOW)).toBe('open');
  expect(giftState(gift({ withdrawnAt: '2026-11-01T00:00:00Z' }), NOW)).toBe('withdrawn');
  expect(giftState(gift({ endsAt: '2026-11-24T00:00:00Z' }), NOW)).toBe('ended');
  expect(giftState(gift({ used: 20 }), NOW)).toBe('used-up');
  expect(usesWords(gift({}))).toBe('Number 7. 12 months. 18 of 20 uses left.');
});
