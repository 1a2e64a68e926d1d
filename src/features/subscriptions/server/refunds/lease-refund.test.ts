import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { untilBlocked } from '#test/database/until-blocked.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { leaseRefund } from './lease-refund.ts';

setUpPaidSite();

let ada: SignedInClient;
let path: string;
/** A refund that waits, because the provider's response was lost. */
beforeEach(async () => {
  ada = await site.api.signedIn('admin');
  const id = await site.subscribed(await site.api.signedIn('free'));
  path = `/api/subscriptions/${(await site.rowOf(id)).id}`;
  const [payment] = (await ada.get(path)).body.payments;
  site.peer.fault('sale.refund', 'lost');
  const order = { paymentId: payment.id, cents: 500, key: `key-of-${id}`, refundedCents: 0 };
  expect((await ada.post(`${path}/refunds`, order)).body.status).toBe('due');
});

const change = (columns: { next_attempt_at: number; created_at?: number; provider?: string }) =>
  site.db.updateTable('admin_refunds').set(columns).where('status', '=', 'due').execute();

test('a refund that has waited for more than 14 days is given up without asking the provider', async () => {
  await change({ next_attempt_at: 0, created_at: Date.now() - 15 * DAY });
  const asked = site.peer.calls.length;
  await site.reconcile();
  expect((await ada.get(path)).body.refunds).toMatchObject([{ status: 'refused' }]);
  expect(site.peer.calls.slice(asked)).not.toContain('sale.refund');
});

test('a refund does not wait for an attempt that a clock ahead of time has set', async () => {
  await change({ next_attempt_at: Date.now() + DAY });
  expect(await leaseRefund(site.db, 'admin_refunds', 'paypal')).toMatchObject({ status: 'due' });
});

test('a refund of a provider that the site has left waits', async () => {
  await change({ next_attempt_at: 0, provider: 'sandbox' });
  expect(await leaseRefund(site.db, 'admin_refunds', 'paypal')).toBeUndefined();
});

test.runIf(process.env.TEST_ENGINE === 'postgres')('two nodes never lease one refund', async () => {
  await change({ next_attempt_at: 0 });
  const lease = (db = site.db) => leaseRefund(db, 'admin_refunds', 'paypal');
  const leases = await site.db.transaction().execute(async (node) => {
    const first = await lease(node);
    const second = lease();
    await untilBlocked(site.db);
    return { first, second: () => second };
  });
  expect([leases.first?.status, await leases.second()]).toEqual(['due', undefined]);
});
