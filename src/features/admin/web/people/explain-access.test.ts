import { expect, test } from 'vitest';
import { explainAccess } from './explain-access.ts';

type Facts = Parameters<typeof explainAccess>[0];

const MIRA: Facts = {
  kind: 'account',
  name: 'Mira',
  email: 'mira@example.org',
  role: 'free',
  paidUntil: null,
  grants: [],
  disabledAt: null,
  addressRevoked: false,
  subscriptions: [],
  changes: [],
};
const DAY = '2026-12-01T10:00:00.000Z';

const explain = (facts: Partial<Facts>) =>
  explainAccess({ ...MIRA, ...facts }, Date.parse('2026-11-25T00:00:00.000Z')).map((sentence) =>
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

const grant = (facts: Partial<Facts['grants'][number]> = {}): Facts['grants'][number] => ({
  id: 1,
  startsAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2027-02-23T00:00:00.000Z',
  reason: 'Helped',
  source: 'owner',
  grantedBy: 'Ada',
  createdAt: '2026-11-01T00:00:00.000Z',
  withdrawnAt: null,
  withdrawnBy: null,
  isWaiting: false,
  ...facts,
});

test('of a gift it says until when and why, and a payment beside it is a fact of its own', () => {
  const given = { role: 'subscriber' as const, grants: [grant()] };
  const first = 'Mira can open everything until [2027-02-22], because Ada granted it.';
  expect(explain(given)).toEqual([first, 'After that: free oceans and samples.']);
  expect(explain({ ...given, paidUntil: DAY })).toEqual([
    first,
    'They have also paid until [2026-12-01]. Neither changes the other.',
  ]);
  expect(explain({ ...given, paidUntil: '2028-01-01T10:00:00.000Z' })).toEqual([
    'Mira can open everything until [2028-01-01], because they have paid.',
    'After that: free oceans and samples.',
    'They were also given access until [2027-02-22]. Neither changes the other.',
  ]);
  expect(explain({ ...given, grants: [grant({ source: 'code' }), grant({ endsAt: null })] })).toEqual([
    'Mira can open everything without end, because Ada granted it.',
  ]);
  expect(explain({ ...given, grants: [grant({ source: 'code' })] })[0]).toContain(
    'they redeemed a gift code',
  );
  expect(explain({ grants: [grant({ withdrawnAt: DAY })] })[1]).toBe('They have never paid.');
  expect(explain({ grants: [grant({ endsAt: '2026-11-24T00:00:00.000Z' })] })[1]).toBe(
    'They have never paid.',
  );
  expect(explain({ kind: 'signup', name: null, role: null, grants: [grant({ isWaiting: true })] })[1]).toBe(
    'There is no account. Access until [2027-02-22] waits for one that confirms this address.',
  );
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
  // The site's owner cannot be locked out.
  expect(explain({ role: 'admin', addressRevoked: true })[0]).toContain('can open everything');
});
