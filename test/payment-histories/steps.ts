import { vi } from 'vitest';
import { Reconciler } from '#features/subscriptions/server/state/reconciler.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import type { CrashingProvider } from '../crashing-provider.ts';
import type { CallKind, Fault, PayPalPeer } from '../paypal/paypal-peer.ts';
import type { PeerSubscription } from '../paypal/paypal-peer-books.ts';
import type { Notice } from '../paypal/paypal-peer-notices.ts';
import type { SignedInClient, TestApi } from '../test-api.ts';
import { isUndone } from './expected-access.ts';

/* Steps of random payment histories: actions of readers, PayPal, networks, processes and clocks. */

/** PayPal's approval page expires after this time, in ms. */
const APPROVAL_LIFETIME = 3 * HOUR;
/** Longest time step of the PayPal peer, in ms. */
const PEER_STEP = 6 * HOUR;

export interface World {
  api: TestApi;
  /** An administrator, who changes prices and refunds payments. */
  owner: SignedInClient;
  peer: PayPalPeer;
  provider: CrashingProvider;
}

/** A reader and their history. */
export class History {
  readonly reader: SignedInClient;
  readonly world: World;
  /** Ids of this reader's subscriptions at PayPal. */
  readonly ids: string[] = [];
  /** Times of the effective cancellations, by subscription. */
  readonly cancelledAt = new Map<string, number>();
  hasCancelled = false;
  isDeleted = false;
  readonly #from: number;

  constructor(world: World, reader: SignedInClient) {
    this.world = world;
    this.reader = reader;
    this.#from = world.peer.notices.all.length;
  }

  get agreements(): PeerSubscription[] {
    return this.ids.map((id) => this.world.peer.books.get(id));
  }

  get latest(): PeerSubscription | undefined {
    return this.agreements.at(-1);
  }

