import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { Crash, CrashingProvider } from '#test/crashing-provider.ts';
import { expectedAccess, isUndone, unjustPayments } from '#test/payment-histories/expected-access.ts';
import {
  History,
  pass,
  reconcileDue,
  STEP_NAMES,
  type Step,
  take,
  type World,
} from '#test/payment-histories/steps.ts';
import { startPayPalPeer } from '#test/paypal/paypal-peer.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { paymentSetup } from '../checkout/payment-setup.ts';

/*
 * Random histories of one reader, monthly or yearly, at changing prices: presses, payments, retries, refunds
 * at PayPal and by administrators, disputes, crashes, outages, jumping clocks, and events that are lost,
 * late, repeated or out of order. One day after the last fault, access matches the payments, every payment is
 * owed or refunded, and no mail was sent twice. `HISTORIES=10000` sets their number, `SEED` the seed.
 */

const HISTORIES = Number(process.env.HISTORIES ?? (process.env.TEST_ENGINE === 'postgres' ? 150 : 1000));
/** The last one is a day that most months and years lack. */
const STARTS = [Date.UTC(2027, 2, 1, 12), Date.UTC(2027, 0, 31, 12), Date.UTC(2028, 1, 29, 12)];

let world: World;
let droplet: string;
let readers = 0;

beforeAll(async () => {
  const peer = await startPayPalPeer();
  let provider: CrashingProvider | undefined;
  const api = await startTestApi({
    payments(db) {
      const setup = paymentSetup({ provider: 'paypal', ...peer.keys }, db);
      if (!setup.provider) throw new Error('There is no provider.');
      provider = new CrashingProvider(setup.provider);
      return { ...setup, provider };
    },
  });
  if (!provider) throw new Error('There is no provider.');
  vi.useFakeTimers({ toFake: ['Date'], now: STARTS[0] });
  const owner = await api.signedIn('admin');
  await keepSession(api, owner);
  world = { api, owner, peer, provider };
  const locked = aDroplet({ accessType: 'premium', isSample: false });
  await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets: [locked] })] })]);
  const { id } = await api.database.db.selectFrom('droplets').select('id').executeTakeFirstOrThrow();
  droplet = `/api/droplets/${id}`;
  // Calls reach the peer without a network, which would take most of the time.
  vi.stubGlobal('fetch', peer.fetch);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  vi.unstubAllGlobals();
  await world.api.stop();
  await world.peer.stop();
});

const opens = async ({ reader }: History) => (await reader.get(droplet)).body.locked === false;

async function live(start: number, steps: Step[]): Promise<void> {
  const { api, peer, provider } = world;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const history = new History(
    world,
    await api.signedIn('free', { email: `reader-${++readers}@example.org` }),
  );
  await keepSession(api, history.reader);
  for (const step of steps) {
    try {
      await take(history, step);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
    // Without a payment there is never access, even for a moment.
    if (history.agreements.every(({ payments }) => payments.length === 0))
      expect(await opens(history)).toBe(false);
  }
  // After the faults, only the reconciler runs.
  provider.calm();
  peer.heal();
  for (let hours = 0; hours < 28; hours += 4) {
    pass(world, 4 * HOUR);
    await reconcileDue(world);
  }
  const { agreements, cancelledAt, hasCancelled } = history;
  const { intervalOf } = peer.books;
  const access = expectedAccess(agreements, peer.books.now(), hasCancelled, intervalOf);
  if (access !== 'either' && !history.isDeleted)
    expect({ opens: await opens(history) }).toEqual({ opens: access === 'yes' });
  expect(unjustPayments(agreements, cancelledAt, intervalOf)).toEqual([]);
  await expectConsistentRows(history);
  await expectNothingTwice(history);
}

/** One receipt for each payment, and one mail at most for each payment that was given back. */
async function expectNothingTwice({ agreements, reader }: History): Promise<void> {
  const mails = await world.api.database.db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('recipient', '=', reader.user.email ?? '')
    .execute();
  const about = (words: string) => mails.filter(({ subject }) => subject.endsWith(words));
  const receipts = about('receipt').map(({ text }) => text);
  expect(receipts).toHaveLength(new Set(receipts).size);
  const returned = agreements.flatMap(({ payments }) => payments.filter(isUndone));
  expect(about('has ended').length).toBeLessThanOrEqual(returned.length);
}

/** One row per subscription at PayPal, and at most one of them takes payments. */
async function expectConsistentRows({ agreements, isDeleted }: History): Promise<void> {
  const rows = await world.api.database.db.selectFrom('subscriptions').selectAll().execute();
  const known = rows.flatMap(({ provider_id }) => (provider_id === null ? [] : [provider_id]));
  expect(new Set(known).size).toBe(known.length);
  for (const { id, payments } of agreements) if (payments.length > 0) expect(known).toContain(id);
  const charging = agreements.filter(({ status }) => status === 'ACTIVE');
  expect(charging.length).toBeLessThanOrEqual(isDeleted ? 0 : 1);
  for (const { id } of charging) expect(rows.find((row) => row.provider_id === id)?.wish).toBe('renew');
}

async function keepSession(api: TestApi, { user }: SignedInClient): Promise<void> {
  const later = Math.max(...STARTS) + 3650 * DAY;
  await api.database.db
    .updateTable('sessions')
    .set({ created_at: later, last_seen_at: later })
    .where('user_id', '=', user.id)
    .execute();
}

/** Clears everything for the next history. */
async function forget(): Promise<void> {
  const { db } = world.api.database;
  const tables = [
    ...(['admin_refunds', 'refunds', 'payments', 'payment_events', 'subscriptions'] as const),
    ...(['mails', 'rate_limits', 'settings'] as const),
  ];
  for (const table of tables) await db.deleteFrom(table).execute();
  const { books, notices } = world.peer;
  books.subscriptions.clear();
  books.disputes.length = 0;
  notices.all.length = 0;
  Object.assign(books, {
    ahead: 0,
    namesFirstFailure: true,
    announcesEachFailure: true,
    noticesNameSales: true,
    returnsToFirstDay: false,
  });
  world.provider.calm();
  world.peer.heal();
  world.peer.refusesPayments = false;
}

const step = fc.record({ name: fc.constantFrom(...STEP_NAMES), value: fc.nat({ max: 1000 }) });

/** Most histories begin with a payment, so that the random steps meet a subscriber. */
const history = fc
  .tuple(
    fc.constantFrom(...STARTS),
    fc.constantFrom(
      ['press', 'approve', 'report'],
      ['price', 'press', 'approve', 'report'],
      ['press', 'approve'],
      ['press'],
      [],
    ),
    fc.array(step, { maxLength: 14 }),
  )
  .map(([start, first, rest]) => ({
    start,
    steps: [...first.map((name) => ({ name, value: 1 })), ...rest],
  }));

test(`after each of ${HISTORIES} random histories, access is as paid, and what is not owed is refunded`, {
  timeout: HOUR,
}, async () => {
  await fc.assert(fc.asyncProperty(history, ({ start, steps }) => live(start, steps)).afterEach(forget), {
    numRuns: HISTORIES,
    seed: Number(process.env.SEED ?? 20_261_122),
  });
});
