import { expect, test } from 'vitest';
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
});
