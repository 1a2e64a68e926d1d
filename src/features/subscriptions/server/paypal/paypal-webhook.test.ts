import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import type { PeerBooks } from '#test/paypal/paypal-peer-books.ts';
import { makeCertificate } from '#test/paypal/paypal-peer-certificate.ts';
import type { Notice } from '#test/paypal/paypal-peer-notices.ts';
import { setUpPaidSite, site, startPaidSite } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';

/** Generous, for a machine under load. */
const WAIT = { timeout: 10_000 };

/* PayPal's webhook events: forged, repeated, late, out of order and concurrent. */

setUpPaidSite();

/** A reader whose payment only PayPal knows. */
async function paidUnreported(): Promise<{ reader: SignedInClient; id: string }> {
  const reader = await site.api.signedIn('free', { email: `notices-${Math.random()}@example.org` });
  await site.keepSessions();
  const id = await site.begin(reader);
  site.peer.approve(id);
  return { reader, id };
}

function latest(id: string, type: string): Notice {
  const notice = site.peer.notices.about(id, type).at(-1);
  if (!notice) throw new Error(`PayPal has not announced ${type}.`);
  return notice;
}

const eventsOf = ({ id }: Notice) =>
  site.db.selectFrom('payment_events').select('id').where('provider_id', '=', id).execute();

test('an event without PayPal’s signature is refused and changes nothing', async () => {
  const { reader, id } = await paidUnreported();
  const notice = latest(id, 'BILLING.SUBSCRIPTION.ACTIVATED');
  const { notices } = site.peer;
  const genuine = notices.sign(notice.body);
  const strangers = await makeCertificate(new Date(Date.now() - DAY), new Date(Date.now() + DAY));
  const old = new Date(Date.now() - 30 * DAY).toISOString();
  const forgeries: Record<string, string>[] = [
    { 'content-type': 'application/json' },
    { ...genuine, 'paypal-transmission-sig': strangers.sign('anything') },
    { ...genuine, 'paypal-transmission-sig': '' },
    notices.sign(notice.body, 'SOMEBODY-ELSES-WEBHOOK'),
    notices.sign(`${notice.body} `),
    { ...genuine, 'paypal-transmission-time': old },
    { ...genuine, 'paypal-cert-url': 'https://paypal.example/v1/notifications/certs/CERT-1' },
    { ...genuine, 'paypal-cert-url': genuine['paypal-cert-url']?.replace('http://', 'http://x@') ?? '' },
    { ...genuine, 'paypal-auth-algo': 'none' },
  ];
  const before = site.peer.calls.length;
  for (const headers of forgeries) expect(await site.tell(notice, headers)).toBe(400);
  expect(site.peer.calls.slice(before).filter((kind) => kind !== 'certificate')).toEqual([]);
  expect([await site.opens(reader), await eventsOf(notice)]).toEqual([false, []]);
  expect(await site.tell(notice, genuine)).toBe(200);
  expect(await site.opens(reader)).toBe(true);
});

test('an event about a foreign subscription is stored once and changes nothing', async () => {
  const elsewhere = site.peer.books.create(site.peer.keys.planId, undefined).id;
  site.peer.books.activate(elsewhere);
  const rows = await site.rows();
  for (const notice of site.peer.notices.about(elsewhere)) {
    expect([await site.tell(notice), await site.tell(notice)]).toEqual([200, 200]);
    expect((await eventsOf(notice)).length).toBe(1);
  }
  expect(await site.rows()).toEqual(rows);
});

test('a repeated event of a partial refund counts once', async () => {
  const { reader, id } = await paidUnreported();
  await site.report(reader, id);
  site.peer.books.refund(id, '12.00');
  const first = latest(id, 'PAYMENT.SALE.COMPLETED');
  await site.tell(first);
  const refund = site.peer.notices.all.at(-1) as Notice;
  const answers = await Promise.all([refund, refund, refund].map((notice) => site.tell(notice)));
  expect(answers).toEqual([200, 200, 200]);
  expect(await site.tell(refund)).toBe(200);
  expect(await site.opens(reader)).toBe(true);
  const sums = () =>
    site.db
      .selectFrom('payments')
      .innerJoin('subscriptions', 'subscriptions.id', 'payments.subscription_id')
      .where('subscriptions.provider_id', '=', id)
      .select('refunded_cents')
      .execute();
  expect(await sums()).toEqual([{ refunded_cents: 1200 }]);
  site.peer.books.refund(id, '8.00');
  await site.tell(site.peer.notices.all.at(-1) as Notice);
  expect(await sums()).toEqual([{ refunded_cents: 2000 }]);
  expect(await site.opens(reader)).toBe(false);
});

