import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import { carryOut } from '#features/catalogue/server/schedule/carry-out.ts';
import { chooseDroplet } from '#features/letter/server/choose-droplet.ts';
import type { Database } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import { HOUR } from '#platform/text/time-units.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import {
  PUBLIC_URL,
  type SignedInClient,
  startTestApi,
  type TestApi,
  type TestClient,
} from '#test/test-api.ts';

/*
 * Compares a site before and after it gets hidden items in every state: every GET endpoint that is not for
 * administrators, every page, feed, search and count.
 */

/** A word in every text of the hidden items. */
const MARK = 'zephyrine';
/** Number of tried ids per level: visible items come first, then the hidden ones. */
const MAX_IDS = 16;
/** Calls whose responses always differ: tokens, and the reader's own data, which contains ids of items. */
const CHANGING = ['/api/csrf-token', '/api/user/data', '/api/user/security-events'];
/** A time that changes with each minute of the test. */
const LAST_SEEN = /"lastSeenAt":"[^"]*"/g;

let api: TestApi;
let remove: () => Promise<void>;
let admin: SignedInClient;
let readers: Record<string, TestClient>;

beforeAll(async () => {
  const shared = await openSharedDatabase(1);
  remove = shared.remove;
  const [database] = shared.opened as [Database];
  api = await startTestApi({ database, version: database.version, pages: await builtPages() });
  admin = await api.signedIn('admin');
  const entered = api.visitor();
  entered.cookies.set('stillwater_entered', '1');
  readers = {
    visitor: api.visitor(),
    entered,
    free: await api.signedIn('free'),
    subscriber: await api.signedIn('subscriber'),
  };
});
afterAll(async () => {
  await api.stop();
  await remove();
});

const hidden = (name: string) => ({
  slug: `${MARK}-${name}`,
  title: `${MARK} ${name}`,
  description: `About ${MARK}, in a sentence.`,
  keywords: ['calm', MARK],
});
const STATES = ['draft', 'planned', 'taken-down', 'trashed'] as const;

/** Fills the parameters of an endpoint with all values. */
function addressesOf(path: string): string[] {
  const values: Record<string, string[]> = {
    id: Array.from({ length: MAX_IDS }, (_, index) => String(index + 1)),
    category: ['general'],
    key: ['site.title'],
    kind: ['ocean', 'wave', 'droplet'],
    itemType: ['ocean', 'wave', 'droplet'],
    itemId: Array.from({ length: MAX_IDS }, (_, index) => String(index + 1)),
  };
  const name = /:(\w+)/.exec(path)?.[1];
  if (name === undefined) return [path];
  return (values[name] ?? ['x']).flatMap((value) => addressesOf(path.replace(`:${name}`, value)));
}

const searches = [
  '/api/explore/droplets?q=title',
  `/api/explore/droplets?q=${MARK}`,
  `/api/explore/droplets?q=${MARK.slice(0, -1)}`,
  '/api/explore/droplets?keyword=calm',
  `/api/explore/droplets?keyword=${MARK}`,
  '/api/oceans?limit=1',
];

function addresses(): string[] {
  const endpoints = api.app.endpoints.filter(({ method, access }) => method === 'GET' && access !== 'admin');
  const ids = Array.from({ length: MAX_IDS }, (_, index) => index + 1);
  const items = ids.flatMap((id) => [
    `/oceans/${id}`,
    `/waves/${id}`,
    `/droplets/${id}`,
    `/waves/1?droplet=${id}`,
  ]);
  const pages = [
    '/',
    '/app',
    '/explore',
    '/explore?q=title',
    `/explore?q=${MARK}`,
    `/explore?keyword=${MARK}`,
    '/accordion',
    '/accordion?ocean=1&wave=1',
    '/tree',
    '/classic',
    '/classic?ocean=1&wave=1',
    '/favorites',
    '/account',
    '/about',
  ];
  return [
    ...endpoints.flatMap(({ path }) => addressesOf(path)),
    ...searches,
    ...items.map((path) => `/api/oembed?url=${encodeURIComponent(PUBLIC_URL + path)}`),
    ...items,
    ...pages,
    '/sitemap.xml',
    '/feed.xml',
    '/robots.txt',
  ];
}

/** Reads all responses for a reader, by address. */
async function read(reader: TestClient): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const address of addresses()) {
    const accept = address.startsWith('/api/') ? '*/*' : 'text/html';
    const { status, text, headers } = await reader.send('GET', address, undefined, { accept });
    const counted = ['x-total-count', 'x-next-cursor', 'x-search-notes'].map((name) => headers[name] ?? '');
    answers.set(address, [status, ...counted, text.replace(LAST_SEEN, '')].join('\n'));
  }
  return answers;
}

/** Saves and finishes all items. */
async function use(member: TestClient) {
  for (const itemType of ['ocean', 'wave', 'droplet'])
    for (let itemId = 1; itemId <= MAX_IDS; itemId += 1)
      await member.post('/api/favorites', { itemType, itemId });
}

/** Removes a search's text, which its response and page repeat. */
const withoutQuestion = (address: string, text: string) =>
  address.includes(MARK.slice(0, -1)) ? text.replaceAll(MARK, '').replaceAll(MARK.slice(0, -1), '') : text;

