import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { type PayPalPeer, startPayPalPeer } from '#test/paypal/paypal-peer.ts';
import { PEER_KEYS } from '#test/paypal/paypal-peer-api.ts';
import { newDataDir, removeDataDir, type SiteProcess, startSiteProcess } from '#test/site-process.ts';

/* docs/payments.md step by step: the command, the site with its printed values, a payment. */

const ROOT = join(import.meta.dirname, '../..');
let peer: PayPalPeer;
let dataDir: string;
let site: SiteProcess;
/** Local URL. The site prints the public one. */
let here: string;

beforeAll(async () => {
  peer = await startPayPalPeer({ empty: true });
  const given = {
    PUBLIC_URL: 'https://learn.example.org',
    PAYPAL_API_URL: peer.url,
    PAYPAL_CLIENT_ID: PEER_KEYS.clientId,
    PAYPAL_CLIENT_SECRET: PEER_KEYS.clientSecret,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/paypal.ts', 'setup'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...given },
  });
  const printed = [...stdout.matchAll(/^(PAY\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
  dataDir = await newDataDir();
  const port = await freePort();
  here = `http://127.0.0.1:${port}`;
  // The guide tells the owner to insert the secret by hand.
  site = await startSiteProcess(dataDir, {
    ...given,
    PORT: String(port),
    ...Object.fromEntries(printed),
    PAYPAL_CLIENT_SECRET: PEER_KEYS.clientSecret,
  });
  peer.notices.site = here;
});
afterAll(async () => {
  await site.stop();
  await removeDataDir(dataDir);
  await peer.stop();
});

const cookies = new Map<string, string>();

/** Sends a request with the cookies of earlier responses. */
async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(here + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
}

async function change(path: string, body: unknown = {}) {
  const { csrfToken } = (await call('GET', '/api/csrf-token')).body;
  return call('POST', path, body, { 'csrf-token': csrfToken });
}

/** Fetches the HTML of a page. */
const html = async (path: string) => (await call('GET', path, undefined, { accept: 'text/html' })).text;

test('a site set up by the guide takes a payment, and locks content after a refund', async () => {
  const account = { username: 'first-payer', email: 'payer@example.org', password: 'Quiet-Harbour-27' };
  expect((await call('POST', '/api/register', account)).status).toBe(201);
  const { payments } = (await call('GET', '/api/subscription')).body;
  expect(payments).toMatchObject({
    provider: 'paypal',
    clientId: PEER_KEYS.clientId,
    scriptOrigin: peer.url,
  });

  const found = (await call('GET', '/api/explore/droplets')).body;
  const list: { id: number; locked: boolean }[] = Array.isArray(found) ? found : found.items;
  const locked = list.find((droplet) => droplet.locked);
  if (!locked) throw new Error('Nothing in the demo catalogue is locked.');
  const path = `/api/droplets/${locked.id}`;
  expect((await call('GET', path)).body.mediaUrl).toBeNull();

  const begun = await change('/api/subscription/checkout');
  expect(begun.status).toBe(201);
  const id = begun.body.subscriptionId;
  peer.approve(id);
  // The tab is closed. The signed webhook event alone opens the content.
  for (const notice of peer.notices.about(id)) expect(await peer.notices.send(notice)).toEqual([200]);
  expect((await call('GET', '/api/user')).body.role).toBe('subscriber');
  const { mediaUrl } = (await call('GET', path)).body;
  expect(mediaUrl).toEqual(expect.any(String));
  expect(await html(`/droplets/${locked.id}`)).toContain(mediaUrl);
  expect((await call('GET', mediaUrl)).status).toBe(200);

  peer.books.refund(id);
  const refund = peer.notices.all.at(-1);
  expect(refund && (await peer.notices.send(refund))).toEqual([200]);
  expect((await call('GET', '/api/user')).body.role).toBe('free');
  expect((await call('GET', path)).body.mediaUrl).toBeNull();
  const closed = await html(`/droplets/${locked.id}`);
  expect(closed).toContain('<html');
  expect(closed).not.toContain(mediaUrl);
  expect((await call('GET', mediaUrl)).status).toBe(404);
  // The site cancels the agreement at its next check.
  await expect.poll(() => peer.books.get(id).status, { timeout: 40_000 }).toBe('CANCELLED');
});
