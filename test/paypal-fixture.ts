import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { type PaymentSetup, paymentSetup } from '#features/subscriptions/server/checkout/payment-setup.ts';
import { PayPalClient } from '#features/subscriptions/server/paypal/paypal-client.ts';
import { PayPalProvider } from '#features/subscriptions/server/paypal/paypal-provider.ts';
import { Reconciler } from '#features/subscriptions/server/state/reconciler.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { aDroplet, anOcean, aWave, insertOceans } from './catalogue-fixture.ts';
import { CrashingProvider } from './crashing-provider.ts';
import { type PayPalPeer, startPayPalPeer } from './paypal/paypal-peer.ts';
import type { Notice } from './paypal/paypal-peer-notices.ts';
import { newDataDir } from './site-process.ts';
import { type Answer, PUBLIC_URL, startTestApi, type TestApi, TestClient } from './test-api.ts';

/**
 * Timeout of a call in ms, long enough for a busy machine. Tests end calls earlier by {@link
 * PaidSite.endCalls}.
 */
const ANSWER_WITHIN = 60_000;
const LOCKED_MEDIA = 'https://video.example/locked.mp4';

/** The application with PayPal payments, the PayPal peer, and a locked item. */
export class PaidSite {
  readonly api: TestApi;
  readonly peer: PayPalPeer;
  /** The application's provider: PayPal's adapter, with crashes on demand. */
  readonly provider: CrashingProvider;
  readonly payments: PaymentSetup;
  /** Ends the application's pending calls as if they timed out. */
  readonly endCalls: () => void;
  /** Path of a locked item. */
  readonly droplet: string;
  readonly #nodes: FastifyInstance[] = [];
  readonly #timeouts: Timeouts;

  constructor(api: TestApi, peer: PayPalPeer, payments: PaymentSetup, timeouts: Timeouts, droplet: string) {
    this.api = api;
    this.peer = peer;
    this.payments = payments;
    this.provider = payments.provider as CrashingProvider;
    this.#timeouts = timeouts;
    this.endCalls = () => timeouts.end();
    this.droplet = droplet;
  }

  get db() {
    return this.api.database.db;
  }

  opens = async (client: TestClient) => (await client.get(this.droplet)).body.mediaUrl === LOCKED_MEDIA;
  stateOf = async (client: TestClient) => (await client.get('/api/subscription')).body;
  /** Begins a checkout and returns PayPal's id. */
  begin = async (client: TestClient, email?: string): Promise<string> => {
    const answer = await this.press(client, email);
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body.subscriptionId;
  };
  press = (client: TestClient, email?: string) =>
    client.post('/api/subscription/checkout', email === undefined ? {} : { email });
  report = (client: TestClient, id: string): Promise<Answer> =>
    client.post('/api/subscribe', { subscriptionId: id, status: 'ACTIVE' });

  /** Subscribes completely and returns PayPal's id. */
  async subscribed(client: TestClient, email?: string): Promise<string> {
    const id = await this.begin(client, email);
    this.peer.approve(id);
    expect((await this.report(client, id)).status).toBe(200);
    return id;
  }

