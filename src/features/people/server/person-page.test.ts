import { beforeAll, expect, test } from 'vitest';
import { setDisabled } from '#features/accounts/server/account/disable-account.ts';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { DAY } from '#platform/text/time-units.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* A person's page: stored data about them. */

const api = setUpApi();

let admin: SignedInClient;
let mira: SignedInClient;

beforeAll(async () => {
  admin = await api.signedIn('admin', { username: 'keeper' });
  mira = await api.signedIn('free', { username: 'mira', email: 'Mira@example.org' });
});

const person = async (path: string) => (await admin.get(`/api/people/${path}`)).body;
const account = (client: SignedInClient) => person(`account/${client.user.id}`);

const prove = (client: SignedInClient, at: number | null = Date.now()) =>
  api.database.db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', client.user.id)
    .execute();

async function signUp(email: string): Promise<number> {
  await api.visitor().send('POST', '/api/email-signup', { email });
  const { id } = await api.database.db
    .selectFrom('email_signups')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

test('a sign-up leads to the account that has proven its address, and no other', async () => {
  const id = await signUp('mira@example.org');
  const unproven = await account(mira);
  expect(unproven).toMatchObject({ emailProven: false, signup: null, sameAddress: { kind: 'signup', id } });
  expect(await person(`signup/${id}`)).toMatchObject({
    kind: 'signup',
    name: null,
    signup: { id, hasAccess: true, source: 'landing' },
    sameAddress: { kind: 'account', id: mira.user.id },
  });
  await prove(mira);
  const proven = await account(mira);
  expect(proven).toMatchObject({ emailProven: true, signup: { id }, sameAddress: null });
  expect(await person(`signup/${id}`)).toEqual(proven);
});

test('the page has the sessions with their devices, and neither their ids nor their keys', async () => {
  const text = JSON.stringify(await account(mira));
  expect(JSON.parse(text).sessions).toEqual([
    { createdAt: expect.any(String), lastSeenAt: expect.any(String), device: 'Another device' },
  ]);
  const { id_hash } = await api.database.db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', mira.user.id)
    .executeTakeFirstOrThrow();
  expect(text).not.toContain(id_hash);
});

test('each mail has its outcome, and never its text', async () => {
  const { db } = api.database;
  const common = {
    recipient: 'MIRA@example.org',
    text: 'secret',
    html: 'secret',
    created_at: 1,
    attempts: 1,
  };
  await db
    .insertInto('mails')
    .values([
      { ...common, subject: 'sent', next_attempt_at: 1, sent_at: 2, last_error: null },
      { ...common, subject: 'waiting', next_attempt_at: 1, sent_at: null, last_error: null },
      { ...common, subject: 'retrying', next_attempt_at: 5, sent_at: null, last_error: '450 Later' },
      { ...common, subject: 'given up', next_attempt_at: GIVEN_UP, sent_at: null, last_error: '550 No' },
      { ...common, recipient: 'other@example.org', subject: 'not theirs', next_attempt_at: 1, sent_at: 1 },
    ])
    .execute();
  const { mails } = await account(mira);
  const at = (ms: number) => new Date(ms).toISOString();
  expect(mails).toEqual([
    {
      id: expect.any(Number),
      subject: 'given up',
      queuedAt: at(1),
      outcome: 'given-up',
      outcomeAt: null,
      error: '550 No',
    },
    {
      id: expect.any(Number),
      subject: 'retrying',
      queuedAt: at(1),
      outcome: 'retrying',
      outcomeAt: at(5),
      error: '450 Later',
    },
    {
      id: expect.any(Number),
      subject: 'waiting',
      queuedAt: at(1),
      outcome: 'waiting',
      outcomeAt: null,
      error: null,
    },
    {
      id: expect.any(Number),
      subject: 'sent',
      queuedAt: at(1),
      outcome: 'sent',
      outcomeAt: at(2),
      error: null,
    },
  ]);
  expect(JSON.stringify(mails)).not.toContain('secret');
});

test('the page has subscriptions with their payments: for a sign-up, those that were paid', async () => {
  const { db } = api.database;
  const until = Date.now() + 9 * DAY;
  const insert = async (reference: string, values: object) => {
    const { id } = await db
      .insertInto('subscriptions')
      .values({
        reference,
        provider: 'sandbox',
        status: 'active',
        created_at: 1,
        updated_at: 1,
        activated_at: 1,
        paid_through: until,
        next_payment_at: until,
        access_until: until + DAY,
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const id = await insert('own', { user_id: mira.user.id });
  await insert('left', { user_id: mira.user.id, status: 'abandoned' });
  await db
    .insertInto('payments')
    .values({
      subscription_id: id,
      provider: 'sandbox',
      provider_id: 'P-1',
      status: 'completed',
      cents: 2000,
      currency: 'USD',
      paid_at: 1,
    })
    .execute();
  expect((await account(mira)).subscriptions).toEqual([
    {
      id,
      status: 'active',
      createdAt: new Date(1).toISOString(),
      nextPaymentAt: new Date(until).toISOString(),
      paidUntil: new Date(until).toISOString(),
      accessUntil: new Date(until).toISOString(),
      canUndo: false,
      isTest: true,
      price: { cents: 2000, currency: 'USD', interval: 'month' },
      payments: [
        {
          id: expect.any(Number),
          status: 'completed',
          cents: 2000,
          currency: 'USD',
          refundedCents: 0,
          paidAt: new Date(1).toISOString(),
          undoneAt: null,
        },
      ],
    },
  ]);
  const payer = await signUp('payer@example.org');
  const paid = await insert('paid', { email_key: 'payer@example.org' });
  await insert('asked', { email_key: 'payer@example.org', activated_at: null, status: 'pending' });
  expect((await person(`signup/${payer}`)).subscriptions).toMatchObject([{ id: paid, payments: [] }]);
});

test('the page has what administrators changed, and the account’s security events', async () => {
  const { signup } = await account(mira);
  await admin.patch(`/api/email-signups/${signup.id}`, { hasAccess: false });
  expect(await account(mira)).toMatchObject({ state: 'revoked', addressRevoked: true, disabledAt: null });
  await admin.patch(`/api/email-signups/${signup.id}`, { hasAccess: true });
  await setDisabled(api.database.db, 'mira', true);
  const details = await account(mira);
  expect(details).toMatchObject({ state: 'revoked', addressRevoked: false, disabledAt: expect.any(String) });
  expect(details.changes).toMatchObject([
    { action: 'revoked', itemType: 'account', user: null },
    { action: 'granted', itemType: 'email-signup', user: { username: 'keeper' } },
    { action: 'revoked', itemType: 'email-signup', user: { username: 'keeper' } },
  ]);
  expect(details.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'account-disabled',
    'access-restored',
    'access-revoked',
  ]);
});

test('the CSV export contains no formulas, and is recorded', async () => {
  await api.signedIn('free', { username: '=cmd|calc', email: '+1@example.org' });
  const { status, headers, text } = await admin.get('/api/people.csv?search=cmd');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="people.csv"');
  const [heading, line] = text.split('\r\n');
  expect(heading).toBe('\uFEFFname,email,emailProven,role,state,since,lastSeenAt,paidUntil,grantedUntil');
  expect(line).toMatch(/^'=cmd\|calc,'\+1@example\.org,false,free,free,20/);
  const [entry] = (await admin.get('/api/audit-log?itemType=export')).body;
  expect(entry).toMatchObject({ title: 'people.csv', user: { username: 'keeper' } });
});

test('invalid input is 400, an unknown person is 404', async () => {
  for (const query of [
    'limit=0',
    'limit=201',
    'state=rich',
    'order=money',
    'search=%00',
    'cursor=x',
    'cursor=2',
    'cursor=0.account.1.x',
    'cursor=0.account.1.%2525',
    'order=name&cursor=0.account.1.%2500',
  ])
    expect([query, (await admin.get(`/api/people?${query}`)).status]).toEqual([query, 400]);
  for (const path of ['account/987654', 'signup/987654', 'account/x', 'robot/1'])
    expect([path, (await admin.get(`/api/people/${path}`)).status]).toEqual([path, 404]);
});
