import { expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { anAccount, GOOD_PASSWORD, someone } from '#test/account-fixture.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';

/* Subscriptions of test payments, or of PayPal's sandbox, remain in the database when a site goes live. */

setUpPaidSite();

/** Makes a PayPal subscription look like one made with test payments. */
const makeTest = (id: string) =>
  site.db
    .updateTable('subscriptions')
    .set({ provider: 'sandbox', provider_id: `TEST-${id}` })
    .where('provider_id', '=', id)
    .execute();

test('a checkout that was begun with test payments gives way to one at PayPal', async () => {
  const reader = await site.api.signedIn('free');
  const begun = await site.begin(reader);
  await makeTest(begun);
  const id = await site.subscribed(reader);
  expect(id).not.toBe(begun);
  expect(await site.opens(reader)).toBe(true);
});

test('abandoning a checkout of test payments does not stop the checks of other subscriptions', async () => {
  const other = await site.subscribed(await site.api.signedIn('free'));
  const reader = await site.api.signedIn('free');
  await makeTest(await site.begin(reader));
  await site.subscribed(reader);
  expect(await site.rowOf(other)).toMatchObject({ status: 'active', next_check_at: expect.any(Number) });
});

test.each(['test payments', 'another account at PayPal'])(
  'a subscription of %s keeps nobody from subscribing when its access has ended',
  async (which) => {
    const reader = await site.api.signedIn('free');
    await site.keepSessions();
    const former = await site.subscribed(reader);
    site.peer.books.subscriptions.delete(former);
    if (which === 'test payments') await makeTest(former);
    expect((await site.press(reader)).body.code).toBe('already-subscribed');
    site.passTo(Date.now() + 60 * DAY);
    await site.reconcile();
    expect(await site.opens(reader)).toBe(false);
    await site.subscribed(reader);
    expect(await site.opens(reader)).toBe(true);
  },
);

test.each(['canceled', 'deleted with its account'])(
  'a subscription of another account at PayPal that was %s is given up two weeks later',
  async (how) => {
    const reader = someone(site.api);
    await reader.send('POST', '/api/register', anAccount());
    await site.keepSessions();
    const id = await site.subscribed(reader);
    const books = site.peer.books.subscriptions;
    books.delete(id);
    if (how === 'canceled') await reader.post('/api/subscription/cancel');
    else await reader.delete('/api/user', { password: GOOD_PASSWORD });
    await site.reconcile();
    const at = Date.now();
    site.passTo(at + 13 * DAY);
    await site.reconcile();
    expect((await site.rowOf(id)).next_check_at).not.toBeNull();
    site.passTo(at + 60 * DAY);
    await site.reconcile();
    expect(await site.rowOf(id)).toMatchObject({ next_check_at: null, status: 'expired' });
  },
);
