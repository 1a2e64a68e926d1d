import { expect, test } from 'vitest';
import { NO_END } from '#features/grants/server/granted-until.ts';
import { HOUR } from '#platform/text/time-units.ts';
import { reader, site, startPriceSite, subscribedTo } from '#test/payment-histories/price-fixture.ts';

/* The days in mails about payments. The site's clock shows noon of June 7, 2027, in UTC. */

startPriceSite();

const mails = async () =>
  (
    await site.db
      .selectFrom('mails')
      .select('text')
      .where('recipient', '=', reader.user.email ?? '')
      .orderBy('id')
      .execute()
  ).map(({ text }) => text);

test.each([
  ['', 'June 7, 2027', 'July 7, 2027'],
  ['Pacific/Kiritimati', 'June 8, 2027', 'July 8, 2027'],
])('of a site in %j are those of its clocks', async (value, paid, end) => {
  await site.db
    .insertInto('settings')
    .values({ key: 'site.time-zone', value, category: 'general', description: null, updated_at: 1 })
    .execute();
  await subscribedTo({});
  expect((await reader.post('/api/subscription/cancel', {})).status).toBe(200);
  const [receipt, canceled] = await mails();
  expect(receipt).toContain(paid);
  expect(canceled).toContain(`You keep full access until ${end}.`);
  expect(canceled).toContain('You can undo this until then, and subscribe again later.');
});

test('after a cancellation at PayPal, the mail says when one can subscribe again', async () => {
  const id = await subscribedTo({});
  site.peer.books.cancel(id);
  await site.tell(site.lastNotice());
  expect((await mails())[1]).toContain('You can subscribe again then.');
});

test('a mail about a cancellation names no day for a new subscription where access has no end', async () => {
  const id = await subscribedTo({});
  await site.keepSessions();
  await site.db
    .updateTable('users')
    .set({ granted_until: NO_END })
    .where('id', '=', reader.user.id)
    .execute();
  site.peer.refusesPayments = true;
  site.passTo((site.peer.books.get(id).nextBillingAt ?? 0) + HOUR);
  await reader.post('/api/subscription/cancel', {});
  const canceled = (await mails()).at(-1);
  expect(canceled).toContain('You keep full access, because it was given to you.');
  expect(canceled).not.toContain('subscribe again');
});
