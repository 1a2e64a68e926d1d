import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#app/config.ts';
import { WEBHOOK_EVENTS } from '#features/subscriptions/server/paypal/paypal-events.ts';
import { type PayPalPeer, startPayPalPeer } from '#test/paypal/paypal-peer.ts';
import { PEER_KEYS } from '#test/paypal/paypal-peer-api.ts';

/* Follows the guide's steps (docs/payments.md) against the local peer, from an empty account. */

const ROOT = join(import.meta.dirname, '..');
let peer: PayPalPeer;
let given: Record<string, string>;

beforeEach(async () => {
  peer = await startPayPalPeer({ empty: true });
  given = {
    PAYPAL_API_URL: peer.url,
    PAYPAL_CLIENT_ID: PEER_KEYS.clientId,
    PAYPAL_CLIENT_SECRET: PEER_KEYS.clientSecret,
    PUBLIC_URL: 'https://learn.example.org',
  };
});
afterEach(() => peer.stop());

/** Runs `npm run paypal -- …` without npm. Returns output and exit code. */
function paypal(command: string, environment = given): Promise<{ code: number; output: string }> {
  const { PATH = '' } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/paypal.ts', command],
      { cwd: ROOT, env: { PATH, ...environment } },
      (error, out, problems) => resolve({ code: error ? 1 : 0, output: out + problems }),
    );
  });
}