  get notices(): Notice[] {
    return this.world.peer.notices.all.slice(this.#from);
  }

  /** Records that payments of all present subscriptions are no longer owed. */
  noteEnd(): void {
    for (const id of this.ids)
      if (!this.cancelledAt.has(id)) this.cancelledAt.set(id, this.world.peer.books.now());
  }
}

export type Step = { name: string; value: number };

const CALLS: CallKind[] = [
  'subscription.read',
  'subscription.transactions',
  'subscription.create',
  'subscription.suspend',
  'subscription.activate',
  'subscription.cancel',
  'sale.refund',
];
const FAULTS: Fault[] = ['reset', 'lost', 'garbage', { status: 500 }, { status: 429, retryAfter: '600' }];
/** PayPal documents this refusal for changes of a subscription only. */
const REFUSAL: Fault = { status: 422, issue: 'SUBSCRIPTION_STATUS_INVALID' };

type Steps = Record<string, (history: History, value: number) => Promise<void> | void>;

/**
 * Statuses without a stored effect: the state does not allow the action, there is no subscription, or the
 * rate limit is reached.
 */
const REFUSED = [404, 409, 429];

/** A reader's actions. A deleted account has none. */
const PRESSES: Steps = {
  async press({ reader, ids }, value) {
    const { body: own } = await reader.get('/api/subscription');
    // A page that was loaded before a change of the price shows $20.00.
    const { interval, cents } = value % 7 === 0 ? FIRST : own.plans[value % own.plans.length];
    const { status, body } = await reader.post('/api/subscription/checkout', { interval, cents });
    if (status === 201 && !ids.includes(body.subscriptionId)) ids.push(body.subscriptionId);
  },
  async report({ reader, latest }) {
    if (latest) await reader.post('/api/subscribe', { subscriptionId: latest.id, status: 'ACTIVE' });
  },
  async cancel(history) {
    const { status } = await history.reader.post('/api/subscription/cancel');
    // The crash may have happened after the cancellation was stored.
    if (!REFUSED.includes(status)) history.hasCancelled = true;
    if (status === 200) history.noteEnd();
  },
  async undo({ reader, cancelledAt }) {
    const { status, body } = await reader.post('/api/subscription/resume');
    const isStillCancelled = status === 200 && body.status !== 'active';
    if (!REFUSED.includes(status) && !isStillCancelled) cancelledAt.clear();
  },
  async deleteAccount(history, value) {
    if (value % 4 > 0) return;
    const { status } = await history.reader.delete('/api/user', {});
    if (status !== 204) return;
    history.isDeleted = true;
    history.noteEnd();
  },
};

const FIRST = { interval: 'month', cents: 2000 };
const PRICES = [
  { monthlyCents: 2000, yearlyCents: null },
  { monthlyCents: 2000, yearlyCents: 20_000 },
  { monthlyCents: 2500, yearlyCents: 18_050 },
  { monthlyCents: 1999, yearlyCents: null },
];

const OWNER: Steps = {
  async price({ world: { owner } }, value) {
    const { body: basedOn } = await owner.get('/api/subscriptions/price');
    await owner.put('/api/subscriptions/price', { ...PRICES[value % PRICES.length], basedOn });
  },
  /** Refunds the latest payment, fully or partly. */
  async adminRefund({ latest, world: { api, owner } }, value) {
    const row = await api.database.db
      .selectFrom('subscriptions')
      .select('id')
      .where('provider_id', '=', latest?.id ?? '')
      .where('status', 'not in', ['created', 'abandoned'])
      .executeTakeFirst();
    if (!row) return;
    const path = `/api/subscriptions/${row.id}`;
    const { payments } = (await owner.get(path)).body;
    const payment = payments[0];
    if (payment?.status !== 'completed' || payment.cents === null) return;
    const left = payment.cents - payment.refundedCents - payment.dueCents;
    if (left <= 0) return;
    await owner.post(`${path}/refunds`, {
      paymentId: payment.id,
      cents: value % 3 === 0 ? Math.min(left, 700) : left,
      key: `key-of-a-history-${owner.user.id}-${Date.now()}`.slice(0, 36),
      refundedCents: payment.refundedCents + payment.dueCents,
      reason: '',
    });
  },
};

const PAYPAL: Steps = {
  approve({ latest, world: { peer } }) {
    if (latest && peer.books.now() - latest.createdAt < APPROVAL_LIFETIME) peer.approve(latest.id);
  },
  async notice({ notices, world }, value) {
    const notice = notices[value % Math.max(1, notices.length)];
    if (notice) await tell(world, notice);
  },
  async allNotices({ notices, world }, value) {
    for (const notice of value % 2 === 0 ? notices : notices.toReversed()) await tell(world, notice);
  },
  refund({ latest, world: { peer } }, value) {
    if (latest && latest.payments.at(-1)?.status === 'COMPLETED')
      peer.books.refund(latest.id, value % 3 === 0 ? '5.00' : undefined);
  },
  reverse({ latest, world: { peer } }) {
    if (latest?.payments.at(-1)?.status === 'COMPLETED') peer.books.reverse(latest.id);
  },
  dispute({ latest, world: { peer } }) {
    if (latest?.payments.at(-1)?.status === 'COMPLETED') peer.books.dispute(latest.id);
  },
  resolve({ ids, world: { peer } }, value) {
    const open = peer.books.disputes.find(
      ({ subscriptionId, outcome }) => outcome === undefined && ids.includes(subscriptionId),
    );
    if (open && !isUndone(open.payment)) peer.books.resolve(open, value % 2 === 0);
  },
  cancelThere({ latest, world: { peer } }) {
    if (latest?.status !== 'ACTIVE') return;
    latest.endedByPayer = true;
    peer.books.cancel(latest.id);
  },
  refusePayments({ world: { peer } }, value) {
    peer.refusesPayments = value % 2 === 0;
  },
  /** Varies behavior that PayPal does not document. */
  unsure({ latest, world: { peer } }, value) {
    Object.assign(peer.books, {
      namesFirstFailure: (value & 1) === 0,
      announcesEachFailure: (value & 2) === 0,
      noticesNameSales: (value & 4) === 0,
      returnsToFirstDay: (value & 16) === 0,
    });
    if (latest) latest.billsOnResume = (value & 8) === 0;
  },
};

const TIMES = [HOUR / 2, 5 * HOUR, 3 * DAY, 12 * DAY, 31 * DAY];

const MACHINES: Steps = {
  /** Passes time while the program is stopped or PayPal does not respond. */
  time: ({ world }, value) => pass(world, TIMES[value % TIMES.length] as number),
  /** Passes most of a paid year, in which no payment is due. */
  year({ agreements, world }) {
    const { books } = world.peer;
    const active = agreements.filter(({ status }) => status === 'ACTIVE');
    const [yearly] = active.filter((agreement) => books.intervalOf(agreement) === 'year');
    const left = (yearly?.nextBillingAt ?? 0) - books.now() - DAY;
    if (active.length === 1 && left > DAY) pass(world, left);
  },
  /** Passes time while the program runs. */
  async live({ world }, value) {
    for (let days = 0; days <= value % 12; days += 1) {
      pass(world, DAY);
      await reconcileDue(world);
    }
  },
  /** Moves the server's clock by some hours, but not PayPal's. */
  clock({ world: { peer } }, value) {
    const jump = ((value % 5) - 2) * HOUR;
    if (Math.abs(peer.books.ahead - jump) > 3 * HOUR) return;
    vi.setSystemTime(Date.now() + jump);
    peer.books.ahead -= jump;
  },
  reconcile: ({ world }) => reconcileDue(world),
  crash({ world: { provider } }, value) {
    provider.crashAt(value % 8);
  },
  away({ world: { peer } }, value) {
    const call = CALLS[value % CALLS.length] as CallKind;
    const faults = /suspend|activate|cancel/.test(call) ? [...FAULTS, REFUSAL] : FAULTS;
    peer.fault(call, faults[(value >> 3) % faults.length] as Fault, { times: 1 + (value % 3) });
  },
};

export const STEP_NAMES = Object.keys({ ...PRESSES, ...OWNER, ...PAYPAL, ...MACHINES });

export async function take(history: History, { name, value }: Step): Promise<void> {
  if (PRESSES[name] && history.isDeleted) return;
  await (PRESSES[name] ?? OWNER[name] ?? PAYPAL[name] ?? MACHINES[name])?.(history, value);
}

async function tell({ api, peer }: World, { body }: Notice): Promise<void> {
  const headers = { ...peer.notices.sign(body), 'content-length': String(Buffer.byteLength(body)) };
  await api.app.inject({ method: 'POST', url: '/api/webhooks/paypal', headers, payload: body });
}

/** Moves both clocks. PayPal takes the due payments. */
export function pass({ peer }: World, ms: number): void {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    vi.setSystemTime(Math.min(end, Date.now() + PEER_STEP));
    peer.advance(0);
  }
}

export async function reconcileDue({ api, provider }: World): Promise<void> {
  const setup = { db: api.database.db, provider, publicUrl: () => 'http://localhost:3000' };
  await new Reconciler(setup, { warn() {} }).reconcileDue();
}
