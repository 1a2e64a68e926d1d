import { beforeAll, describe, expect, test } from 'vitest';
import { setDisabled } from '#features/accounts/server/account/disable-account.ts';
import { hashPassword } from '#features/accounts/server/password/passwords.ts';
import { startSession } from '#features/accounts/server/session/sessions.ts';
import { insertUser } from '#features/accounts/server/users.ts';
import type { Db } from '#platform/database/open.ts';
import type { World } from '#test/access-row.ts';
import { rows } from '#test/access-table.ts';
import { GOOD_PASSWORD, someone } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type TestClient } from '#test/test-api.ts';

/* Calls every endpoint as every kind of reader. */

const ROLES = ['anonymous', 'free', 'subscriber', 'editor', 'admin', 'disabled'] as const;

const api = setUpApi();

let its: World;

beforeAll(async () => {
  const { db } = api.database;
  const tree = (isPublished: boolean) => anOcean({ isPublished, waves: [aWave({ droplets: [aDroplet()] })] });
  // The first ids of each level: published is 1, draft is 2.
  await insertOceans(db, [tree(true), tree(false), tree(true), tree(true)]);
  const signup = await db
    .insertInto('email_signups')
    .values({ email: 'a@b.co', email_key: 'a@b.co', source: 'landing', has_access: true, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('settings')
    .values({ key: 'access.old', value: 'old', category: 'advanced', description: null, updated_at: 0 })
    .execute();
  const stranger = await insertUser(db, {
    username: 'a-stranger',
    email: null,
    passwordHash: await hashPassword(GOOD_PASSWORD),
    role: 'free',
  });
  await startSession(db, stranger.id, 'theirs');
  const session = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', stranger.id)
    .executeTakeFirstOrThrow();
  const person = await insertUser(db, {
    username: 'a-spare-person',
    email: null,
    passwordHash: 'none',
    role: 'free',
  });
  its = {
    published: 1,
    draft: 2,
    spare: 3,
    otherSpare: 4,
    signup: signup.id,
    person: person.id,
    subscription: await insertPaid(db),
    stranger: { id: stranger.id, session: session.id_hash },
  };
});

/** Inserts a paid test subscription. Returns its id. */
async function insertPaid(db: Db): Promise<number> {
  const now = Date.now();
  await db
    .insertInto('sandbox_subscriptions')
    .values({
      id: 'TEST-access',
      reference: 'of-access',
      state: 'active',
      approved_at: now,
      stopped_at: null,
    })
    .execute();
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      reference: 'of-access',
      provider: 'sandbox',
      provider_id: 'TEST-access',
      status: 'active',
      activated_at: now,
      paid_through: now + 86_400_000,
      access_until: now + 86_400_000,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Makes a new reader for every call, so that rows are independent. Members have no password, because no call
 * needs it.
 */
async function reader(role: (typeof ROLES)[number]): Promise<TestClient> {
  if (role === 'anonymous') return someone(api);
  const member = await api.signedIn(role === 'disabled' ? 'admin' : role);
  if (role === 'disabled') await setDisabled(api.database.db, member.user.username, true);
  await api.database.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', member.user.id)
    .execute();
  return member;
}

describe.each(rows)('$call $about', ({ call, path, body, statuses }) => {
  // A disabled account is a visitor, even with the cookie of an earlier session.
  test.each(ROLES.map((role, index) => ({ role, status: statuses[index] ?? statuses[0] })))(
    '$role gets $status',
    async ({ role, status }) => {
      const [method, template] = call.split(' ') as [string, string];
      const client = await reader(role);
      const of = role === 'editor' ? { ...its, spare: its.otherSpare, otherSpare: its.spare } : its;
      const address = path?.(of) ?? template;
      const answer =
        method === 'GET' ? await client.get(address) : await client.change(method, address, body?.(of));
      expect(answer.status, answer.text).toBe(status);
    },
  );
});

describe('every changing call', () => {
  const changing = rows.filter(({ call, byPrograms }) => !/^(GET|HEAD) /.test(call) && !byPrograms);

  test.each(changing)('$call $about refuses another site', async ({ call, path, body }) => {
    const [method, template] = call.split(' ') as [string, string];
    const client = await reader('admin');
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await client.send(method, path?.(its) ?? template, body?.(its) ?? {}, headers);
    expect(answer.status).toBe(403);
  });

  test.each(changing)('$call $about refuses a wrong CSRF token from our own pages', async (row) => {
    const [method, template] = row.call.split(' ') as [string, string];
    const client = await reader('admin');
    await client.get('/api/csrf-token');
    const headers = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'csrf-token': 'wrong' };
    const answer = await client.send(method, row.path?.(its) ?? template, row.body?.(its) ?? {}, headers);
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe('stale-csrf-token');
  });

  test.each(changing)('$call $about takes no plain text', async ({ call, path, body }) => {
    const [method, template] = call.split(' ') as [string, string];
    const client = await reader('admin');
    const { body: token } = await client.get('/api/csrf-token');
    const headers = { 'csrf-token': token.csrfToken, 'content-type': 'text/plain' };
    const answer = await client.send(
      method,
      path?.(its) ?? template,
      JSON.stringify(body?.(its) ?? {}),
      headers,
    );
    expect(answer.status).toBe(415);
    expect(answer.body.code).toBe('unsupported-type');
  });
});

test.each(rows.filter(({ byPrograms }) => byPrograms))('$call checks its token only', async (row) => {
  const [method, template] = row.call.split(' ') as [string, string];
  const address = row.path?.(its) ?? template;
  const foreign = { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await someone(api).send(method, address, 'List-Unsubscribe=One-Click', foreign);
  expect(answer.status).toBe(row.statuses[0]);
});

test('every endpoint has a row in the table, and every row an endpoint', () => {
  const served = api.app.endpoints.map(({ method, path }) => `${method} ${path}`);
  const listed = new Set(rows.map(({ call }) => call));
  expect(served.filter((call) => !listed.has(call))).toEqual([]);
  expect([...listed].filter((call) => !served.includes(call))).toEqual([]);
});

/** The calls allowed to editors, listed because every other call of administrators refuses editors. */
const FOR_EDITORS = [
  'DELETE /api/droplets/:id',
  'DELETE /api/oceans/:id',
  'DELETE /api/resumable-uploads/:token',
  'DELETE /api/user/second-factor',
  'DELETE /api/waves/:id',
  'GET /api/content/surroundings',
  'GET /api/history/:type/:id',
  'GET /api/history/:type/:id/:version',
  'GET /api/overview',
  'GET /api/resumable-uploads',
  'GET /api/schedule',
  'GET /api/schedule/:type/:id',
  'GET /api/schedule/drafts',
  'GET /api/audit-log',
  'GET /api/audit-log/authors',
  'GET /api/trash',
  'GET /api/uploads',
  'GET /api/usage',
  'GET /api/user/second-factor',
  'GET /api/writings/:name',
  'HEAD /api/resumable-uploads/:token',
  'PATCH /api/resumable-uploads/:token',
  'POST /api/catalogue/import',
  'POST /api/content/bulk',
  'POST /api/content/check',
  'POST /api/droplets',
  'POST /api/droplets/:id/duplicate',
  'POST /api/folder-imports',
  'POST /api/history/:type/:id/restore',
  'POST /api/oceans',
  'POST /api/oceans/:id/duplicate',
  'POST /api/resumable-uploads',
  'POST /api/resumable-uploads/:token/direct-parts',
  'POST /api/resumable-uploads/:token/direct-parts/:name',
  'POST /api/resumable-uploads/:token/finish',
  'POST /api/audit-log/:id/undo',
  'POST /api/audit-log/undo',
  'POST /api/trash/restore',
  'POST /api/uploads',
  'POST /api/uploads/:id/cancel',
  'POST /api/uploads/:id/retry',
  'POST /api/user/second-factor/recovery-codes',
  'POST /api/user/second-factor/secret',
  'POST /api/waves',
  'POST /api/waves/:id/droplets/import',
  'POST /api/waves/:id/duplicate',
  'POST /api/writings',
  'POST /api/writings/preview',
  'PUT /api/captions',
  'PUT /api/droplets/:id',
  'PUT /api/oceans/:id',
  'PUT /api/oceans/:id/waves/order',
  'PUT /api/oceans/order',
  'PUT /api/schedule/:type/:id',
  'PUT /api/user/second-factor',
  'PUT /api/waves/:id',
  'PUT /api/waves/:id/droplets/order',
];

test('editors may send exactly the listed calls of administrators', () => {
  const open = api.app.endpoints.filter(({ access }) => access === 'editor');
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...FOR_EDITORS].sort());
  for (const { call, about = '', statuses } of rows) {
    const [, free, , editor, admin] = statuses;
    const isForAdmins = free === 403 && admin !== 403;
    if (isForAdmins && !FOR_EDITORS.includes(call)) expect([call, about, editor]).toEqual([call, about, 403]);
  }
});
