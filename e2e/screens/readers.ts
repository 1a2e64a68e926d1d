import type { DatabaseSync } from 'node:sqlite';
import type { APIRequestContext, BrowserContext } from 'playwright-core';
import { openDatabase } from '#test/site-process.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import type { OpenSite } from '../support/open-site.ts';
import type { Reader } from './screen.ts';

export const ADMIN = { ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: 'Still-water-1' };
const PASSWORD = 'Quiet-Harbour-27';

/** A site whose database is a file. */
type WithData = Pick<OpenSite, 'dataDir'>;

/** Sends a call as a signed-in browser. Returns the parsed body. Throws unless the status is 2xx. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export type Call = (method: string, path: string, data?: object) => Promise<any>;
export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/**
 * Times in the pictures, equal in each run. Sessions show the present day instead, because older ones would
 * have expired.
 */
const SHOWN_DAY = Date.UTC(2027, 2, 14, 9, 30);
const IN_FAR_MONTHS = Date.UTC(2099, 3, 14, 9, 30);

/** Creates an account for each reader, and returns its cookies. */
export async function makeReaders(site: OpenSite, needed: Iterable<Reader>): Promise<Map<Reader, Cookies>> {
  const cookies = new Map<Reader, Cookies>();
  for (const reader of new Set(needed)) {
    const context = (await site.newPage()).context();
    await (reader === 'admin' ? login(context.request) : newAccount(site, context.request, reader));
    cookies.set(reader, await context.cookies());
    await context.close();
  }
  return cookies;
}

/** Returns the cookie of a browser that has entered, bound to its address. */
export async function entryOf(site: OpenSite): Promise<Cookies> {
  const context = (await site.newPage()).context();
  const data = { email: 'ines@example.org' };
  await okay(context.request.post('/api/email-signup/entry', { data, headers: { origin: site.url } }));
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function login(request: APIRequestContext): Promise<void> {
  const data = { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD };
  await okay(request.post('/api/login', { data }));
}

async function newAccount(site: OpenSite, request: APIRequestContext, reader: Reader): Promise<void> {
  const username = reader === 'free' ? 'temi' : reader.replace('_', '-');
  const account = { username, email: `${username}@example.org`, password: PASSWORD };
  await okay(request.post('/api/register', { data: { ...account, confirmPassword: PASSWORD } }));
  const call = callWith(request);
  if (reader === 'editor') {
    inDatabase(site, (database) =>
      database.exec(
        `delete from rate_limits; update users set editor_since = ${SHOWN_DAY} where username = 'editor'`,
      ),
    );
    return;
  }
  if (reader === 'subscriber') {
    // The newest mail contains the code, until a payment sends its receipt.
    const [code] = (await site.mailTo(account.email)).text.match(/\d{3} ?\d{3}/) ?? [];
    await call('POST', '/api/user/email/verify', { code });
  }
  if (reader === 'free') {
    const favorites = { ocean: [1, 3], wave: [1, 4], droplet: [3, 6, 12] };
    for (const [itemType, ids] of Object.entries(favorites))
      for (const itemId of ids) await call('POST', '/api/favorites', { itemType, itemId });
  } else {
    const { subscriptionId } = await call('POST', '/api/subscription/checkout', {});
    await call('POST', `/api/sandbox-payments/${subscriptionId}/approve`);
    await call('POST', '/api/subscribe', { subscriptionId });
  }
  // The rate limit allows fewer accounts per IP address.
  inDatabase(site, (database) => database.exec('delete from rate_limits'));
  if (reader !== 'free') setSubscription(site, username, reader);
}

/**
 * Sets a subscription's status, as if time had passed or the provider had reported it, without further
 * checks.
 */
export function setSubscription(site: WithData, username: string, reader: Reader): void {
  const status = reader === 'subscriber' ? 'active' : reader;
  const open = ['active', 'past_due', 'cancelled'].includes(status);
  const [next, until] = [status === 'active' ? IN_FAR_MONTHS : null, open ? IN_FAR_MONTHS : null];
  inDatabase(site, (database) => {
    database
      .prepare(
        `update subscriptions set status = ?, next_payment_at = ?, paid_through = ?, access_until = ?,
        next_check_at = null, wish = case when ? = 'cancelled' then 'pause' else wish end
      where user_id = (select id from users where username = ?)`,
      )
      .run(status, next, until, until, status, username);
    database
      .prepare('update users set role = ?, subscriber_until = ? where username = ?')
      .run(open ? 'subscriber' : 'free', until, username);
  });
}

/** Creates sign-ups, settings and audit log entries for the administration. */
export async function fillForAdmin(site: OpenSite, call: Call): Promise<void> {
  const names = ['ines', 'noor', 'a-very-long-address-that-somebody-really-has.and-uses-every-day'];
  for (const name of names)
    await call('POST', '/api/email-signup', { email: `${name}@example.org`, source: 'landing' });
  const settings = [
    ['site.title', 'Stillwater', 'general', 'The name in the header'],
    ['hero.title', 'Begin Your Learning Journey', 'content', null],
  ];
  for (const [key, value, category, description] of settings)
    await call('POST', '/api/settings', { key, value, category, description });
  const signups = await call('GET', '/api/email-signups');
  const noor = signups.find(({ email }: { email: string }) => email.startsWith('noor'));
  await call('PATCH', `/api/email-signups/${noor.id}`, { hasAccess: false });
  await call('PUT', '/api/waves/24', { title: 'Room for Two Elbows' });
  inDatabase(site, (database) =>
    database.exec(
      `update email_signups set created_at = ${SHOWN_DAY}; update audit_log set at = ${SHOWN_DAY}`,
    ),
  );
}

export const callOf = async (site: OpenSite, cookies: Cookies): Promise<Call> => {
  const context = (await site.newPage()).context();
  await context.addCookies(cookies);
  return callWith(context.request);
};

function callWith(request: APIRequestContext): Call {
  let headers: { 'csrf-token': string } | undefined;
  return async (method, path, data) => {
    headers ??= await csrfHeaders({ request });
    return okay(request.fetch(path, { method, data, headers }));
  };
}

async function okay(answer: ReturnType<APIRequestContext['fetch']>) {
  const came = await answer;
  const text = await came.text();
  if (!came.ok()) throw new Error(`${came.url()} answered ${came.status()}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

function inDatabase(site: WithData, work: (database: DatabaseSync) => void): void {
  const database = openDatabase(site.dataDir);
  database.exec('pragma busy_timeout = 5000');
  try {
    work(database);
  } finally {
    database.close();
  }
}