/** A change at PayPal, by days after the approval. */
type Event = [day: number, happens: (books: PeerBooks, id: string) => void];
const begins: Event[] = [
  [0, (books, id) => books.activate(id)],
  [31, (books, id) => books.charge(id)],
];
const recovers: Event[] = [
  [61, (books, id) => books.failCycle(id)],
  [63, (books, id) => books.charge(id)],
];
const HISTORIES: [string, Event[]][] = [
  ['recovers and is cancelled', [...begins, ...recovers, [70, (books, id) => books.cancel(id)]]],
  [
    'is refunded in two parts and cancelled',
    [
      ...begins,
      [33, (books, id) => books.refund(id, '5.00')],
      [34, (books, id) => books.refund(id, '15.00')],
      [35, (books, id) => books.cancel(id)],
    ],
  ],
  ['is reversed', [...begins, ...recovers, [65, (books, id) => books.reverse(id)]]],
  [
    'is suspended, goes on and expires',
    [
      ...begins,
      [35, (books, id) => books.suspend(id)],
      [36, (books, id) => books.resume(id)],
      [50, (books, id) => books.expire(id)],
    ],
  ],
  [
    'fails and is suspended',
    [...begins, [61, (books, id) => books.failCycle(id)], [62, (books, id) => books.suspend(id)]],
  ],
];
const START = Date.UTC(2027, 4, 3, 12);
/** Allowed difference in ms between PayPal's date and ours, because a payment may be reported late. */
const BLUR = 2 * DAY;

/**
 * Plays the events, and delivers the webhook events of step `early` after those of step `late`. Returns the
 * end.
 */
async function play(events: Event[], early = -1, late = -1) {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  const reader = await site.api.signedIn('free');
  await site.keepSessions();
  const id = await site.begin(reader);
  const sent: Notice[][] = [];
  const deliver = async (notices: Notice[] = []) => {
    for (const notice of notices) expect(await site.tell(notice)).toBe(200);
  };
  for (const [index, [day, happens]] of events.entries()) {
    vi.setSystemTime(START + HOUR + day * DAY);
    const known = site.peer.notices.all.length;
    happens(site.peer.books, id);
    sent.push(site.peer.notices.all.slice(known));
    if (index !== early) await deliver(sent[index]);
    if (index === late) await deliver(sent[early]);
  }
  vi.setSystemTime(Date.now() + HOUR);
  const { status, canUndo, accessUntil } = (await site.stateOf(reader)).subscription;
  const { role } = (await reader.get('/api/user')).body;
  return {
    end: { status, canUndo, opens: await site.opens(reader), role },
    until: Date.parse(accessUntil ?? ''),
  };
}

test.each(HISTORIES)(
  'any two events out of order: a subscription that %s ends as in order',
  {
    timeout: 120_000,
  },
  async (_name, events) => {
    const inOrder = await play(events);
    expect(inOrder.end.opens).toBe(!Number.isNaN(inOrder.until));
    for (let early = 0; early < events.length; early += 1)
      for (let late = early + 1; late < events.length; late += 1) {
        const { end, until } = await play(events, early, late);
        expect({ early, late, ...end }).toEqual({ early, late, ...inOrder.end });
        if (inOrder.end.opens) expect(Math.abs(until - inOrder.until)).toBeLessThan(BLUR);
      }
  },
);

test('an older response of PayPal never replaces a newer one', async () => {
  const { reader, id } = await paidUnreported();
  site.peer.fault('subscription.transactions', { slowMs: 700 });
  const reported = site.report(reader, id);
  await vi.waitFor(() => expect(site.peer.calls.at(-1)).toBe('subscription.transactions'), WAIT);
  // The report has read ACTIVE and waits, while the payer cancels the subscription.
  site.peer.books.cancel(id);
  expect(await site.tell(latest(id, 'BILLING.SUBSCRIPTION.CANCELLED'))).toBe(200);
  expect((await site.rowOf(id)).status).toBe('cancelled');
  expect((await reported).body).toMatchObject({ status: 'cancelled', nextPaymentAt: null });
  expect((await site.rowOf(id)).status).toBe('cancelled');
});

