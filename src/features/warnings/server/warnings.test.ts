import { beforeAll, describe, expect, test } from 'vitest';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';

setUpPaidSite();

let admin: SignedInClient;

beforeAll(async () => {
  admin = await site.api.signedIn('admin');
});

const warnings = async () => (await admin.get('/api/warnings')).body;

/**
 * Dismisses the first warning. Expects that only this one is gone, and that a second dismissal finds none.
 */
async function dismissFirst(): Promise<void> {
  const [{ kind, id }, ...others] = await warnings();
  expect((await admin.delete(`/api/warnings/${kind}/${id}`)).status).toBe(204);
  expect((await admin.delete(`/api/warnings/${kind}/${id}`)).status).toBe(404);
  expect(await warnings()).toEqual(others);
}

test('money without a subscription is shown with its amount and ids until it is dismissed', async () => {
  expect(await warnings()).toEqual([]);
  const paidElsewhere = async () => {
    const { id } = site.peer.books.create(site.peer.keys.planId, undefined);
    site.peer.books.activate(id);
    await site.tell(site.lastNotice());
    return id;
  };
  const [one, other] = [await paidElsewhere(), await paidElsewhere()];
  const shown = (id: string) => ({
    kind: 'money',
    about: 'PAYMENT.SALE.COMPLETED',
    amount: '20.00 USD',
    details: expect.stringContaining(`subscription ${id}`),
  });
  expect(await warnings()).toHaveLength(2);
  expect(await warnings()).toEqual(
    expect.arrayContaining([expect.objectContaining(shown(one)), expect.objectContaining(shown(other))]),
  );
  await dismissFirst();
  await dismissFirst();
  expect(await warnings()).toEqual([]);
});

test('an open dispute is shown until it is resolved', async () => {
  const id = await site.subscribed(await site.api.signedIn('free'));
  const dispute = site.peer.books.dispute(id);
  await site.tell(site.lastNotice());
  expect(await warnings()).toMatchObject([{ kind: 'dispute', details: expect.stringContaining(dispute.id) }]);
  site.peer.books.resolve(dispute, true);
  await site.tell(site.lastNotice());
  expect(await warnings()).toEqual([]);
});

test('a refund that the provider refused is a task, with the provider’s reason', async () => {
  const reader = await site.api.signedIn('free');
  const id = await site.begin(reader);
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', reader.user.id).execute();
  await reader.delete('/api/user', {});
  site.peer.books.refusesRefunds = true;
  site.peer.approve(id);
  await site.tell(site.lastNotice());
  await site.reconcile();
  expect(await warnings()).toMatchObject([
    {
      kind: 'refund',
      about: `payment ${site.peer.books.get(id).payments[0]?.id}`,
      amount: '20.00 USD',
      details: expect.stringContaining('TRANSACTION_REFUSED'),
    },
  ]);
  await dismissFirst();
});

