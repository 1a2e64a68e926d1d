import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { type PaidSite, startPaidSite } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';

/*
 * During an upgrade, the previous version of the program runs on the same database. It knows one plan, and
 * would end every other subscription as foreign. The test repeats its statements.
 */

const START = Date.UTC(2027, 5, 7, 12);
const YEARLY = { monthlyCents: 2000, yearlyCents: 20_000 };
const NAME = 'paypal';

let site: PaidSite;
let reader: SignedInClient;
let id: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  site = await startPaidSite();
  const owner = await site.api.signedIn('admin');
  const basedOn = { monthlyCents: 2000, yearlyCents: null };
  await owner.put('/api/subscriptions/price', { ...YEARLY, basedOn });
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  reader = await site.api.signedIn('free');
  await site.keepSessions();
  const { body } = await reader.post('/api/subscription/checkout', { interval: 'year', cents: 20_000 });
  id = body.subscriptionId;
  site.peer.approve(id);
  await site.report(reader, id);
});
afterEach(() => site.calm());
afterAll(() => site.stop());

const agreement = () => site.peer.books.get(id);

/** Runs the previous version's reconciler, which stops checking due rows of another provider. */
async function runsReconciler(): Promise<number[]> {
  const due = await site.db
    .updateTable('subscriptions')
    .set({ next_check_at: null })
    .where('next_check_at', '<=', Date.now())
    .where('provider', '!=', NAME)
    .returning('id')
    .execute();
  const own = await site.db
    .selectFrom('subscriptions')
    .select('id')
    .where('next_check_at', '<=', Date.now())
    .where('provider', '=', NAME)
    .execute();
  return [...due, ...own].map((row) => row.id);
}

test('the previous version neither ends nor extends a yearly subscription', async () => {
  const row = await site.rowOf(id);
  expect(row.provider).not.toBe(NAME);
  site.passTo(START + 40 * DAY);
  expect(await runsReconciler()).not.toContain(row.id);
  const found = await site.db
    .selectFrom('subscriptions')
    .leftJoin('payments', 'payments.subscription_id', 'subscriptions.id')
    .select('subscriptions.id')
    .where((eb) =>
      eb.or([
        eb.and([eb('subscriptions.provider', '=', NAME), eb('subscriptions.provider_id', '=', id)]),
        eb.and([eb('subscriptions.provider', '=', NAME), eb('reference', '=', row.reference)]),
        eb.and({ 'payments.provider': NAME, 'payments.provider_id': agreement().payments[0]?.id ?? '' }),
      ]),
    )
    .execute();
  expect(found).toEqual([]);
  expect(await site.opens(reader)).toBe(true);
  await site.reconcile();
  expect(agreement().status).toBe('ACTIVE');
});

test('a cancellation that the previous version stores is carried out within a day', async () => {
  const { id: rowId, version, paid_through } = await site.rowOf(id);
  const now = Date.now();
  // Its cancellation and reconciliation do this; the latter stops at another provider.
  await site.db
    .updateTable('subscriptions')
    .set({
      ...{ wish: 'pause', status: 'cancelled', paused_at: now, refund_after: now, version: version + 1 },
      ...{ next_payment_at: null, access_until: paid_through, next_check_at: null, updated_at: now },
    })
    .where('id', '=', rowId)
    .execute();
  expect(agreement().status).toBe('ACTIVE');
  site.passTo(now + DAY + HOUR);
  await runsReconciler();
  await site.reconcile();
  expect(agreement().status).toBe('SUSPENDED');
  expect((await site.stateOf(reader)).subscription).toMatchObject({
    status: 'cancelled',
    accessUntil: new Date(paid_through ?? 0).toISOString(),
  });
});

test('money that the previous version cannot match is counted once at the next check', async () => {
  const { id: rowId } = await site.rowOf(id);
  const payment = site.peer.books.refund(id, '50.00');
  const details = { ids: [payment.id], refundId: 'R-1', disputeId: null, change: 'refunded', cents: 5000 };
  await site.db
    .insertInto('payment_events')
    .values({
      ...{
        provider: NAME,
        provider_id: 'WH-OF-BEFORE',
        type: 'PAYMENT.SALE.REFUNDED',
        subscription_id: null,
      },
      ...{ received_at: Date.now(), state: 'unmatched' },
      details: JSON.stringify({ ...details, currency: 'USD', at: Date.now(), subscriptionId: id }),
    })
    .execute();
  site.passTo(Date.now() + DAY + HOUR);
  await site.reconcile();
  await site.reconcile();
  const { refunded_cents, status } = await site.db
    .selectFrom('payments')
    .selectAll()
    .where('subscription_id', '=', rowId)
    .executeTakeFirstOrThrow();
  expect([refunded_cents, status]).toEqual([5000, 'completed']);
  expect(await site.opens(reader)).toBe(true);
});

test('a first check by the previous version does not take the row from the later ones', async () => {
  const { id: rowId } = await site.rowOf(id);
  // An account's deletion or a claim sets the old column.
  await site.db.updateTable('subscriptions').set({ next_check_at: 1 }).where('id', '=', rowId).execute();
  expect(await runsReconciler()).toContain(rowId);
  site.passTo((agreement().nextBillingAt ?? 0) - DAY);
  await site.liveTo((agreement().nextBillingAt ?? 0) + DAY);
  expect(agreement().payments).toHaveLength(2);
  expect(await site.opens(reader)).toBe(true);
});
