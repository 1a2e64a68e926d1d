import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as accountLimits from '#features/accounts/contract/rate-limits.ts';
import { ASKS_FOR_MAILBOX } from '#features/letter/contract/endpoints.ts';
import { countUse } from '#platform/http/guard/rate-limits.ts';
import { lastMailTo, registered } from '#test/account-fixture.ts';
import { plansOf } from '#test/database/plans.ts';
import { countStatements } from '#test/database/statements.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { LINKS_TO_ADDRESS } from '../contract/rate-limits.ts';
import { deleteSignup } from './account-extension.ts';
import { listSignups } from './signup-list.ts';

const api = setUpApi();

let admin: SignedInClient;

beforeAll(async () => {
  admin = await api.signedIn('admin', { username: 'keeper' });
});
beforeEach(async () => {
  await api.database.db.deleteFrom('email_signups').execute();
});

/** Inserts sign-ups in the given order, one second apart by default. */
async function insertSignups(emails: string[], at = (n: number) => 1_700_000_000_000 + n * 1000) {
  const rows = emails.map((email, n) => ({
    email,
    email_key: email.toLowerCase(),
    source: 'landing',
    has_access: true,
    created_at: at(n),
  }));
  for (let start = 0; start < rows.length; start += 1000)
    await api.database.db
      .insertInto('email_signups')
      .values(rows.slice(start, start + 1000))
      .execute();
}
const list = async (query = '') => (await admin.get(`/api/email-signups${query}`)).body;
const emails = async (query = '') => (await list(query)).map(({ email }: { email: string }) => email);

test('without sign-ups the list is empty', async () => {
  const { headers, body } = await admin.get('/api/email-signups');
  expect([headers['content-type'], body]).toEqual(['application/json; charset=utf-8', []]);
});

test('without a limit the list is complete, the newest first', async () => {
  await insertSignups(['a@example.org', 'b@example.org']);
  expect(await list()).toEqual([
    {
      id: expect.any(Number),
      email: 'b@example.org',
      createdAt: '2023-11-14T22:13:21.000Z',
      source: 'landing',
      hasAccess: true,
    },
    expect.objectContaining({ email: 'a@example.org' }),
  ]);
});

test('ten thousand sign-ups come in pages, each once, also with equal instants', async () => {
  await insertSignups(
    Array.from({ length: 10_000 }, (_, n) => `person-${n}@example.org`),
    (n) => 1_700_000_000_000 + Math.floor(n / 7),
  );
  const seen = new Set<string>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { body, headers } = await admin.get(
      `/api/email-signups?limit=500${cursor ? `&cursor=${cursor}` : ''}`,
    );
    for (const { email } of body) seen.add(email);
    expect(headers['x-total-count']).toBe('10000');
    cursor = headers['x-next-cursor'] as string | undefined;
    pages += 1;
  } while (cursor);
  expect([seen.size, pages]).toEqual([10_000, 20]);
  const counted = countStatements(api.database);
  expect(new Set(await emails()).size).toBe(10_000);
  // Even without a limit a node reads only a thousand rows at a time.
  expect(counted.stop()).toBeGreaterThanOrEqual(10);
  expect((await admin.get('/api/email-signups.csv')).text.split('\r\n')).toHaveLength(10_002);
});