describe('of refunds', () => {
  const states = [
    { status: 'refused', attempts: 1 },
    { status: 'due', attempts: 8 },
    { status: 'due', attempts: 7 },
    { status: 'done', attempts: 9 },
    { status: 'dismissed', attempts: 9 },
  ];

  test.each(['refunds', 'admin_refunds'] as const)(
    'in %s, those that were refused and those tried for long are tasks, and the others stay as they are',
    async (table) => {
      await site.subscribed(await site.api.signedIn('free'));
      const payment = await site.db
        .selectFrom('payments')
        .select(['id', 'subscription_id', 'provider', 'provider_id'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      const common = { subscription_id: payment.subscription_id, provider: payment.provider, reason: 'gone' };
      const rows = states.map((state, index) => ({
        ...{ ...common, ...state, request_id: `${table}-${index}` },
        ...{ created_at: Date.now(), updated_at: Date.now(), payment_id: `${payment.provider_id}-${index}` },
      }));
      const ids =
        table === 'refunds'
          ? await site.db.insertInto(table).values(rows).returning('id').execute()
          : await site.db
              .insertInto(table)
              .values(rows.map((row) => ({ ...row, cents: 100, payment_id: payment.id })))
              .returning('id')
              .execute();
      const kind = table === 'refunds' ? 'refund' : 'admin-refund';
      const [first, second, third, ...ended] = ids.map(({ id }) => id);
      expect(await warnings()).toMatchObject([
        { kind, id: second },
        { kind, id: first },
      ]);
      for (const id of ended) expect((await admin.delete(`/api/warnings/${kind}/${id}`)).status).toBe(404);
      await dismissFirst();
      await dismissFirst();
      const left = await site.db
        .selectFrom(table)
        .select('status')
        .where('id', '=', third ?? 0)
        .execute();
      expect(left).toEqual([{ status: 'due' }]);
    },
  );
});

test('a dispute is not dismissed as money, nor a mail that waits or was sent', async () => {
  await site.db.deleteFrom('mails').execute();
  for (const to of ['waiting@example.org', 'sent@example.org'])
    await queueMail(site.db, { to, subject: 'Your receipt', text: 'x', html: 'x' });
  await site.db
    .updateTable('mails')
    .set({ next_attempt_at: GIVEN_UP, sent_at: Date.now() })
    .where('recipient', '=', 'sent@example.org')
    .execute();
  const subscription = await site.subscribed(await site.api.signedIn('free'));
  site.peer.books.dispute(subscription);
  await site.tell(site.lastNotice());
  const [{ id }, ...others] = await warnings();
  expect(others).toEqual([]);
  const mails = await site.db.selectFrom('mails').select('id').execute();
  for (const path of [`money/${id}`, ...mails.map((mail) => `mail/${mail.id}`)])
    expect((await admin.delete(`/api/warnings/${path}`)).status).toBe(404);
  await dismissFirst();
});

test('a mail that the mail server refused is shown with the answer, a waiting one is not', async () => {
  await site.db.deleteFrom('mails').execute();
  for (const to of ['gone@example.org', 'gone-too@example.org', 'waiting@example.org'])
    await queueMail(site.db, { to, subject: 'Your receipt', text: 'x', html: 'x' });
  await site.db
    .updateTable('mails')
    .set({ next_attempt_at: GIVEN_UP, last_error: '550 No such user' })
    .where('recipient', 'like', 'gone%')
    .execute();
  expect(await warnings()).toMatchObject([
    { kind: 'mail', about: '“Your receipt” to gone-too@example.org', details: '550 No such user' },
    { kind: 'mail', about: '“Your receipt” to gone@example.org', details: '550 No such user' },
  ]);
  await dismissFirst();
  await dismissFirst();
  expect(await site.db.selectFrom('mails').select('recipient').execute()).toEqual([
    { recipient: 'waiting@example.org' },
  ]);
});

test('a dismissed task leaves others of its kind, and what is no task cannot be dismissed', async () => {
  const providerId = await site.subscribed(await site.api.signedIn('free'));
  const { id: subscription_id } = await site.rowOf(providerId);
  const payment = await site.db
    .selectFrom('payments')
    .select('id')
    .where('subscription_id', '=', subscription_id)
    .executeTakeFirstOrThrow();
  const common = { subscription_id, provider: 'paypal', reason: 'x', created_at: 1, updated_at: 1 };
  const rows = (['refused', 'refused', 'done'] as const).map((status, nth) => ({
    ...{ ...common, status, request_id: `key-${nth}` },
  }));
  const sorts = ['refund', 'admin-refund', 'mail'] as const;
  const made = {
    refund: await site.db
      .insertInto('refunds')
      .values(rows.map((row) => ({ ...row, payment_id: row.request_id })))
      .returning('id')
      .execute(),
    'admin-refund': await site.db
      .insertInto('admin_refunds')
      .values(rows.map((row) => ({ ...row, payment_id: payment.id, cents: 1 })))
      .returning('id')
      .execute(),
    mail: await mailRows(),
  };
  expect(await warnings()).toHaveLength(6);
  for (const kind of sorts) {
    const [gone, left, ...none] = made[kind].map(({ id }) => id);
    for (const id of none) expect((await admin.delete(`/api/warnings/${kind}/${id}`)).status).toBe(404);
    expect((await admin.delete(`/api/warnings/${kind}/${gone}`)).status).toBe(204);
    const ids = (await warnings()).filter((one: { kind: string }) => one.kind === kind);
    expect(ids).toMatchObject([{ id: left }]);
  }
});

/** Inserts two failed mails, a waiting one, and one sent by a later attempt. */
async function mailRows() {
  await site.db.deleteFrom('mails').execute();
  const mail = { recipient: 'a@example.org', subject: 'x', text: 'x', html: 'x', attempts: 1, created_at: 1 };
  return site.db
    .insertInto('mails')
    .values([
      { ...mail, next_attempt_at: GIVEN_UP },
      { ...mail, next_attempt_at: GIVEN_UP },
      { ...mail, next_attempt_at: 1 },
      { ...mail, next_attempt_at: GIVEN_UP, sent_at: 1 },
    ])
    .returning('id')
    .execute();
}
