import { startSession } from '#features/accounts/server/session/sessions.ts';
import { insertUser } from '#features/accounts/server/users.ts';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '../catalogue-fixture.ts';
import type { TestApi, TestClient } from '../test-api.ts';
import { captions, upload } from '../upload-fixture.ts';

/* A site whose locked, draft and private content contains markers, and one browser of each tier. */

export const BROWSERS = ['nobody', 'entered', 'free', 'subscriber', 'editor', 'admin'] as const;
type BrowserName = (typeof BROWSERS)[number];

/**
 * Markers, which no generated value contains: `l` locked, `d` draft, `p` a stranger, `c` a browser of the
 * test.
 */
export const MARKER = /zq([ldpc])(\d+)x/g;
const marker = (kind: 'l' | 'd' | 'p' | 'c', number: number) => `zq${kind}${number}x`;

export interface Browser {
  name: BrowserName;
  client: TestClient;
  /** Null for browsers without an account. */
  userId: number | null;
  /** Marker in this person's own data; null for visitors. */
  own: string | null;
  csrf: string;
}

export interface World {
  api: TestApi;
  browsers: Record<BrowserName, Browser>;
  /** Ids of existing and deleted items, of all levels. */
  ids: number[];
  /** Addresses of uploaded captions. Each belongs to a locked droplet with the same marker. */
  captions: string[];
  /** Endpoints not yet called in this round: all endpoints are called before one is repeated. */
  uncalled: Endpoint[];
  /** Ids of items with a marker, by marker. */
  marked: Map<string, { table: 'oceans' | 'waves' | 'droplets'; id: number }>;
  /** Texts that no response may contain: keys of the site, and hashes of strangers' sessions. */
  secrets: string[];
}

let numbers = 0;
const next = () => {
  numbers += 1;
  return numbers;
};

/** Creates a site with an empty catalogue. `refresh` fills it. */
export async function newWorld(api: TestApi): Promise<World> {
  const world = {
    api,
    browsers: {} as Record<BrowserName, Browser>,
    ids: [],
    captions: [],
    uncalled: [],
    marked: new Map(),
    secrets: [],
  } satisfies World;
  await refresh(world);
  return world;
}

/** Creates new browsers, a stranger and items, and resets the rate limits. */
export async function refresh(world: World): Promise<void> {
  const { db } = world.api.database;
  await db.deleteFrom('rate_limits').execute();
  for (const name of BROWSERS) world.browsers[name] = await newBrowser(world.api, name);
  await addStranger(world.api);
  const { count } = await db
    .selectFrom('droplets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  // Limits the number of items, so that responses stay fast.
  if (Number(count) > 300) await removeItems(world);
  await addItems(world);
  const secrets = await db.selectFrom('secrets').select('value').execute();
  const hashes = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id_hash')
    .where('users.username', 'like', 'zqp%')
    .execute();
  world.secrets = [...secrets.map(({ value }) => value), ...hashes.map(({ id_hash }) => id_hash)];
}

/** Deletes all items through the API, so that search and counts are updated. */
async function removeItems({ api, browsers }: World): Promise<void> {
  for (const { id } of await api.database.db.selectFrom('oceans').select('id').execute()) {
    const { status } = await browsers.admin.client.delete(`/api/oceans/${id}`);
    if (status !== 204) throw new Error(`Ocean ${id} could not be deleted: ${status}`);
  }
}

const ROLES = { free: 'free', subscriber: 'subscriber', editor: 'editor', admin: 'admin' } as const;

/** Opens a browser of one kind, with a CSRF token. */
export async function newBrowser(api: TestApi, name: BrowserName): Promise<Browser> {
  const { db } = api.database;
  const own = name === 'nobody' ? null : marker('c', next());
  const email = `${own}@example.org`;
  let client = api.visitor(`10.9.${numbers % 250}.1`);
  let userId: number | null = null;
  if (name === 'entered') {
    const answer = await client.send('POST', '/api/email-signup', { email });
    if (answer.status !== 201) throw new Error(`The sign-up failed: ${answer.text}`);
  } else if (name !== 'nobody') {
    const member = await api.signedIn(ROLES[name], { username: own as string, email });
    // The test sends no password.
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', member.user.id).execute();
    client = member;
    userId = member.user.id;
  }
  const { csrfToken } = (await client.get('/api/csrf-token')).body;
  return { name, client, userId, own, csrf: csrfToken };
}

/** Adds a person who sends no requests. Only administrators may see their data. */
async function addStranger({ database: { db } }: TestApi): Promise<void> {
  const name = marker('p', next());
  const email = `${name}@example.org`;
  const stranger = await insertUser(db, { username: name, email, passwordHash: 'none', role: 'free' });
  await startSession(db, stranger.id, `browser of ${name}`);
  await db
    .insertInto('email_signups')
    .values({ email, email_key: email, source: 'landing', has_access: true, created_at: 0 })
    .execute();
}

/** Adds an ocean with free, premium and draft items. */
async function addItems(world: World): Promise<void> {
  const { api, browsers } = world;
  const locked = marker('l', next());
  const text = captions(`A line of ${locked}.`);
  const { body: file } = await upload(browsers.admin.client, 'captions', text, 'lines.vtt', 'text/vtt');
  const premium = {
    accessType: 'premium' as const,
    mediaUrl: `/media/${locked}.mp4`,
    captionsUrl: file.url,
    additionalResources: [
      { title: 'Paper', url: `/media/${locked}.pdf`, type: 'document', duration: null, size: null },
    ],
  };
  const drafts = [next(), next(), next()].map((number) => marker('d', number));
  const draft = (index: number) => ({
    title: `Unfinished ${drafts[index]}`,
    slug: drafts[index] as string,
    isPublished: false,
    keywords: [drafts[index] as string],
  });
  await insertOceans(api.database.db, [
    anOcean({
      waves: [
        aWave({
          isSample: false,
          droplets: [aDroplet({ keywords: ['calm'] }), aDroplet(premium), aDroplet(draft(0))],
        }),
        aWave({ ...draft(1), droplets: [aDroplet()] }),
      ],
    }),
    anOcean({ ...draft(2), waves: [aWave({ droplets: [aDroplet()] })] }),
  ]);
  world.captions = [...world.captions.slice(-5), file.url];
  world.ids = [];
  for (const table of ['oceans', 'waves', 'droplets'] as const) {
    const rows = await api.database.db.selectFrom(table).select(['id', 'slug', 'media_url']).execute();
    for (const { id, slug, media_url } of rows) {
      world.ids.push(Number(id));
      const [found] = `${slug} ${media_url}`.match(MARKER) ?? [];
      if (found && !world.marked.has(found)) world.marked.set(found, { table, id: Number(id) });
    }
  }
}