test('an event during a failing reconciliation is not delayed by its backoff', async () => {
  // Reconciles what earlier tests left due.
  await site.reconcile();
  const { id } = await paidUnreported();
  await site.db
    .updateTable('subscriptions')
    .set({ next_check_at: Date.now(), failed_checks: 15 })
    .where('provider_id', '=', id)
    .execute();
  site.peer.fault('subscription.read', 'no answer');
  const run = site.reconcile();
  await vi.waitFor(() => expect(site.peer.calls.at(-1)).toBe('subscription.read'), WAIT);
  site.peer.fault('subscription.read', 'garbage', { times: 2 });
  const { version } = await site.rowOf(id);
  expect(await site.tell(latest(id, 'BILLING.SUBSCRIPTION.ACTIVATED'))).toBe(200);
  expect((await site.rowOf(id)).version).toBeGreaterThan(version);
  site.endCalls();
  await run;
  // Due at the latest when the lease of the running reconciliation ends.
  expect((await site.rowOf(id)).next_check_at ?? 0).toBeLessThan(Date.now() + 2 * MINUTE);
});

test('two nodes that get the same events make one row, one payment and one mail', async () => {
  const { reader, id } = await paidUnreported();
  const second = await site.anotherNode();
  const both = async (notices: Notice[]) => {
    const sent = notices.flatMap((notice) => [site.tell(notice), site.tell(notice, undefined, second)]);
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  };
  await both(site.peer.notices.about(id));
  await site.reconcile();
  expect(await site.opens(reader)).toBe(true);
  site.peer.books.failCycle(id);
  await both([latest(id, 'BILLING.SUBSCRIPTION.PAYMENT.FAILED')]);
  await site.reconcile();
  expect((await site.rowsOf(reader.user.id)).map(({ status }) => status)).toEqual(['past_due']);
  const payments = await site.db
    .selectFrom('payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'payments.subscription_id')
    .where('subscriptions.provider_id', '=', id)
    .selectAll('payments')
    .execute();
  expect(payments.length).toBe(1);
  expect(await site.subjectsTo(reader.user.email ?? '')).toEqual([
    'Your Stillwater receipt',
    'Your Stillwater payment did not go through',
  ]);
});

test('concurrent events and reports are all answered', async () => {
  const { reader, id } = await paidUnreported();
  const notices = Array.from({ length: 6 }, () => site.peer.notices.about(id)).flat();
  const [reports] = await Promise.all([
    Promise.all([1, 2, 3].map(() => site.report(reader, id))),
    Promise.all(notices.map(async (notice) => expect(await site.tell(notice)).toBe(200))),
  ]);
  for (const { status } of reports) expect([200, 202]).toContain(status);
  await sleep(50);
  await site.reconcile();
  expect(await site.opens(reader)).toBe(true);
});

test('a flood of forged events causes few requests to PayPal and blocks no genuine event', async () => {
  const flooded = await startPaidSite();
  try {
    const reader = await flooded.api.signedIn('free');
    const id = await flooded.subscribed(reader);
    const [notice] = flooded.peer.notices.about(id);
    if (!notice) throw new Error('Nothing was announced.');
    expect(await flooded.tell(notice)).toBe(200);
    flooded.peer.fault('certificate', { status: 404 }, { times: 1000 });
    const before = flooded.peer.calls.length;
    for (let made = 0; made < 60; made += 1) {
      const url = `${flooded.peer.url}/v1/notifications/certs/CERT-FORGED-${made}`;
      const headers = { ...flooded.peer.notices.sign(notice.body), 'paypal-cert-url': url };
      expect(await flooded.tell(notice, headers)).toBe(503);
    }
    expect(flooded.peer.calls.length - before).toBeLessThanOrEqual(10);
    expect(await flooded.tell(notice)).toBe(200);
    // After a minute, the site fetches unknown certificates again.
    flooded.peer.heal();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE });
    const renewed = `${flooded.peer.url}/v1/notifications/certs/CERT-2`;
    const headers = { ...flooded.peer.notices.sign(notice.body), 'paypal-cert-url': renewed };
    expect(await flooded.tell(notice, headers)).toBe(200);
  } finally {
    await flooded.stop();
  }
});