async function makeVisible(): Promise<void> {
  const droplets = () => [
    aDroplet({ keywords: ['calm'] }),
    aDroplet({ accessType: 'premium', keywords: ['calm'] }),
  ];
  await insertOceans(api.database.db, [
    anOcean({ waves: [aWave({ droplets: droplets() }), aWave({ droplets: droplets() })] }),
    anOcean({ waves: [] }),
  ]);
  await changeCatalogue(api.database.db, async () => {});
}

interface Made {
  type: 'ocean' | 'wave' | 'droplet';
  state: (typeof STATES)[number];
  id: number;
}

/** Makes one item of each level for each state, with published items below. */
async function makeOthers(): Promise<Made[]> {
  const { db } = api.database;
  const far = (state: string) =>
    aWave({ ...hidden(`under-${state}`), droplets: [aDroplet(hidden(`far-${state}`))] });
  await insertOceans(
    db,
    STATES.map((state) => anOcean({ ...hidden(`ocean-${state}`), waves: [far(state)] })),
  );
  const { body: oceans } = await admin.get('/api/oceans');
  const made: Made[] = [];
  const create = async (type: 'wave' | 'droplet', fields: object) =>
    (await admin.post(`/api/${type}s`, { ...fields, isPublished: true })).body.id;
  for (const state of STATES) {
    const { id } = oceans.find(({ title }: { title: string }) => title === hidden(`ocean-${state}`).title);
    made.push({ type: 'ocean', state, id });
    const texts = { oceanId: 1, imageUrl: '/covers/ocean/a.svg', ...hidden(`wave-${state}`) };
    const waveId = await create('wave', texts);
    made.push({ type: 'wave', state, id: waveId });
    const mediaUrl = 'https://video.example/a.mp4';
    await create('droplet', { waveId, mediaUrl, ...hidden(`in-${state}`) });
    const droplet = await create('droplet', { waveId: 1, mediaUrl, ...hidden(`droplet-${state}`) });
    made.push({ type: 'droplet', state, id: droplet });
  }
  return made;
}

const inHours = (hours: number) => ({
  local: new Date(Date.now() + hours * HOUR).toISOString().slice(0, 16),
  timeZone: 'UTC',
});

/** Brings the items into their states through administrators' calls. */
async function hide(made: readonly Made[]): Promise<void> {
  for (const { type, state, id } of made) {
    if (state === 'trashed') {
      expect((await admin.delete(`/api/${type}s/${id}`)).status).toBe(204);
      continue;
    }
    const { version } = (await admin.get(`/api/schedule/${type}/${id}`)).body;
    const plans = {
      draft: { publish: 'draft', unpublish: null },
      planned: { publish: inHours(24), unpublish: null },
      'taken-down': { publish: 'now', unpublish: inHours(1) },
    };
    const { status } = await admin.put(`/api/schedule/${type}/${id}`, {
      expectedVersion: version,
      ...plans[state],
    });
    expect([type, state, status]).toEqual([type, state, 200]);
  }
  expect(await carryOut(api.database.db, Date.now() + 2 * HOUR)).toBe(3);
}

/** Makes a link for each item outside the trash, opens it in another browser, and reads its pages. */
async function showToFriends(made: readonly Made[]): Promise<void> {
  for (const { type, state, id } of made) {
    const { status, body } = await admin.post(`/api/preview-links/${type}/${id}`, { days: 7 });
    expect([type, state, status]).toEqual([type, state, state === 'trashed' ? 404 : 201]);
    if (status !== 201) continue;
    const friend = api.visitor();
    await friend.get(new URL(body.url).pathname);
    expect((await friend.get(`/api/${type}s/${id}`)).text).toContain(MARK);
    const page = await friend.send('GET', `/${type}s/${id}`, undefined, { accept: 'text/html' });
    expect(page.text).toContain(MARK);
    for (const path of searches) expect((await friend.get(path)).text).not.toContain(`${MARK} `);
  }
}

test('no public response contains or counts an item that is not public', async () => {
  await makeVisible();
  for (const name of ['free', 'subscriber']) await use(readers[name] as TestClient);
  const before = new Map<string, Map<string, string>>();
  for (const [name, reader] of Object.entries(readers)) before.set(name, await read(reader));
  const made = await makeOthers();
  // Public at first, so that people can save them.
  for (const name of ['free', 'subscriber']) await use(readers[name] as TestClient);
  expect((await api.visitor().get(`/api/explore/droplets?q=${MARK}`)).body.length).toBeGreaterThan(4);
  await hide(made);
  await showToFriends(made);
  let compared = 0;
  for (const [name, reader] of Object.entries(readers))
    for (const [address, text] of await read(reader)) {
      const about = `${name} ${address}`;
      expect(withoutQuestion(address, text), about).not.toMatch(new RegExp(MARK.slice(0, -2), 'i'));
      if (CHANGING.includes(address)) continue;
      expect(text, about).toBe(before.get(name)?.get(address));
      compared += 1;
    }
  expect(compared).toBeGreaterThan(1_000);
  const reader = { ...VISITOR, tier: 'subscriber' as const };
  for (let letter = 1; letter < 20; letter += 1)
    expect((await chooseDroplet(api.database.db, letter, reader))?.title).not.toContain(MARK);
}, 300_000);