  rows = () => this.db.selectFrom('subscriptions').selectAll().orderBy('id').execute();
  rowOf = (id: string) =>
    this.db.selectFrom('subscriptions').selectAll().where('provider_id', '=', id).executeTakeFirstOrThrow();
  rowsOf = (userId: number) =>
    this.db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).execute();
  subjectsTo = async (email: string) => {
    const mails = await this.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();
    return mails.map(({ subject }) => subject);
  };

  lastNotice = () => this.peer.notices.all.at(-1) as Notice;

  /** Delivers a webhook event, or raw bytes, and returns the status. */
  async tell(
    notice: Pick<Notice, 'body'>,
    headers = this.peer.notices.sign(notice.body),
    app = this.api.app,
  ): Promise<number> {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/webhooks/paypal',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(notice.body)) },
      payload: notice.body,
    });
    return statusCode;
  }

  /** Runs the reconciler once. */
  reconcile = (): Promise<void> =>
    new Reconciler(
      { db: this.db, provider: this.provider, publicUrl: () => PUBLIC_URL },
      { warn() {} },
    ).reconcileDue();

  /** Moves all clocks to `at`. The peer takes due payments; no event is delivered. */
  passTo(at: number): void {
    while (Date.now() < at) {
      vi.useFakeTimers({ toFake: ['Date'], now: Math.min(at, Date.now() + DAY) });
      this.peer.advance(0);
    }
  }

  /** Like {@link passTo}, and runs the reconciler once a day. */
  async liveTo(at: number): Promise<void> {
    while (Date.now() < at) {
      this.passTo(Math.min(at, Date.now() + DAY));
      await this.reconcile();
    }
  }

  /** Lets minutes pass, and runs the reconciler in each. */
  async liveMinutes(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed += 1) {
      vi.setSystemTime(Date.now() + MINUTE);
      await this.reconcile();
    }
  }

  /** Keeps sessions valid across clock jumps. */
  async keepSessions(): Promise<void> {
    const later = Date.now() + 3650 * DAY;
    await this.db.updateTable('sessions').set({ created_at: later, last_seen_at: later }).execute();
  }

  /** Starts another process of the site over the same database, without cached state. */
  async anotherNode(): Promise<FastifyInstance> {
    const app = await buildApp({
      db: this.db,
      publicUrl: () => PUBLIC_URL,
      secure: false,
      production: false,
      dev: false,
      trustProxy: false,
      logLevel: 'silent',
      uploads: uploadSpace(await newDataDir()),
      payments: paypalPayments(this.peer, this.#timeouts, this.db),
    });
    this.#nodes.push(app);
    return app;
  }

  /** Returns the same browser, sending to another node. */
  at(app: FastifyInstance, client: TestClient): TestClient {
    const same = new TestClient(app);
    for (const [name, value] of client.cookies) same.cookies.set(name, value);
    return same;
  }

  /** Clears all faults and resets the clock. */
  calm(): void {
    vi.useRealTimers();
    this.provider.calm();
    this.peer.heal();
    Object.assign(this.peer, { refusesPayments: false, approvalTakes: 0 });
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) await node.close();
    await this.api.stop();
    await this.peer.stop();
  }
}

/** Timeouts of calls, which a test can trigger early. */
class Timeouts {
  #early = new AbortController();

  next = () => AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN), this.#early.signal]);
  end(): void {
    const ending = this.#early;
    this.#early = new AbortController();
    ending.abort(new DOMException('The call was ended by its test.', 'TimeoutError'));
  }
}

function paypalPayments(peer: PayPalPeer, timeouts: Timeouts, db: TestApi['database']['db']): PaymentSetup {
  const client = new PayPalClient(peer.keys, timeouts.next);
  const provider = new CrashingProvider(new PayPalProvider(peer.keys, client));
  return { ...paymentSetup({ provider: 'paypal', ...peer.keys }, db), provider };
}

export async function startPaidSite(
  options: Omit<NonNullable<Parameters<typeof startTestApi>[0]>, 'payments'> = {},
): Promise<PaidSite> {
  const peer = await startPayPalPeer();
  const timeouts = new Timeouts();
  let payments: PaymentSetup | undefined;
  const api = await startTestApi({
    ...options,
    payments(db) {
      payments = paypalPayments(peer, timeouts, db);
      return payments;
    },
  });
  if (!payments) throw new Error('The application did not request the payment setup.');
  const locked = aDroplet({ accessType: 'premium', mediaUrl: LOCKED_MEDIA });
  await insertOceans(api.database.db, [anOcean({ waves: [aWave({ droplets: [locked] })] })]);
  const { id } = await api.database.db.selectFrom('droplets').select('id').executeTakeFirstOrThrow();
  return new PaidSite(api, peer, payments, timeouts, `/api/droplets/${id}`);
}

/** The site of {@link setUpPaidSite}. */
export let site: PaidSite;

/** Starts a site before the tests of a file, resets it after each of them, and stops it at the end. */
export function setUpPaidSite(): void {
  beforeAll(async () => {
    site = await startPaidSite();
  });
  afterEach(() => site.calm());
  afterAll(() => site.stop());
}
