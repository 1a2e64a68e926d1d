import { afterEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '#test/test-api.ts';
import type { Payments } from '../../contract/schemas.ts';
import { NO_PAYMENTS } from '../checkout/payment-setup.ts';

/* The frame with PayPal's buttons: the only page whose policy allows PayPal, with a nonce of its own. */

const PATH = '/subscribe/pay';

let api: TestApi | undefined;
afterEach(async () => {
  await api?.stop();
  api = undefined;
});

const PAYPAL = {
  provider: 'paypal',
  clientId: 'AQ-client&"<',
  environment: 'production',
  scriptOrigin: null,
} as const;

async function siteWith(payments: Payments) {
  api = await startTestApi({ payments: () => ({ ...NO_PAYMENTS, payments }) });
  return api.visitor();
}

const policyOf = ({ headers }: { headers: Record<string, unknown> }) => ({
  content: String(headers['content-security-policy']),
  permissions: headers['permissions-policy'],
});

test('PayPal’s hosts are allowed in the frame and in no other response', async () => {
  const site = await siteWith(PAYPAL);
  const frame = policyOf(await site.get(PATH));
  for (const directive of ['script-src', 'style-src', 'connect-src', 'frame-src', 'img-src'])
    expect(frame.content).toMatch(
      new RegExp(`${directive} [^;]*https://\\*\\.paypal\\.com https://\\*\\.paypalobjects\\.com`),
    );
  expect(frame.content).not.toMatch(/unsafe/);
  expect(frame.permissions).toBe('payment=(self "https://www.paypal.com" "https://www.sandbox.paypal.com")');
  const other = policyOf(await site.get('/api/oceans'));
  expect(other.content).not.toMatch(/paypal|venmo/);
  expect(other.permissions).toBe('payment=(self)');
});

test('a test peer’s script has its own origin only', async () => {
  const { content } = policyOf(
    await (await siteWith({ ...PAYPAL, scriptOrigin: 'http://localhost:9' })).get(PATH),
  );
  expect(content).toMatch(/script-src [^;]*http:\/\/localhost:9/);
  expect(content).not.toMatch(/paypal\.com/);
});

test('without PayPal there is no frame, and nobody may use the payment interface', async () => {
  for (const provider of ['sandbox', 'off'] as const) {
    const site = await siteWith({ provider });
    expect((await site.get(PATH)).status).toBe(404);
    expect(policyOf(await site.get('/api/oceans')).permissions).toBe('payment=()');
    await api?.stop();
  }
  api = undefined;
});

test('each answer has a nonce of its own, on every script and style, and is stored nowhere', async () => {
  const site = await siteWith(PAYPAL);
  const nonces = new Set<string>();
  for (let n = 0; n < 3; n += 1) {
    const { headers, text } = await site.get(PATH);
    const nonce = /script-src 'nonce-([\w-]{22})'/.exec(policyOf({ headers }).content)?.[1] ?? '';
    nonces.add(nonce);
    const tags = text.match(/<(script|style)\b[^>]*>/g) ?? [];
    expect(tags).toHaveLength(4);
    for (const tag of tags) expect(tag).toContain(` nonce="${nonce}"`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'SAMEORIGIN' });
    expect(text).not.toContain(' style=');
  }
  expect(nonces.size).toBe(3);
});

test('PayPal’s script comes from the environment’s host, with the site’s options', async () => {
  const scriptOf = async (payments: Payments) => {
    const { text } = await (await siteWith(payments)).get(PATH);
    const [, src = ''] =
      /<script nonce="([\w-]+)" data-csp-nonce="\1" src="([^"]+)"/.exec(text)?.slice(1) ?? [];
    await api?.stop();
    return new URL(src.replaceAll('&#38;', '&'));
  };
  const live = await scriptOf(PAYPAL);
  expect(live.origin + live.pathname).toBe('https://www.paypal.com/sdk/js');
  expect(Object.fromEntries(live.searchParams)).toEqual({
    'client-id': PAYPAL.clientId,
    components: 'buttons',
    currency: 'USD',
    intent: 'subscription',
    vault: 'true',
  });
  expect((await scriptOf({ ...PAYPAL, environment: 'sandbox' })).host).toBe('www.sandbox.paypal.com');
  api = undefined;
});