/** Parses the printed variables, and fills in the secret as the guide says. */
function variablesOf(output: string): Record<string, string> {
  const printed = [...output.matchAll(/^(PAY\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
  return { ...Object.fromEntries(printed), PAYPAL_CLIENT_SECRET: PEER_KEYS.clientSecret };
}

test('from an empty account to a configuration that is taken and checked', async () => {
  // PayPal answers so for an empty list, or with the list.
  peer.fault('plan.list', { status: 404 });
  const { code, output } = await paypal('setup');
  expect(output).toContain('was created: $20.00 every month');
  expect(code).toBe(0);
  expect(output).not.toContain(PEER_KEYS.clientSecret);
  const variables = variablesOf(output);
  expect(() => readConfig({ ...given, ...variables })).not.toThrow();
  expect(peer.books.webhooks).toMatchObject([
    {
      id: variables.PAYPAL_WEBHOOK_ID,
      url: 'https://learn.example.org/api/webhooks/paypal',
      event_types: WEBHOOK_EVENTS.map((name) => ({ name })),
    },
  ]);
  expect(await paypal('check', { ...given, ...variables })).toMatchObject({ code: 0 });
});

test('a second run, and one after a lost answer, make nothing twice', async () => {
  peer.fault('plan.create', 'lost');
  const broken = await paypal('setup');
  expect(broken.code).toBe(1);
  expect(broken.output).toContain('Nothing is made twice');
  const first = await paypal('setup');
  const second = await paypal('setup');
  expect(variablesOf(second.output)).toEqual(variablesOf(first.output));
  const { products, plans, webhooks } = peer.books;
  expect([products.length, plans.length, webhooks.length]).toEqual([1, 1, 1]);
});

test('a plan that is not ours any more is left alone, and a right one made', async () => {
  await paypal('setup');
  Object.assign(peer.books.plans[0] ?? {}, { status: 'INACTIVE' });
  await paypal('setup');
  expect(peer.books.plans.map(({ status }) => status)).toEqual(['INACTIVE', 'ACTIVE']);
});

test('setup reports and changes a plan that PayPal goes on charging after an unpaid month', async () => {
  const variables = { ...given, ...variablesOf((await paypal('setup')).output) };
  const [plan] = peer.books.plans;
  // With outstanding sums billed, a payment is several prices at once.
  expect(plan?.payment_preferences).toEqual({ auto_bill_outstanding: false, payment_failure_threshold: 1 });
  Object.assign(plan?.payment_preferences ?? {}, { payment_failure_threshold: 3 });
  const checked = await paypal('check', variables);
  expect([checked.code, checked.output]).toEqual([1, expect.stringContaining('threshold is 3, not 1')]);
  const { output } = await paypal('setup', variables);
  expect(variablesOf(output).PAYPAL_PLAN_ID).toBe(variables.PAYPAL_PLAN_ID);
  expect(await paypal('check', variables)).toMatchObject({ code: 0 });
});

test('check adds the events that an older program did not ask for', async () => {
  const variables = { ...given, ...variablesOf((await paypal('setup')).output) };
  const [webhook] = peer.books.webhooks;
  const older = WEBHOOK_EVENTS.filter((name) => !name.startsWith('CUSTOMER.'));
  Object.assign(webhook ?? {}, { event_types: older.map((name) => ({ name })) });
  const { code, output } = await paypal('check', variables);
  expect([code, output]).toEqual([0, expect.stringContaining('now sends CUSTOMER.DISPUTE.CREATED')]);
  expect(webhook?.event_types.map(({ name }) => name)).toEqual([...WEBHOOK_EVENTS]);
});

test('the known webhook moves with the site; another installation’s stays', async () => {
  const before = variablesOf((await paypal('setup')).output);
  const moved = { ...given, ...before, PUBLIC_URL: 'https://new.example.org/' };
  const after = variablesOf((await paypal('setup', moved)).output);
  expect(after.PAYPAL_WEBHOOK_ID).toBe(before.PAYPAL_WEBHOOK_ID);
  await paypal('setup');
  expect(peer.books.webhooks.map(({ url }) => url)).toEqual([
    'https://new.example.org/api/webhooks/paypal',
    'https://learn.example.org/api/webhooks/paypal',
  ]);
});

test('check names everything that does not fit', async () => {
  const variables = { ...given, ...variablesOf((await paypal('setup')).output) };
  const [plan] = peer.books.plans;
  const [webhook] = peer.books.webhooks;
  const fixed_price = { value: '19.00', currency_code: 'USD' };
  Object.assign(plan ?? {}, {
    billing_cycles: [
      {
        frequency: { interval_unit: 'YEAR', interval_count: 1 },
        tenure_type: 'REGULAR',
        sequence: 1,
        total_cycles: 0,
        pricing_scheme: { fixed_price },
      },
    ],
  });
  Object.assign(webhook ?? {}, { url: 'https://old.example/x', event_types: [{ name: WEBHOOK_EVENTS[0] }] });
  const { code, output } = await paypal('check', variables);
  expect(code).toBe(1);
  expect(output).toContain('price is not 20.00 USD');
  expect(output).toContain('not paid every month');
  expect(output).toContain('https://old.example/x, not https://learn.example.org/api/webhooks/paypal');
  expect(output).toContain('PAYMENT.SALE.REVERSED');
  const unknown = await paypal('check', {
    ...variables,
    PAYPAL_PLAN_ID: 'P-NONE',
    PAYPAL_WEBHOOK_ID: 'NONE',
  });
  expect(unknown.output).toContain('no plan P-NONE');
  expect(unknown.output).toContain('no webhook NONE');
});

test.each([
  ['wrong keys', { PAYPAL_CLIENT_SECRET: 'not it' }, /PayPal does not accept these keys.*same app/s],
  ['an address where nobody answers', { PAYPAL_API_URL: 'http://127.0.0.1:9' }, /could not be reached/],
  [
    'an older name of PayPal’s API',
    { PAYPAL_API_URL: 'https://api.sandbox.paypal.com' },
    /PAYPAL_API_URL must be https:\/\/api-m\.sandbox\.paypal\.com, not https:\/\/api\.sandbox\.paypal\.com/,
  ],
  ['a site without https', { PUBLIC_URL: 'http://localhost:3000' }, /https addresses only/],
  [
    'what is no address',
    { PUBLIC_URL: 'learn.example.org' },
    /PUBLIC_URL is learn\.example\.org, which is no/,
  ],
  ['no keys', { PAYPAL_CLIENT_ID: '' }, /Not set: PAYPAL_CLIENT_ID/],
])('%s: a clear sentence instead of a trace', async (_what, change, sentence) => {
  const { code, output } = await paypal('setup', { ...given, ...change });
  expect(code).toBe(1);
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/^\s+at /m);
});
