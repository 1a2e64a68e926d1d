import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { insertOceans } from '#features/catalogue/server/insert-oceans.ts';
import { aDroplet, anOcean, aWave } from '#test/catalogue-fixture.ts';
import { Crash, CrashingProvider } from '#test/crashing-provider.ts';
import { type CallKind, type Fault, type PayPalPeer, startPayPalPeer } from '#test/paypal-peer.ts';
import type { PeerSubscription } from '#test/paypal-peer-books.ts';
import type { Notice } from '#test/paypal-peer-notices.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { paymentSetup } from './payment-setup.ts';
import { Reconciler } from './reconciler.ts';
import { GRACE } from './subscription-state.ts';

/*
 * Random histories of one reader: presses, payments, failures, refunds, notices that are lost, late, doubled or out of
 * order, crashes, an absent provider, and time. Whatever happened, once it has settled access is exactly as paid.
 */

const HISTORIES = process.env.TEST_ENGINE === 'postgres' ? 100 : 1000;
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Our date of the end and the provider's may differ by this much, when we heard of a payment only afterwards. */
const BLUR = 2 * DAY;
const START = Date.UTC(2027, 2, 1, 12);

let api: TestApi;
let peer: PayPalPeer;
let provider: CrashingProvider;
let droplet: string;

beforeAll(async () => {
  peer = await startPayPalPeer();
  api = await startTestApi({
    payments(db) {
      const setup = paymentSetup({ provider: 'paypal', ...peer.keys }, db);
      if (!setup.provider) throw new Error('There is no provider.');
      provider = new CrashingProvider(setup.provider);
      return { ...setup, provider };
    },
  });
  const locked = aDroplet({ accessType: 'premium', isSample: false });
  await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets: [locked] })] })]);
  const { id } = await api.database.db.selectFrom('droplets').select('id').executeTakeFirstOrThrow();
  droplet = `/api/droplets/${id}`;
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await api.stop();
  await peer.stop();
});

/** One reader and what has happened to them so far. */
class History {
  readonly reader: SignedInClient;
  /** The agreements at the provider that are this reader's. */
  readonly ids: string[] = [];
  readonly #from = peer.notices.all.length;

  constructor(reader: SignedInClient) {
    this.reader = reader;
  }

  get agreements(): PeerSubscription[] {
    return this.ids.map((id) => peer.books.get(id));
  }

  get latest(): PeerSubscription | undefined {
    return this.agreements.at(-1);
  }

  /** The notices that the provider would send, all that ever were. */
  get notices(): Notice[] {
    return peer.notices.all.slice(this.#from);
  }
}

type Step = { name: string; value: number };

const CALLS: CallKind[] = [
  'subscription.read',
  'subscription.transactions',
  'subscription.create',
  'subscription.suspend',
  'subscription.activate',
  'subscription.cancel',
];
const FAULTS: Fault[] = ['reset', 'lost', 'garbage', { status: 500 }, { status: 429 }];

/** What may happen. A number chooses which, when or how much. */
const STEPS: Record<string, (history: History, value: number) => Promise<void> | void> = {
  async press(history) {
    const { status, body } = await history.reader.post('/api/subscription/checkout', {});
    if (status === 201 && !history.ids.includes(body.subscriptionId)) history.ids.push(body.subscriptionId);
  },
  approve({ latest }) {
    // An approval page lives for three hours.
    if (latest && peer.books.now() - latest.createdAt < 3 * HOUR) peer.approve(latest.id);
  },
  async report({ reader, latest }) {
    if (latest) await reader.post('/api/subscribe', { subscriptionId: latest.id, status: 'ACTIVE' });
  },
  async cancel({ reader }) {
    await reader.post('/api/subscription/cancel');
  },
  async undo({ reader }) {
    await reader.post('/api/subscription/resume');
  },
  async notice({ notices }, value) {
    const notice = notices[value % Math.max(1, notices.length)];
    if (notice) await tell(notice);
  },
  async allNotices({ notices }, value) {
    const turned = value % 2 === 0 ? notices : notices.toReversed();
    for (const notice of turned) await tell(notice);
  },
  refund({ latest }, value) {
    const kept = latest?.payments.at(-1)?.status === 'COMPLETED';
    if (latest && kept) peer.books.refund(latest.id, value % 3 === 0 ? '5.00' : undefined);
  },
  reverse({ latest }) {
    if (latest?.payments.at(-1)?.status === 'COMPLETED') peer.books.reverse(latest.id);
  },
  cancelThere({ latest }) {
    if (latest?.status === 'ACTIVE') peer.books.cancel(latest.id);
  },
  refusePayments(_history, value) {
    peer.refusesPayments = value % 2 === 0;
  },
  async time({ latest }, value) {
    const steps = [HOUR / 2, 5 * HOUR, 3 * DAY, 12 * DAY, 31 * DAY];
    await pass(steps[value % steps.length] as number, latest);
  },
  async reconcile() {
    await settle();
  },
  crash(_history, value) {
    provider.crashAt(value % 6);
  },
  away(_history, value) {
    const fault = FAULTS[(value >> 3) % FAULTS.length] as Fault;
    peer.fault(CALLS[value % CALLS.length] as CallKind, fault, { times: 1 + (value % 3) });
  },
};

const tell = async ({ body }: Notice) => {
  const headers = { ...peer.notices.sign(body), 'content-length': String(Buffer.byteLength(body)) };
  await api.app.inject({ method: 'POST', url: '/api/webhooks/paypal', headers, payload: body });
};

/** Time goes by day after day, and with it the payments that fall due. */
async function pass(ms: number, latest: PeerSubscription | undefined): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    const next = Math.min(end, latest?.status === 'ACTIVE' ? (latest.nextBillingAt ?? end) : end);
    vi.setSystemTime(Math.max(next, Math.min(end, Date.now() + 5 * DAY)));
    peer.advance(0);
  }
}