test('a part of the list starts at its cursor in the index, however late it comes', async () => {
  await insertSignups(Array.from({ length: 100 }, (_, n) => `person-${n}@example.org`));
  const { db } = api.database;
  const [plan] = await plansOf(db, () => listSignups(db, { limit: 10, cursor: '1700000050000-1' }));
  expect(plan).toMatch(/SEARCH .*email_signups_created|Index Cond: \(created_at <= /);
});

test('a search finds a part of the address in any case, with wildcards as literals', async () => {
  await insertSignups([
    'Mira.Sand@example.org',
    'mira_s@example.org',
    '100%@example.org',
    'a\\b@example.org',
  ]);
  expect(await emails('?search=MIRA')).toEqual(['mira_s@example.org', 'Mira.Sand@example.org']);
  // Full-width letters, as a Japanese keyboard writes them.
  expect(await emails(`?search=${encodeURIComponent('ＳＡＮＤ')}`)).toEqual(['Mira.Sand@example.org']);
  expect(await emails('?search=a_s')).toEqual(['mira_s@example.org']);
  expect(await emails('?search=%25')).toEqual(['100%@example.org']);
  expect(await emails('?search=%5C')).toEqual(['a\\b@example.org']);
  expect(await emails("?search=' or 1=1 --")).toEqual([]);
  const { headers } = await admin.get('/api/email-signups?search=mira&limit=1');
  expect(headers['x-total-count']).toBe('2');
});

test('each change of access has an entry in the audit log, and a repetition none', async () => {
  await insertSignups(['mira@example.org']);
  const [{ id }] = await list();
  for (const hasAccess of [false, false, true]) {
    const { status, body } = await admin.patch(`/api/email-signups/${id}`, { hasAccess });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, email: 'mira@example.org', hasAccess });
    expect((await list())[0].hasAccess).toBe(hasAccess);
  }
  const entries = (await admin.get(`/api/audit-log?itemType=email-signup&itemId=${id}`)).body;
  const user = { id: admin.user.id, username: 'keeper' };
  expect(entries).toMatchObject([
    { user, action: 'granted', title: 'mira@example.org' },
    { user, action: 'revoked', title: 'mira@example.org' },
  ]);
});

test('an address without access cannot sign up until access is granted again', async () => {
  await insertSignups(['door@example.org']);
  const [{ id }] = await list();
  const signUp = async () =>
    (await api.visitor().send('POST', '/api/email-signup', { email: 'door@example.org' })).status;
  await admin.patch(`/api/email-signups/${id}`, { hasAccess: false });
  expect(await signUp()).toBe(403);
  await admin.patch(`/api/email-signups/${id}`, { hasAccess: true });
  expect(await signUp()).toBe(200);
});

test('an address without an account can be erased with everything about it', async () => {
  const { db } = api.database;
  const stranger = api.visitor('192.0.2.17');
  const enter = () => stranger.send('POST', '/api/email-signup', { email: 'Gone@example.org' });
  await enter();
  await enter();
  const ofMailboxes = Object.values(accountLimits).filter(
    (limit) => 'by' in limit && limit.by.includes('mailbox.email'),
  );
  for (const limit of [...ofMailboxes, LINKS_TO_ADDRESS, ASKS_FOR_MAILBOX])
    await countUse(db, limit, 'gone@example.org');
  const [{ id }] = await list('?search=gone');
  await admin.patch(`/api/email-signups/${id}`, { hasAccess: false });
  expect((await admin.delete(`/api/email-signups/${id}`)).status).toBe(204);
  expect((await admin.delete(`/api/email-signups/${id}`)).status).toBe(404);
  const tables = ['email_signups', 'email_tokens', 'mails', 'rate_limits', 'audit_log'] as const;
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows).toLowerCase(), table).not.toContain('gone@example.org');
  }
  const [erased] = (await admin.get(`/api/audit-log?itemType=email-signup&itemId=${id}`)).body;
  expect(erased).toMatchObject({ action: 'deleted', title: '', user: { username: 'keeper' } });
  expect((await enter()).status).toBe(201);
});

