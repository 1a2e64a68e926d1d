import { beforeAll, beforeEach, expect, test } from 'vitest';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import type { Person } from '../contract/schemas.ts';

/* The list of persons: its members, order and states. */

const NOON = 1_700_000_000_000;
const YEAR = 365 * 24 * 60 * 60_000;

const api = setUpApi();

let admin: SignedInClient;

beforeAll(async () => {
  admin = await api.signedIn('admin', { username: 'zoe' });
});
beforeEach(async () => {
  const { db } = api.database;
  await db.deleteFrom('email_signups').execute();
  await db.deleteFrom('users').where('id', '!=', admin.user.id).execute();
});

interface NewAccount {
  email?: string | null;
  proven?: boolean;
  role?: string;
  until?: number | null;
  granted?: number | null;
  disabled?: boolean;
  editor?: boolean;
  at?: number;
  /** Last uses of the account's sessions, in epoch ms. */
  seen?: number[];
}

async function account(name: string, options: NewAccount = {}): Promise<number> {
  const {
    email = null,
    proven = true,
    role = 'free',
    until = null,
    granted = null,
    at = NOON,
    seen = [],
  } = options;
  const { db } = api.database;
  const { id } = await db
    .insertInto('users')
    .values({
      username: name,
      username_key: name.toLowerCase(),
      email,
      email_key: email?.toLowerCase() ?? null,
      email_verified_at: email !== null && proven ? NOON : null,
      role,
      subscriber_until: until,
      granted_until: granted,
      editor_since: options.editor ? NOON : null,
      disabled_at: options.disabled ? NOON : null,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [index, last_seen_at] of seen.entries())
    await db
      .insertInto('sessions')
      .values({ id_hash: `${name}-${index}`, user_id: id, created_at: at, last_seen_at, user_agent: null })
      .execute();
  return id;
}

async function signup(email: string, { hasAccess = true, at = NOON } = {}): Promise<number> {
  const { id } = await api.database.db
    .insertInto('email_signups')
    .values({
      email,
      email_key: email.toLowerCase(),
      source: 'landing',
      has_access: hasAccess,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const list = async (query = ''): Promise<Person[]> => (await admin.get(`/api/people?${query}`)).body;
const nameOf = ({ name, email }: Person) => name ?? email;
/** Reads names, or addresses of persons without a name, without the administrator. */
const names = async (query = '') => (await list(query)).map(nameOf).filter((name) => name !== 'zoe');

/** Reads all pages of the list, by name. */
async function pages(query: string): Promise<(string | null)[][]> {
  const found: (string | null)[][] = [];
  for (let cursor: string | undefined, turns = 0; turns < 100; turns += 1) {
    const { body, headers, status } = await admin.get(
      `/api/people?${query}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    expect(status).toBe(200);
    found.push(body.map(nameOf));
    cursor = headers['x-next-cursor'] as string | undefined;
    if (cursor === undefined) return found;
  }
  throw new Error('The pages do not end');
}

test('an account and a sign-up are one person once the account has proven the address', async () => {
  const mira = await account('Mira', { email: 'Mira@example.org' });
  await signup('mira@example.org');
  await account('Eve', { email: 'noor@example.org', proven: false });
  const noor = await signup('Noor@example.org');
  const people = (await list('order=name')).filter(({ name }) => name !== 'zoe');
  expect(people).toEqual([
    {
      kind: 'account',
      id: expect.any(Number),
      name: 'Eve',
      email: 'noor@example.org',
      emailProven: false,
      role: 'free',
      state: 'free',
      since: '2023-11-14T22:13:20.000Z',
      lastSeenAt: null,
      paidUntil: null,
      grantedUntil: null,
      grantedForever: false,
    },
    expect.objectContaining({ kind: 'account', id: mira, email: 'Mira@example.org', emailProven: true }),
    {
      kind: 'signup',
      id: noor,
      name: null,
      email: 'Noor@example.org',
      emailProven: false,
      role: null,
      state: 'email-only',
      since: '2023-11-14T22:13:20.000Z',
      lastSeenAt: null,
      paidUntil: null,
      grantedUntil: null,
      grantedForever: false,
    },
  ]);
});

test('each person is in one state, and the counts agree with the filters', async () => {
  const until = Date.now() + YEAR;
  await account('payer', { role: 'subscriber', until });
  await account('lapsed', { role: 'subscriber', until: NOON });
  await account('by hand', { role: 'subscriber' });
  await account('gifted', { granted: until });
  await account('gifted payer', { role: 'subscriber', until, granted: until });
  await account('gifted once', { granted: NOON });
  await account('gifted, disabled', { granted: until, disabled: true });
  await account('free');
  await account('disabled payer', { role: 'subscriber', until, disabled: true });
  await account('revoked', { email: 'revoked@example.org' });
  await signup('revoked@example.org', { hasAccess: false });
  await account('keeper', { role: 'admin', email: 'keeper@example.org' });
  await signup('keeper@example.org', { hasAccess: false });
  await account('paying editor', { role: 'subscriber', until, editor: true });
  await account('editor', { editor: true });
  await signup('only@example.org');
  await signup('out@example.org', { hasAccess: false });
  const states = {
    paying: ['gifted payer', 'payer', 'paying editor'],
    granted: ['gifted'],
    free: ['by hand', 'free', 'gifted once', 'lapsed'],
    staff: ['editor', 'keeper'],
    'email-only': ['only@example.org'],
    revoked: ['disabled payer', 'gifted, disabled', 'revoked', 'out@example.org'],
  };
  const { body: counts } = await admin.get('/api/people/counts');
  for (const [state, expected] of Object.entries(states)) {
    for (const order of ['seen', 'since'])
      expect((await names(`state=${state}&order=${order}`)).sort()).toEqual([...expected].sort());
    expect(await names(`state=${state}&order=name`)).toEqual(expected);
    const people = await list(`state=${state}`);
    expect(new Set(people.map((person) => person.state))).toEqual(new Set([state]));
    expect(counts[state]).toBe(people.length);
  }
  expect(counts.all).toBe((await list()).length);
  expect((await list('state=granted'))[0]?.grantedUntil).toBe(new Date(until).toISOString());
  expect((await list('state=paying'))[0]?.paidUntil).toBe(new Date(until).toISOString());
});

test('a revoked address locks an account that has not proven it, and stays its own person', async () => {
  await account('Eve', { email: 'noor@example.org', proven: false });
  await signup('noor@example.org', { hasAccess: false });
  expect(await names('state=revoked&order=name')).toEqual(['Eve', 'noor@example.org']);
});

test('people are in the order of their last use, of their beginning, or of their name', async () => {
  await account('Alba', { at: NOON + 3, seen: [NOON + 1, NOON + 50] });
  await account('bea', { at: NOON + 1, seen: [NOON + 60, NOON + 60, NOON + 2] });
  await account('Cleo', { at: NOON + 5 });
  await signup('ada@example.org', { at: NOON + 4 });
  await signup('dot@example.org', { at: NOON + 6 });
  expect(await names('order=seen')).toEqual(['bea', 'Alba', 'dot@example.org', 'Cleo', 'ada@example.org']);
  expect(await names('')).toEqual(await names('order=seen'));
  expect(await names('order=since')).toEqual(['dot@example.org', 'Cleo', 'ada@example.org', 'Alba', 'bea']);
  expect(await names('order=name')).toEqual(['Alba', 'bea', 'Cleo', 'ada@example.org', 'dot@example.org']);
  expect((await list('search=alba'))[0]?.lastSeenAt).toBe(new Date(NOON + 50).toISOString());
});

test('a search finds a part of the name or address in any case, with wildcards as literals', async () => {
  await account('Mira Sand', { email: 'm@example.org' });
  await account('Noor', { email: 'mira_s@example.org' });
  await signup('100%mira@example.org');
  await signup('other@example.org');
  for (const order of ['seen', 'since', 'name'])
    expect((await names(`search=MIRA&order=${order}`)).sort()).toEqual([
      '100%mira@example.org',
      'Mira Sand',
      'Noor',
    ]);
  expect(await names('search=a_s')).toEqual(['Noor']);
  expect(await names('search=%25')).toEqual(['100%mira@example.org']);
  expect(await names('search=nobody')).toEqual([]);
  expect(await names('search=mira&state=email-only')).toEqual(['100%mira@example.org']);
});

test('persons of one instant are in one order, whichever pages they fall into', async () => {
  const { db } = api.database;
  for (const n of [1, 2, 3, 4]) {
    const user = await account(`Same ${n}`);
    const entered = await signup(`same-${n}@example.org`);
    // Interleaves the ids of both kinds.
    await db
      .updateTable('users')
      .set({ id: 900_000 + 2 * n })
      .where('id', '=', user)
      .execute();
    await db
      .updateTable('email_signups')
      .set({ id: 900_001 + 2 * n })
      .where('id', '=', entered)
      .execute();
  }
  const whole = await names('order=since');
  expect(whole).toHaveLength(8);
  for (const limit of [1, 2, 3, 5]) {
    const paged = (await pages(`order=since&limit=${limit}`)).flat().filter((name) => name !== 'zoe');
    expect(paged).toEqual(whole);
  }
});

test('a paged list has everyone once, also at equal instants and among many who do not match', async () => {
  const { db } = api.database;
  const users = Array.from({ length: 1_300 }, (_, n) => ({
    username: `Person ${n}`,
    username_key: `person ${n}`,
    email: `p${n}@example.org`,
    email_key: `p${n}@example.org`,
    email_verified_at: NOON,
    role: n % 600 === 7 ? 'subscriber' : 'free',
    subscriber_until: Date.now() + YEAR,
    created_at: NOON + Math.floor(n / 9),
  }));
  const signups = Array.from({ length: 1_400 }, (_, n) => ({
    // Most sign-ups belong to an account.
    email: n < 1_300 ? `p${n}@example.org` : `s${n}@example.org`,
    email_key: n < 1_300 ? `p${n}@example.org` : `s${n}@example.org`,
    source: 'landing',
    has_access: true,
    // The oldest sign-ups are separate persons, behind many that are not.
    created_at: n < 1_300 ? NOON + Math.floor(n / 9) : NOON - Math.floor(n / 9),
  }));
  const inTwo = <Row>(all: Row[]) => [all.slice(0, 700), all.slice(700)];
  for (const some of inTwo(users)) await db.insertInto('users').values(some).execute();
  for (const some of inTwo(signups)) await db.insertInto('email_signups').values(some).execute();
  const rows = await db.selectFrom('users').select(['id']).where('id', '!=', admin.user.id).execute();
  const sessions = rows.slice(0, 400).flatMap(({ id }, n) =>
    [0, 1, 2].map((k) => ({
      id_hash: `${id} ${k}`,
      user_id: id,
      created_at: NOON,
      last_seen_at: NOON + Math.floor(n / 5) * 2 - k,
      user_agent: null,
    })),
  );
  await db.insertInto('sessions').values(sessions).execute();
  const listed: Record<string, unknown[]> = {};
  for (const order of ['since', 'seen', 'name']) {
    const all = (await pages(`order=${order}&limit=200`)).flat();
    expect([order, all.length, new Set(all).size]).toEqual([order, 1_401, 1_401]);
    listed[order] = all;
    const csv = (await admin.get(`/api/people.csv?order=${order}`)).text.split('\r\n').slice(1, -1);
    // Never sorted by last visits: a person who returns during the export would be missing.
    const exported = listed[order === 'seen' ? 'since' : order];
    expect(csv.map((line) => line.split(',').slice(0, 2).find(Boolean))).toEqual(exported);
    expect((await pages(`order=${order}&state=email-only&limit=40`)).flat()).toHaveLength(100);
    expect((await pages(`order=${order}&state=paying&limit=1`)).flat().sort()).toEqual([
      'Person 1207',
      'Person 607',
      'Person 7',
    ]);
  }
});
