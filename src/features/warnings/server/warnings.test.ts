import { beforeAll, expect, test } from 'vitest';
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

/** Dismisses the first warning: it alone is gone, and dismissing it again finds none. */
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

test('a mail that the mail server refused is shown with the answer, a waiting one is not', async () => {
  await site.db.deleteFrom('mails').execute();
  for (const to of ['gone@example.org', 'waiting@example.org'])
    await queueMail(site.db, { to, subject: 'Your receipt', text: 'x', html: 'x' });
  await site.db
    .updateTable('mails')
    .set({ next_attempt_at: GIVEN_UP, last_error: '550 No such user' })
    .where('recipient', '=', 'gone@example.org')
    .execute();
  expect(await warnings()).toMatchObject([
    { kind: 'mail', about: '“Your receipt” to gone@example.org', details: '550 No such user' },
  ]);
  await dismissFirst();
  expect(await site.db.selectFrom('mails').select('recipient').execute()).toEqual([
    { recipient: 'waiting@example.org' },
  ]);
});
