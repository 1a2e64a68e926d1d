import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { type PaidSite, startPaidSite } from '../paypal-fixture.ts';
import type { SignedInClient, TestClient } from '../test-api.ts';

export const START = Date.UTC(2027, 5, 7, 12);
export const OLD = { monthlyCents: 2000, yearlyCents: null };
export const YEARLY = { monthlyCents: 2500, yearlyCents: 20_000 };
export const YEAR = { interval: 'year', cents: 20_000 };

const TABLES = [
  ...([
    'admin_refunds',
    'refunds',
    'payments',
    'payment_events',
    'subscriptions',
    'subscription_totals',
  ] as const),
  ...(['billing_plans', 'settings', 'audit_log', 'rate_limits'] as const),
];

export let site: PaidSite;
export let owner: SignedInClient;
export let reader: SignedInClient;
let made = 0;

/** Starts a site for the tests of a file. Each test has a new owner and reader, and no prices. */
export function startPriceSite(): void {
  beforeAll(async () => {
    site = await startPaidSite();
    site.peer.onSilence = site.endCalls;
  });
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    made += 1;
    owner = await site.api.signedIn('admin', { username: `owner-${made}` });
    reader = await site.api.signedIn('free', { email: `reader-${made}@example.org` });
    await site.keepSessions();
  });
  afterEach(async () => {
    site.calm();
    site.peer.books.subscriptions.clear();
    site.peer.books.plans.splice(1);
    site.peer.calls.splice(0);
    for (const table of TABLES) await site.db.deleteFrom(table).execute();
    await changeCatalogue(site.db, async () => {});
  });
  afterAll(() => site.stop());
}

export const change = (prices: object, basedOn: object = OLD, by: TestClient = owner) =>
  by.put('/api/subscriptions/price', { ...prices, basedOn });
export const press = (body: object) => reader.post('/api/subscription/checkout', body);

export async function subscribedTo(terms: object): Promise<string> {
  const { status, body } = await press(terms);
  expect(status).toBe(201);
  site.peer.approve(body.subscriptionId);
  expect((await site.report(reader, body.subscriptionId)).status).toBe(200);
  return body.subscriptionId;
}
