import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '#features/accounts/server/passwords.ts';
import { startSession } from '#features/accounts/server/sessions.ts';
import { insertUser } from '#features/accounts/server/users.ts';
import { insertOceans } from '#features/catalogue/server/insert-oceans.ts';
import { anAccount, GOOD_PASSWORD, someone } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave } from '#test/catalogue-fixture.ts';
import { startTestApi, type TestApi, type TestClient } from '#test/test-api.ts';
import { captions, formOf } from '#test/upload-fixture.ts';

/* Every endpoint, asked by everyone. A new endpoint without a row here fails the last test. */

/** What anonymous, free, subscriber and admin get. */
type Statuses = readonly [number, number, number, number];

interface Row {
  /** As the contract names it: method and path. */
  call: string;
  /** What is special about this row, when an endpoint has several. */
  about?: string;
  path?: (its: World) => string;
  body?: (its: World) => unknown;
  statuses: Statuses;
}

/** What the calls are about. */
interface World {
  published: number;
  draft: number;
  /** An item of each level that may go. */
  spare: number;
  signup: number;
  /** Another member: nobody in the table is them. */
  stranger: { id: number; session: string };
}

const OPEN: Statuses = [200, 200, 200, 200];
const MEMBERS: Statuses = [401, 200, 200, 200];
const MEMBERS_EMPTY: Statuses = [401, 204, 204, 204];
const ADMIN: Statuses = [401, 403, 403, 200];
const ADMIN_CREATED: Statuses = [401, 403, 403, 201];
const ADMIN_EMPTY: Statuses = [401, 403, 403, 204];
/** Drafts do not exist for anyone but an administrator. */
const DRAFT: Statuses = [404, 404, 404, 200];
const NOT_MINE: Statuses = [401, 403, 403, 403];
const CREATED: Statuses = [201, 201, 201, 201];
/** There is none of theirs. */
const NONE: Statuses = [404, 404, 404, 404];

const favorite = (its: World) => ({ itemType: 'ocean', itemId: its.published });
const TEXT = { title: 'A title', description: 'A description of it.', imageUrl: '/covers/ocean/a.svg' };
const DROPLET = { ...TEXT, mediaUrl: 'https://video.example/a.mp4' };
const strangersFavorite = (its: World) => ({ ...favorite(its), userId: its.stranger.id });

