import { PLAN } from '../contract.ts';
import type { ProviderSubscription } from './provider.ts';

/*
 * What a subscription is worth, out of what the provider says and what was paid. A pure rule: the same facts give the
 * same answer, in whatever order they became known.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The provider tries a failed payment again every 5 days, twice: two tries and a day. */
export const GRACE = 11 * DAY;
/** An unapproved checkout is offered again for this long; its approval page does not live much longer. */
export const CHECKOUT_LIVES = 3 * HOUR;
/** The provider delivers its notices for three days; until then the checkout is asked for too. */
const WATCHED_FOR = 3 * DAY;
/** Payments of one subscription are a month apart: what lies nearer together is the same one. */
const SAME_PAYMENT = 2 * DAY;

/** What we know of one payment; `paidAt` is null while only its refund was heard of. */
export interface KnownPayment {
  status: 'completed' | 'refunded' | 'reversed';
  cents: number | null;
  refundedCents: number;
  paidAt: number | null;
  undoneAt: number | null;
}

/** What our row says before the provider is asked. */
export interface KnownSubscription {
  reference: string;
  status: StoredStatus;
  wish: Wish;
  activatedAt: number | null;
  paidThrough: number | null;
  createdAt: number;
}

export type Wish = 'renew' | 'pause' | 'stop';

export type StoredStatus =
  | 'created'
  | 'pending'
  | 'active'
  | 'past_due'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'disputed'
  | 'refused'
  | 'abandoned';

export interface SubscriptionState {
  status: StoredStatus;
  wish: Wish;
  paidThrough: number | null;
  nextPaymentAt: number | null;
  /** Premium content is open until then; null: it is not. */
  accessUntil: number | null;
  /** When the provider is to be asked again; null: never, unless it speaks first. */
  nextCheckAt: number | null;
}

/** Derives the state of a subscription at the instant `now`. `said` null: the provider knows of none. */
export function stateOf(
  row: KnownSubscription,
  said: ProviderSubscription | null,
  payments: readonly KnownPayment[],
  now: number,
): SubscriptionState {
  if (said === null || said.state === 'pending' || said.state === 'approved')
    return beforePayment(row, said?.state === 'approved', now);
  if (isForeign(row, said)) return closed(row, said, 'refused', now);

  const paidThrough = paidUntil(row, said, payments);
  const undone = undonePayment(said, payments);
  if (undone)
    return { ...closed(row, said, undone.status === 'reversed' ? 'disputed' : 'refunded', now), paidThrough };

  const ends = { paidThrough, nextPaymentAt: null, accessUntil: paidThrough, wish: row.wish };
  switch (said.state) {
    case 'cancelled':
    case 'expired': {
      const status = paidThrough === null ? 'abandoned' : said.state;
      // While it is still open the money may go back, and the news of it be lost.
      return { ...ends, status, nextCheckAt: daily(paidThrough, now) };
    }
    case 'suspended':
      // By our wish: what the reader has cancelled. It ends for good when the paid time does.
      if (row.wish !== 'renew') return cancelledByReader(row, paidThrough, now);
      if (said.failedPayments > 0) return pastDue(row, paidThrough, now);
      return { ...ends, status: 'cancelled', nextCheckAt: now + DAY };
    case 'active':
      if (row.wish !== 'renew') {
        const cancelled = cancelledByReader(row, paidThrough, now);
        // It was told, and goes on: it is told again before it takes a payment that nobody expects.
        return { ...cancelled, nextCheckAt: Math.min(cancelled.nextCheckAt, now + MINUTE) };
      }
      if (said.failedPayments > 0) return pastDue(row, paidThrough, now);
      return {
        status: 'active',
        wish: 'renew',
        paidThrough,
        nextPaymentAt: said.nextPaymentAt,
        // The provider may be late with a payment, or we with hearing of it: that is not the reader's fault.
        accessUntil: (paidThrough ?? now) + GRACE,
        nextCheckAt: Math.min(now + DAY, Math.max(paidThrough ?? now, now) + HOUR),
      };
  }
}

/**
 * Nothing was paid yet: the checkout stays open for a while, and is watched for longer, should the news be lost. What
 * was given up is not opened again: another checkout may have taken its place.
 */
function beforePayment(row: KnownSubscription, approved: boolean, now: number): SubscriptionState {
  const age = now - row.createdAt;
  const awaited = approved || row.status === 'pending';
  const isOpen = row.status !== 'abandoned' && age < (approved ? DAY : CHECKOUT_LIVES);
  return {
    status: isOpen ? (awaited ? 'pending' : 'created') : 'abandoned',
    wish: row.wish,
    paidThrough: null,
    nextPaymentAt: null,
    accessUntil: null,
    nextCheckAt: age > WATCHED_FOR ? null : now + pause(age, awaited),
  };
}