async function settle(): Promise<void> {
  const { db } = api.database;
  const setup = { db, provider, publicUrl: () => 'http://localhost:3000' };
  await new Reconciler(setup, { warn() {} }).settle();
}

const opens = async ({ reader }: History) => (await reader.get(droplet)).body.locked === false;

/** What somebody who sees only the provider's books would grant: yes, no, or too near a boundary to tell. */
function owed(history: History): 'yes' | 'no' | 'either' {
  const answers = history.agreements.map(owedBy);
  return answers.includes('yes') ? 'yes' : answers.includes('either') ? 'either' : 'no';
}

function owedBy({ payments, status, nextBillingAt = 0, failedPayments }: PeerSubscription) {
  const last = payments.at(-1);
  if (!last || last.status === 'REFUNDED' || last.status === 'REVERSED') return 'no';
  const mayFail = status === 'ACTIVE' || (status === 'SUSPENDED' && failedPayments > 0);
  const until = nextBillingAt + (mayFail ? GRACE : 0);
  const now = Date.now();
  if (Math.abs(now - until) < BLUR) return 'either';
  // Whether a failing agreement was also cancelled by the reader stands in our books only.
  if (mayFail && failedPayments > 0 && now > nextBillingAt - BLUR && now < until) return 'either';
  return now < until ? 'yes' : 'no';
}

async function live(steps: Step[]): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  peer.refusesPayments = false;
  const history = new History(await api.signedIn('free'));
  await keepSession(history.reader);
  for (const { name, value } of steps) {
    try {
      await STEPS[name]?.(history, value);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
    // Where nothing was ever paid nothing is ever open, not even for a moment.
    if (history.agreements.every(({ payments }) => payments.length === 0))
      expect(await opens(history)).toBe(false);
  }
  // The trouble is over; no notice comes any more, and nobody does anything.
  provider.calm();
  peer.heal();
  for (let day = 0; day < 2; day += 1) {
    await pass(25 * HOUR, history.latest);
    await settle();
  }
  const answer = owed(history);
  if (answer !== 'either') expect({ opens: await opens(history) }).toEqual({ opens: answer === 'yes' });
  await expectSoundBooks(history);
  await forget();
}

/** One row for one agreement; nobody is charged twice, or for what is closed. */
async function expectSoundBooks(history: History): Promise<void> {
  const rows = await api.database.db.selectFrom('subscriptions').selectAll().execute();
  const known = rows.flatMap(({ provider_id }) => (provider_id === null ? [] : [provider_id]));
  expect(new Set(known).size).toBe(known.length);
  for (const { id, payments } of history.agreements) if (payments.length > 0) expect(known).toContain(id);
  const taking = history.agreements.filter(({ status }) => status === 'ACTIVE');
  expect(taking.length).toBeLessThanOrEqual(1);
  for (const { id } of taking) expect(rows.find((row) => row.provider_id === id)?.wish).toBe('renew');
}

async function keepSession({ user }: SignedInClient): Promise<void> {
  const later = START + 3650 * DAY;
  await api.database.db
    .updateTable('sessions')
    .set({ created_at: later, last_seen_at: later })
    .where('user_id', '=', user.id)
    .execute();
}

/** The next history begins with empty books. */
async function forget(): Promise<void> {
  const { db } = api.database;
  for (const table of ['payments', 'payment_events', 'subscriptions', 'mails', 'rate_limits'] as const)
    await db.deleteFrom(table).execute();
  peer.books.subscriptions.clear();
}

const step = fc.record({
  name: fc.constantFrom(...Object.keys(STEPS)),
  value: fc.nat({ max: 1000 }),
});

/** Most begin as people do, so that what comes later happens to somebody who has paid. */
const history = fc
  .tuple(
    fc.constantFrom(['press', 'approve', 'report'], ['press', 'approve'], ['press'], []),
    fc.array(step, { maxLength: 14 }),
  )
  .map(([beginning, rest]) => [...beginning.map((name) => ({ name, value: 0 })), ...rest]);

test(`after any of ${HISTORIES} histories access is exactly as paid`, { timeout: 600_000 }, async () => {
  await fc.assert(
    fc
      .asyncProperty(history, (steps) => live(steps))
      .afterEach(async () => {
        provider.calm();
        peer.heal();
        await forget();
      }),
    { numRuns: HISTORIES, seed: Number(process.env.SEED ?? 20_261_121) },
  );
});