const rows: Row[] = [
  // Subscriptions
  { call: 'GET /api/subscription', statuses: OPEN },
  { call: 'POST /api/subscription/checkout', body: () => ({}), statuses: CREATED },
  { call: 'POST /api/subscribe', body: () => ({ subscriptionId: 'I-SOMEBODYS' }), statuses: NONE },
  { call: 'POST /api/subscription/cancel', statuses: NONE },
  { call: 'POST /api/subscription/resume', statuses: NONE },
  {
    call: 'POST /api/sandbox-payments/:id/approve',
    path: () => '/api/sandbox-payments/TEST-none/approve',
    statuses: NONE,
  },
  // Accounts
  { call: 'GET /api/csrf-token', statuses: OPEN },
  { call: 'GET /api/user', statuses: MEMBERS },
  {
    call: 'POST /api/login',
    body: () => ({ username: 'a-stranger', password: GOOD_PASSWORD }),
    statuses: OPEN,
  },
  {
    call: 'POST /api/login',
    about: 'another person’s name without a password',
    body: () => ({ username: 'a-stranger', password: '' }),
    statuses: [401, 401, 401, 401],
  },
  {
    call: 'POST /api/register',
    body: () => ({ ...anAccount(), role: 'admin' }),
    statuses: [201, 201, 201, 201],
  },
  { call: 'POST /api/logout', statuses: [204, 204, 204, 204] },
  {
    call: 'POST /api/password/forgot',
    body: () => ({ email: anAccount().email }),
    statuses: [204, 204, 204, 204],
  },
  {
    call: 'POST /api/password/reset',
    body: () => ({ token: 'made-up', password: GOOD_PASSWORD }),
    statuses: [410, 410, 410, 410],
  },
  { call: 'PUT /api/user/password', body: () => ({ password: GOOD_PASSWORD }), statuses: MEMBERS },
  { call: 'POST /api/user/email', body: () => ({ email: anAccount().email }), statuses: MEMBERS_EMPTY },
  {
    call: 'POST /api/user/email/verify',
    body: () => ({ token: 'made-up' }),
    statuses: [401, 410, 410, 410],
  },
  { call: 'GET /api/user/account', statuses: MEMBERS },
  { call: 'GET /api/user/sessions', statuses: MEMBERS },
  { call: 'DELETE /api/user/sessions', statuses: MEMBERS_EMPTY },
  {
    call: 'DELETE /api/user/sessions/:session',
    about: 'another person’s session',
    path: (its) => `/api/user/sessions/${its.stranger.session}`,
    statuses: [401, 404, 404, 404],
  },
  { call: 'GET /api/user/data', statuses: MEMBERS },
  { call: 'DELETE /api/user', statuses: MEMBERS_EMPTY },

  // Settings
  { call: 'GET /api/settings', statuses: OPEN },
  {
    call: 'GET /api/settings/category/:category',
    path: () => '/api/settings/category/general',
    statuses: OPEN,
  },
  { call: 'GET /api/settings/:key', path: () => '/api/settings/unknown.key', statuses: [404, 404, 404, 404] },
  {
    call: 'POST /api/settings',
    body: () => ({ key: 'access.new', value: 'new', category: 'advanced' }),
    statuses: [401, 403, 403, 201],
  },
  {
    call: 'PUT /api/settings/:key',
    path: () => '/api/settings/access.old',
    body: () => ({ value: 'changed' }),
    statuses: ADMIN,
  },
  {
    call: 'DELETE /api/settings/:key',
    path: () => '/api/settings/access.old',
    statuses: [401, 403, 403, 204],
  },

  // Catalogue
  { call: 'GET /api/oceans', statuses: OPEN },
  { call: 'GET /api/oceans/:id', path: (its) => `/api/oceans/${its.published}`, statuses: OPEN },
  {
    call: 'GET /api/oceans/:id',
    about: 'a draft',
    path: (its) => `/api/oceans/${its.draft}`,
    statuses: DRAFT,
  },
  { call: 'GET /api/oceans/:id/waves', path: (its) => `/api/oceans/${its.published}/waves`, statuses: OPEN },
  {
    call: 'GET /api/oceans/:id/waves',
    about: 'under a draft',
    path: (its) => `/api/oceans/${its.draft}/waves`,
    statuses: DRAFT,
  },
  { call: 'GET /api/waves/:id', path: (its) => `/api/waves/${its.published}`, statuses: OPEN },
  {
    call: 'GET /api/waves/:id',
    about: 'under a draft',
    path: (its) => `/api/waves/${its.draft}`,
    statuses: DRAFT,
  },
  {
    call: 'GET /api/waves/:id/droplets',
    path: (its) => `/api/waves/${its.published}/droplets`,
    statuses: OPEN,
  },
  {
    call: 'GET /api/waves/:id/droplets',
    about: 'under a draft',
    path: (its) => `/api/waves/${its.draft}/droplets`,
    statuses: DRAFT,
  },
  { call: 'GET /api/droplets/:id', path: (its) => `/api/droplets/${its.published}`, statuses: OPEN },
  {
    call: 'GET /api/droplets/:id',
    about: 'under a draft',
    path: (its) => `/api/droplets/${its.draft}`,
    statuses: DRAFT,
  },
  { call: 'GET /api/explore/keywords', statuses: OPEN },
  { call: 'GET /api/tree', statuses: OPEN },
  { call: 'GET /api/explore/droplets', statuses: OPEN },

  // Catalogue, by its owner
  {
    call: 'PUT /api/oceans/order',
    body: (its) => ({ ids: [its.spare, its.draft, its.published] }),
    statuses: ADMIN_EMPTY,
  },
  {
    call: 'PUT /api/oceans/:id/waves/order',
    path: (its) => `/api/oceans/${its.published}/waves/order`,
    body: (its) => ({ ids: [its.published] }),
    statuses: ADMIN_EMPTY,
  },
  {
    call: 'PUT /api/waves/:id/droplets/order',
    path: (its) => `/api/waves/${its.published}/droplets/order`,
    body: (its) => ({ ids: [its.published] }),
    statuses: ADMIN_EMPTY,
  },
  { call: 'POST /api/oceans', body: () => TEXT, statuses: ADMIN_CREATED },
  {
    call: 'POST /api/waves',
    body: (its) => ({ ...TEXT, oceanId: its.spare }),
    statuses: ADMIN_CREATED,
  },
  {
    call: 'POST /api/droplets',
    body: (its) => ({ ...DROPLET, waveId: its.spare }),
    statuses: ADMIN_CREATED,
  },
  ...(['oceans', 'waves', 'droplets'] as const).flatMap((level): Row[] => [
    {
      call: `PUT /api/${level}/:id`,
      path: (its) => `/api/${level}/${its.spare}`,
      body: () => ({ title: 'Another title' }),
      statuses: ADMIN,
    },
    {
      call: `POST /api/${level}/:id/duplicate`,
      path: (its) => `/api/${level}/${its.spare}/duplicate`,
      statuses: ADMIN_CREATED,
    },
  ]),
  {
    call: 'POST /api/content/bulk',
    body: (its) => ({ type: 'droplet', ids: [its.spare], change: { action: 'unpublish' } }),
    statuses: ADMIN,
  },
  { call: 'GET /api/catalogue/export', statuses: ADMIN },
  { call: 'POST /api/catalogue/import', body: () => ({ oceans: [TEXT] }), statuses: ADMIN },
  { call: 'GET /api/catalogue/droplets.csv', statuses: ADMIN },
  {
    call: 'POST /api/waves/:id/droplets/import',
    about: 'with what is no table',
    path: (its) => `/api/waves/${its.spare}/droplets/import`,
    body: () => DROPLET,
    statuses: [401, 403, 403, 400],
  },
  ...(['droplets', 'waves', 'oceans'] as const).map(
    (level): Row => ({
      call: `DELETE /api/${level}/:id`,
      path: (its) => `/api/${level}/${its.spare}`,
      statuses: ADMIN_EMPTY,
    }),
  ),
  { call: 'GET /api/trail', statuses: ADMIN },

  // Favorites
  { call: 'GET /api/favorites', statuses: MEMBERS },
  { call: 'GET /api/favorites/items', statuses: MEMBERS },
  { call: 'POST /api/favorites', body: favorite, statuses: MEMBERS_EMPTY },
  { call: 'POST /api/favorites', about: 'for another person', body: strangersFavorite, statuses: NOT_MINE },
  { call: 'DELETE /api/favorites', body: favorite, statuses: MEMBERS_EMPTY },
  { call: 'DELETE /api/favorites', about: 'another person’s', body: strangersFavorite, statuses: NOT_MINE },
  {
    call: 'GET /api/favorites/check',
    path: (its) => `/api/favorites/check?itemType=ocean&itemId=${its.published}`,
    statuses: MEMBERS,
  },
  {
    call: 'GET /api/favorites/check',
    about: 'another person’s',
    path: (its) => `/api/favorites/check?userId=${its.stranger.id}&itemType=ocean&itemId=${its.published}`,
    statuses: NOT_MINE,
  },
  {
    call: 'GET /api/favorites/check-many',
    path: (its) => `/api/favorites/check-many?items=ocean:${its.published}`,
    statuses: MEMBERS,
  },
  {
    call: 'POST /api/favorites/merge',
    body: (its) => ({ items: [favorite(its)] }),
    statuses: MEMBERS_EMPTY,
  },

  // Sign-ups
  {
    call: 'POST /api/email-signup',
    body: () => ({ email: anAccount().email }),
    statuses: [201, 201, 201, 201],
  },
  {
    call: 'POST /api/email-signup/verify',
    body: () => ({ token: 'made-up' }),
    statuses: [410, 410, 410, 410],
  },
  {
    call: 'POST /api/email-signup/renew',
    body: () => ({ token: 'made-up' }),
    statuses: [410, 410, 410, 410],
  },
  { call: 'GET /api/email-signups', statuses: ADMIN },
  { call: 'GET /api/email-signups.csv', statuses: ADMIN },
  {
    call: 'PATCH /api/email-signups/:id',
    path: (its) => `/api/email-signups/${its.signup}`,
    body: () => ({ hasAccess: false }),
    statuses: ADMIN,
  },

  // Uploads
  {
    call: 'POST /api/uploads',
    path: () => '/api/uploads?kind=captions',
    body: () => formOf(captions()),
    statuses: [401, 403, 403, 201],
  },
  { call: 'GET /api/uploads', statuses: ADMIN },
];