/** Often while somebody waits for it, ever more seldom later. */
function pause(age: number, awaited: boolean): number {
  const soonest = awaited ? 5_000 : MINUTE;
  return Math.min(Math.max(Math.round(age / 4), soonest), 6 * HOUR);
}

/** Not what we sell, or not from our checkout. */
function isForeign(row: KnownSubscription, said: ProviderSubscription): boolean {
  const last = said.lastPayment;
  return (
    said.reference !== row.reference ||
    !said.isOurPlan ||
    (last !== null && (last.cents !== PLAN.cents || last.currency !== PLAN.currency))
  );
}

/** Gives nothing, and takes nothing any more: the provider is told to stop, until it has. */
function closed(
  row: KnownSubscription,
  { state }: ProviderSubscription,
  status: 'refused' | 'refunded' | 'disputed',
  now: number,
): SubscriptionState {
  return {
    status,
    wish: 'stop',
    paidThrough: row.paidThrough,
    nextPaymentAt: null,
    accessUntil: null,
    nextCheckAt: state === 'cancelled' || state === 'expired' ? null : askToStop(row, now),
  };
}

/** At once; where the provider was told already and goes on, a little later. */
const askToStop = (row: KnownSubscription, now: number) => now + (row.wish === 'stop' ? MINUTE : 0);

/** Once a day while something is open; null once nothing is. */
const daily = (until: number | null, now: number): number | null =>
  until === null || until <= now ? null : Math.min(now + DAY, until);

function cancelledByReader(
  row: KnownSubscription,
  paidThrough: number | null,
  now: number,
): SubscriptionState & { nextCheckAt: number } {
  const isOver = (paidThrough ?? 0) <= now;
  const wish = isOver || row.wish === 'stop' ? 'stop' : 'pause';
  return {
    status: 'cancelled',
    wish,
    paidThrough,
    nextPaymentAt: null,
    accessUntil: paidThrough,
    nextCheckAt: wish === 'stop' ? askToStop(row, now) : Math.min(paidThrough ?? now, now + DAY),
  };
}

/** A payment failed. What was never paid for has no grace. */
function pastDue(row: KnownSubscription, paidThrough: number | null, now: number): SubscriptionState {
  const accessUntil = paidThrough === null ? null : paidThrough + GRACE;
  const isOver = paidThrough !== null && paidThrough + GRACE <= now;
  return {
    status: isOver ? 'expired' : 'past_due',
    // Nobody is charged later for what was locked.
    wish: isOver ? 'stop' : row.wish,
    paidThrough,
    nextPaymentAt: null,
    accessUntil: isOver ? null : accessUntil,
    nextCheckAt: isOver ? now : now + 6 * HOUR,
  };
}

/**
 * Until when is paid for: the provider's next date while payments go well, else a month from the latest payment. A
 * date once known stays when the provider stops naming one, as it does for a cancelled subscription. Null: nothing
 * was paid yet, whatever date the provider names for it.
 */
function paidUntil(
  row: KnownSubscription,
  said: ProviderSubscription,
  payments: readonly KnownPayment[],
): number | null {
  const latest = Math.max(
    said.lastPayment?.at ?? 0,
    ...payments.flatMap((payment) => (payment.paidAt === null ? [] : [payment.paidAt])),
  );
  if (latest === 0) return row.paidThrough;
  if (said.state === 'active' && said.failedPayments === 0 && said.nextPaymentAt !== null)
    return said.nextPaymentAt;
  const byPayment = aMonthAfter(latest);
  // The provider's own date is exact to the minute; a payment may come hours after it.
  return row.paidThrough === null || byPayment - row.paidThrough > SAME_PAYMENT ? byPayment : row.paidThrough;
}

/** The latest payment, when it was given back wholly or taken back. An earlier one no longer matters. */
function undonePayment(
  said: ProviderSubscription,
  payments: readonly KnownPayment[],
): KnownPayment | undefined {
  const kept = payments.filter((payment) => !isUndone(payment)).map((payment) => payment.paidAt ?? 0);
  const latestKept = Math.max(0, ...kept);
  return payments.find((payment) => {
    if (!isUndone(payment)) return false;
    const at = payment.paidAt ?? payment.undoneAt ?? 0;
    return latestKept <= at && (said.lastPayment?.at ?? 0) <= at + SAME_PAYMENT;
  });
}

const isUndone = ({ status, cents, refundedCents }: KnownPayment): boolean =>
  status === 'reversed' || status === 'refunded' || refundedCents >= (cents ?? PLAN.cents);

/** The same day of the next month, or its last day. */
export function aMonthAfter(at: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
