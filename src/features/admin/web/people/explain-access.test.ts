import { expect, test } from 'vitest';
import { explainAccess } from './explain-access.ts';

type Facts = Parameters<typeof explainAccess>[0];

const MIRA: Facts = {
  kind: 'account',
  name: 'Mira',
  email: 'mira@example.org',
  role: 'free',
  paidUntil: null,
  disabledAt: null,
  addressRevoked: false,
  subscriptions: [],
  changes: [],
};
const DAY = '2026-12-01T10:00:00.000Z';

const explain = (facts: Partial<Facts>) =>
  explainAccess({ ...MIRA, ...facts }).map((sentence) =>
    sentence.map((part) => (typeof part === 'string' ? part : `[${part.day.slice(0, 10)}]`)).join(''),
  );
const subscription = (status: string, nextPaymentAt: string | null = null) =>
  ({ status, nextPaymentAt }) as Facts['subscriptions'][number];

test('a page says in plain sentences what a person may open and why', () => {
  expect(explain({})).toEqual(['Mira can open free oceans and samples.', 'They have never paid.']);
  expect(explain({ subscriptions: [subscription('expired')] })[1]).toBe('What they paid for has ended.');
  expect(explain({ subscriptions: [subscription('pending')] })[1]).toBe('A payment is being confirmed.');
  expect(explain({ role: 'admin' })).toEqual([
    'Mira can open everything, because they are an administrator.',
  ]);
  expect(explain({ role: 'subscriber' })).toEqual([
    'Mira can open everything, because an administrator made them a subscriber.',
  ]);
  expect(explain({ kind: 'signup', name: null, role: null })).toEqual([
    'mira@example.org can open free oceans and samples with this address.',
    'There is no account.',
  ]);
});

test('of a payer it says until when, and what comes then', () => {
  const payer = { role: 'subscriber', paidUntil: DAY } as const;
  const first = 'Mira can open everything until [2026-12-01], because they have paid.';
  expect(explain(payer)).toEqual([first, 'After that: free oceans and samples.']);
  expect(explain({ ...payer, subscriptions: [subscription('active', DAY)] })).toEqual([
    first,
    'The next payment is due on [2026-12-01].',
  ]);
  expect(explain({ ...payer, subscriptions: [subscription('past_due')] })).toEqual([
    first,
    'The last payment failed, and is tried again.',
  ]);
});

test('who cannot enter reads why, whatever they paid', () => {
  const payer = { role: 'subscriber', paidUntil: DAY } as const;
  expect(explain({ ...payer, disabledAt: DAY })[0]).toBe(
    'Mira cannot log in, because the account was disabled on [2026-12-01].',
  );
  const revoked = { ...payer, addressRevoked: true };
  expect(explain(revoked)).toEqual([
    'Mira cannot enter, because the access of the account’s address was revoked.',
  ]);
  const entry = { action: 'revoked', itemType: 'email-signup', at: DAY, user: { id: 1, username: 'Ada' } };
  expect(explain({ ...revoked, changes: [entry as Facts['changes'][number]] })).toEqual([
    'Mira cannot enter, because Ada revoked access on [2026-12-01].',
  ]);
  // Nobody can lock the site's owner out.
  expect(explain({ role: 'admin', addressRevoked: true })[0]).toContain('can open everything');
});