const ROLES = ['anonymous', 'free', 'subscriber', 'admin'] as const;

let api: TestApi;
let its: World;

beforeAll(async () => {
  api = await startTestApi();
  const { db } = api.database;
  const tree = (isPublished: boolean) => anOcean({ isPublished, waves: [aWave({ droplets: [aDroplet()] })] });
  // The first of each level, in both tables of ids: published is 1, draft is 2.
  await insertOceans(db, [tree(true), tree(false), tree(true)]);
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
  await startSession(db, stranger.id, { userAgent: 'theirs', browserHash: null });
  const session = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', stranger.id)
    .executeTakeFirstOrThrow();
  its = {
    published: 1,
    draft: 2,
    spare: 3,
    signup: signup.id,
    stranger: { id: stranger.id, session: session.id_hash },
  };
});
afterAll(() => api.stop());

/** A new reader for every call, so that no row depends on another. Members have no password: nothing asks for it. */
async function reader(role: (typeof ROLES)[number]): Promise<TestClient> {
  if (role === 'anonymous') return someone(api);
  const member = await api.signedIn(role);
  await api.database.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', member.user.id)
    .execute();
  return member;
}

describe.each(rows)('$call $about', ({ call, path, body, statuses }) => {
  test.each(ROLES.map((role, place) => ({ role, status: statuses[place] as number })))(
    '$role gets $status',
    async ({ role, status }) => {
      const [method, template] = call.split(' ') as [string, string];
      const client = await reader(role);
      const address = path?.(its) ?? template;
      const answer =
        method === 'GET' ? await client.get(address) : await client.change(method, address, body?.(its));
      expect(answer.status, answer.text).toBe(status);
    },
  );
});

describe('every call that changes something', () => {
  const changing = rows.filter(({ call }) => !call.startsWith('GET '));

  test.each(changing)('$call $about refuses another site', async ({ call, path, body }) => {
    const [method, template] = call.split(' ') as [string, string];
    const client = await reader('admin');
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await client.send(method, path?.(its) ?? template, body?.(its) ?? {}, headers);
    expect(answer.status).toBe(403);
  });
});

test('every endpoint stands in the table, and every row is an endpoint', () => {
  const served = api.app.endpoints.map(({ method, path }) => `${method} ${path}`);
  const listed = new Set(rows.map(({ call }) => call));
  expect(served.filter((call) => !listed.has(call))).toEqual([]);
  expect([...listed].filter((call) => !served.includes(call))).toEqual([]);
});