test('an erased address without an account pays no more, and its payments stay without it', async () => {
  const { db } = api.database;
  const email = 'payer@example.org';
  const payer = api.visitor('192.0.2.18');
  await payer.send('POST', '/api/email-signup', { email });
  const { subscriptionId } = (await payer.post('/api/subscription/checkout', { email })).body;
  await payer.post(`/api/sandbox-payments/${subscriptionId}/approve`);
  expect((await payer.post('/api/subscribe', { subscriptionId })).status).toBe(200);
  const [{ id }] = await list('?search=payer');
  expect((await admin.delete(`/api/email-signups/${id}`)).status).toBe(204);
  const rows = await db.selectFrom('subscriptions').selectAll().execute();
  expect(rows).toMatchObject([{ wish: 'stop', email_key: null, browser_hash: null }]);
  expect(await db.selectFrom('payments').selectAll().execute()).toHaveLength(1);
  expect((await admin.get('/api/subscriptions?search=payer')).body).toEqual([]);
});

test('erasing a sign-up leaves the open proof and the mails of an account with its address', async () => {
  const { db } = api.database;
  const { client, email } = await registered(api);
  const of = async (table: 'email_tokens' | 'mails') =>
    JSON.stringify(await db.selectFrom(table).selectAll().execute()).toLowerCase();
  await api.visitor('192.0.2.18').send('POST', '/api/email-signup', { email });
  const [{ id }] = await list(`?search=${email}`);
  expect((await admin.delete(`/api/email-signups/${id}`)).status).toBe(204);
  for (const table of ['email_tokens', 'mails'] as const) expect(await of(table), table).toContain(email);
  const { code } = await lastMailTo(api, email);
  expect((await client.post('/api/user/email/verify', { email, code })).status).toBe(200);
});

test('the list can be filtered by access', async () => {
  await insertSignups(['in@example.org', 'out@example.org']);
  const [out] = await list();
  await admin.patch(`/api/email-signups/${out.id}`, { hasAccess: false });
  expect(await emails('?hasAccess=false')).toEqual(['out@example.org']);
  expect(await emails('?hasAccess=true')).toEqual(['in@example.org']);
});

test('the CSV export contains no formulas', async () => {
  await insertSignups([
    '"quote,comma"@example.org',
    '=cmd|calc@example.org',
    '+1@example.org',
    '-1@example.org',
    '@x@example.org',
  ]);
  const { status, headers, text } = await admin.get('/api/email-signups.csv');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="email-signups.csv"');
  const cells = text.split('\r\n').map((line) => line.slice(0, line.indexOf('2023') - 1));
  expect(text.startsWith('\uFEFFemail,createdAt,source,access\r\n')).toBe(true);
  expect(cells.slice(1, -1)).toEqual([
    "'@x@example.org",
    "'-1@example.org",
    "'+1@example.org",
    "'=cmd|calc@example.org",
    '"""quote,comma""@example.org"',
  ]);
  expect(text).toContain('Has Access');
});

test('deleting a sign-up removes its address from the audit log', async () => {
  await insertSignups(['gone@example.org']);
  const [{ id }] = await list();
  await admin.patch(`/api/email-signups/${id}`, { hasAccess: false });
  await deleteSignup(api.database.db, 'gone@example.org');
  const { text, body } = await admin.get(`/api/audit-log?itemType=email-signup&itemId=${id}`);
  expect(body).toHaveLength(1);
  expect(text).not.toContain('gone@');
});

test('invalid input is 400, an unknown sign-up is 404', async () => {
  await insertSignups(['a@example.org']);
  const [{ id }] = await list();
  for (const hasAccess of ['true', 1, null, undefined, {}])
    expect((await admin.patch(`/api/email-signups/${id}`, { hasAccess })).body.issues).toEqual([
      { path: 'hasAccess', message: 'Must be true or false' },
    ]);
  expect((await admin.patch('/api/email-signups/987654', { hasAccess: true })).status).toBe(404);
  expect((await admin.patch('/api/email-signups/x', { hasAccess: true })).status).toBe(404);
  for (const query of [
    'limit=0',
    'limit=501',
    'limit=x',
    'cursor=x',
    'cursor=1',
    'hasAccess=maybe',
    'search=%00',
  ])
    expect((await admin.get(`/api/email-signups?${query}`)).status, query).toBe(400);
});
