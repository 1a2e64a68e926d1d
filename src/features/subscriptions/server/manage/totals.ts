import { sql } from 'kysely';
import { withLease } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import { instant } from '#platform/text/instants.ts';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import type { ManagedState, SubscriptionTotals } from '../../contract/admin-schemas.ts';
import { PLAN } from '../../contract/calls.ts';

/*
 * Sums over all subscriptions. Counting reads every row, so one node does it in the background once a minute,
 * and pages read the stored sums. Months are in UTC.
 */

/** Number of months to show, including the present one. */
const MONTHS = 13;
/** Number of latest months to count each time. Older ones change only by refunds, and are counted daily. */
const RECOUNTED_MONTHS = 2;
/** Age in ms above which sums are recounted before they are shown, because no background job runs. */
const STALE = 10 * MINUTE;

const STATES: readonly ManagedState[] = ['active', 'failed', 'canceled', 'ended', 'pending'];

/** Returns the bounds of the latest months, the present one first. */
function latestMonths(now: number): { name: string; from: number; to: number }[] {
  const date = new Date(now);
  const startOf = (back: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1);
  return Array.from({ length: MONTHS }, (_, back) => ({
    name: new Date(startOf(back)).toISOString().slice(0, 7),
    from: startOf(back),
    to: startOf(back - 1),
  }));
}

/** Counts at most once a minute, whatever the number of nodes. */
export const countTotals = (db: Db): Promise<unknown> =>
  withLease(db, 'subscription-totals', 0.9 * MINUTE, () => recount(db));

/** Counts everything that may have changed since the last count. */
export async function recount(db: Db, now = Date.now()): Promise<void> {
  const stored = new Map((await storedTotals(db)).map((row) => [row.name, row]));
  const counts = await countStates(db, now);
  for (const [index, month] of latestMonths(now).entries()) {
    const counted = stored.get(`${month.name} began`)?.counted_at ?? 0;
    // A month that was not over at its last count is counted again.
    const isSettled = counted > now - DAY && counted >= month.to;
    if (index >= RECOUNTED_MONTHS && isSettled) continue;
    for (const [name, value] of Object.entries(await countMonth(db, month, now)))
      counts.set(`${month.name} ${name}`, value);
  }
  const rows = [...counts].map(([name, value]) => ({ name, value, counted_at: now }));
  await db
    .insertInto('subscription_totals')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          counted_at: eb.ref('excluded.counted_at'),
        }))
        // The count that started later wins over a concurrent one.
        .whereRef('subscription_totals.counted_at', '<=', 'excluded.counted_at'),
    )
    .execute();
}

const storedTotals = (db: Db) => db.selectFrom('subscription_totals').selectAll().execute();

/** Matches `managedState`. */
const STATE_OF: Record<string, ManagedState> = { active: 'active', pending: 'pending', past_due: 'failed' };

async function countStates(db: Db, now: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('subscriptions')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .where('status', 'not in', ['created', 'abandoned'])
    .groupBy('status')
    .execute();
  const open = await db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 'cancelled')
    .where('access_until', '>', now)
    .executeTakeFirstOrThrow();
  const counts = new Map<string, number>(STATES.map((state) => [state, 0]));
  for (const { status, n } of rows) {
    const state = STATE_OF[status] ?? 'ended';
    counts.set(state, (counts.get(state) ?? 0) + Number(n));
  }
  const yearly = await db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', 'in', ['active', 'past_due'])
    .where('price_interval', '=', 'year')
    .executeTakeFirstOrThrow();
  counts.set('yearly', Number(yearly.n));
  const canceled = Number(open.n);
  counts.set('canceled', canceled).set('ended', (counts.get('ended') ?? 0) - canceled);
  return counts;
}

async function countMonth(db: Db, { from, to }: { from: number; to: number }, now: number) {
  const began = await db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('activated_at', '>=', from)
    .where('activated_at', '<', to)
    .executeTakeFirstOrThrow();
  const ended = await db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('activated_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('status', '=', 'cancelled'),
          eb('access_until', '>=', from),
          eb('access_until', '<', Math.min(to, now)),
        ]),
        eb.and([
          eb('status', 'in', ['expired', 'refunded', 'disputed']),
          // Older programs store no end.
          eb(eb.fn.coalesce('ended_at', 'updated_at'), '>=', from),
          eb(eb.fn.coalesce('ended_at', 'updated_at'), '<', to),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  const received = await db
    .selectFrom('payments')
    .select(
      sql<number>`coalesce(sum(case when status = 'reversed' then 0 else cents - refunded_cents end), 0)`.as(
        'cents',
      ),
    )
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .executeTakeFirstOrThrow();
  return { began: Number(began.n), ended: Number(ended.n), received: Number(received.cents) };
}

/** Reads the sums. Counts them first when there are none, or the last count is too old. */
export async function readTotals(db: Db): Promise<SubscriptionTotals> {
  const now = Date.now();
  let rows = await storedTotals(db);
  const countedAt = () => Math.max(0, ...rows.map(({ counted_at }) => counted_at));
  if (countedAt() < now - STALE) {
    await recount(db, now);
    rows = await storedTotals(db);
  }
  const values = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  const sumOf = (name: string) => values.get(name) ?? 0;
  return {
    countedAt: instant(countedAt()),
    currency: PLAN.currency,
    states: {
      active: sumOf('active'),
      failed: sumOf('failed'),
      canceled: sumOf('canceled'),
      ended: sumOf('ended'),
      pending: sumOf('pending'),
    },
    yearly: sumOf('yearly'),
    months: latestMonths(now).map(({ name }) => ({
      month: name,
      began: sumOf(`${name} began`),
      ended: sumOf(`${name} ended`),
      receivedCents: sumOf(`${name} received`),
    })),
  };
}
