import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import type { Database } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';
import { DAY } from '#platform/text/time-units.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { everyTable } from '#test/database/table-rows.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { type SignedInClient, startTestApi, type TestApi, type TestClient } from '#test/test-api.ts';
import { DRAFT_VIEW, VIEW_COOKIE } from '../../contract/calls.ts';
import { createLink, findPreview, linksOf } from './link-queries.ts';

let api: TestApi;
let remove: () => Promise<void>;
let admin: SignedInClient;
beforeAll(async () => {
  const shared = await openSharedDatabase(1);
  remove = shared.remove;
  const [database] = shared.opened as [Database];
  const { version, querySync } = database;
  api = await startTestApi({ database, version, querySync, pages: await builtPages() });
  admin = await api.signedIn('admin');
  await insertOceans(api.database.db, [
    anOcean({
      waves: [
        aWave({ title: 'Public wave', droplets: [aDroplet({ title: 'Public droplet' })] }),
        aWave({
          ...draft('wave'),
          droplets: [
            aDroplet({ ...draft('droplet'), mediaUrl: '/media/secret.mp4', accessType: 'premium' }),
            aDroplet({ title: 'Beside it', accessType: 'premium' }),
          ],
        }),
        aWave({ ...draft('other'), droplets: [aDroplet(draft('far'))] }),
      ],
    }),
    anOcean({ ...draft('ocean'), waves: [aWave({ title: 'Under it', droplets: [aDroplet({})] })] }),
  ]);
  await changeCatalogue(api.database.db, async () => {});
});
afterAll(async () => {
  await api.stop();
  await remove();
});
beforeEach(async () => {
  await api.database.db.deleteFrom('preview_links').execute();
});

const draft = (name: string) => ({ title: `Draft ${name}`, slug: `draft-${name}`, isPublished: false });

async function makeLink(type: string, id: number, days = 7): Promise<{ id: number; path: string }> {
  const { status, body } = await admin.post(`/api/preview-links/${type}/${id}`, { forWhom: 'Jo', days });
  expect(status).toBe(201);
  return { id: body.link.id, path: new URL(body.url).pathname };
}

/** Makes a browser that has opened a link. */
async function friendOf(path: string, browser: TestClient = api.visitor()): Promise<TestClient> {
  const { status, headers } = await browser.get(path);
  expect([status, headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
    302,
    'private, no-store',
    'no-referrer',
    'noindex, nofollow',
  ]);
  return browser;
}

const statusOf = async (reader: TestClient, path: string) => (await reader.get(path)).status;

test('a link shows a draft and all below it, open, and nothing else that is not public', async () => {
  const friend = await friendOf((await makeLink('wave', 2)).path);
  expect((await friend.get('/api/waves/2')).body).toMatchObject({ title: 'Draft wave', locked: false });
  const droplets = (await friend.get('/api/waves/2/droplets')).body;
  expect(droplets.map(({ title, locked }: { title: string; locked: boolean }) => [title, locked])).toEqual([
    ['Draft droplet', false],
    ['Beside it', false],
  ]);
  expect((await friend.get('/api/droplets/2')).body.mediaUrl).toBe('/media/secret.mp4');
  for (const path of ['/api/waves/3', '/api/droplets/4', '/api/oceans/2', '/api/waves/4', '/api/droplets/5'])
    expect([path, await statusOf(friend, path)]).toEqual([path, 404]);
  const page = await friend.send('GET', '/waves/2', undefined, { accept: 'text/html' });
  expect([page.status, page.headers['cache-control'], page.headers['x-robots-tag']]).toEqual([
    200,
    'private, no-store',
    'noindex, nofollow',
  ]);
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(page.text).toContain('Draft wave');
});

test('a link to an item below a draft shows the items above it, and nothing else below them', async () => {
  const droplet = await friendOf((await makeLink('droplet', 2)).path);
  expect([await statusOf(droplet, '/api/waves/2'), await statusOf(droplet, '/api/droplets/2')]).toEqual([
    200, 200,
  ]);
  const beside = (await droplet.get('/api/waves/2/droplets')).body;
  expect(beside.map(({ title }: { title: string }) => title)).toEqual(['Draft droplet']);
  expect(await statusOf(droplet, '/api/droplets/3')).toBe(404);
  const ocean = await friendOf((await makeLink('ocean', 2)).path);
  const waves = (await ocean.get('/api/oceans/2/waves')).body;
  expect(waves.map(({ title }: { title: string }) => title)).toEqual(['Under it']);
});

test('lists, searches and counts stay those of visitors, and others get nothing of it', async () => {
  const lists = ['/api/oceans', '/api/tree', '/api/explore/droplets?q=Draft', '/api/explore/keywords'];
  const entered = api.visitor();
  const before = await Promise.all(lists.map(async (path) => (await entered.get(path)).text));
  const friend = await friendOf((await makeLink('ocean', 2)).path);
  for (const path of ['/api/oceans/2', '/oceans/2', '/api/oceans/2/waves']) await friend.get(path);
  expect(await Promise.all(lists.map(async (path) => (await friend.get(path)).text))).toEqual(before);
  for (const reader of [entered, await api.signedIn('subscriber')])
    for (const path of ['/api/oceans/2', '/api/waves/4', '/api/oceans/2/waves'])
      expect([path, await statusOf(reader, path)]).toEqual([path, 404]);
});

test('a draft’s media play through the link and through nothing else', async () => {
  const path = '/media/a-break-that-is-one.mp4';
  await api.database.db
    .insertInto('media_references')
    .values({ path, item_type: 'droplet', item_id: 2, is_picture: false })
    .execute();
  const { id, path: link } = await makeLink('wave', 2);
  const friend = await friendOf(link);
  const { status, headers } = await friend.get(path);
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
  const other = await friendOf((await makeLink('ocean', 2)).path);
  for (const reader of [other, api.visitor(), await api.signedIn('subscriber')])
    expect(await statusOf(reader, path)).toBe(404);
  await admin.delete(`/api/preview-links/${id}`);
  expect(await statusOf(friend, path)).toBe(404);
});

test('a member who opens a link has a visitor’s rights until it is left', async () => {
  const member = await friendOf((await makeLink('wave', 2)).path, await api.signedIn('subscriber'));
  expect(await statusOf(member, '/api/user')).toBe(401);
  expect((await member.post('/api/favorites', { itemType: 'wave', itemId: 2 })).body.code).toBe(
    'off-in-view',
  );
  member.cookies.delete(VIEW_COOKIE);
  expect([await statusOf(member, '/api/user'), await statusOf(member, '/api/waves/2')]).toEqual([200, 404]);
});

test('a link opens nothing for an address whose access was revoked, but for its member', async () => {
  const { path } = await makeLink('wave', 2);
  const browser = api.visitor('10.9.0.2');
  await browser.send('POST', '/api/email-signup', { email: 'revoked@example.org' });
  const { body } = await admin.get('/api/email-signups?search=revoked@example.org');
  await admin.patch(`/api/email-signups/${body[0].id}`, { hasAccess: false });
  const seen = async (reader: TestClient) => [
    await statusOf(reader, '/api/waves/2'),
    (await reader.send('GET', '/waves/2', undefined, { accept: 'text/html' })).text.includes('Draft wave'),
  ];
  expect(await seen(await friendOf(path, browser))).toEqual([403, false]);
  const member = await api.signedIn('free');
  member.cookies.set(ENTERED_COOKIE, browser.cookies.get(ENTERED_COOKIE) ?? '');
  expect((await friendOf(path, member)).cookies.has(VIEW_COOKIE)).toBe(true);
  expect(await statusOf(member, '/api/waves/2')).toBe(200);
});

test('every change is refused, and looking stores and counts nothing but the opening', async () => {
  const friend = await friendOf((await makeLink('wave', 2)).path);
  const writes = api.app.endpoints.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  const { db } = api.database;
  const rows = async () => {
    const { rate_limits: _, leases: __, ...tables } = await everyTable(db);
    return tables;
  };
  const before = await rows();
  for (const { method, path } of writes) {
    const { status } = await friend.send(method, path.replace(/:\w+/g, '1'), {}, {});
    expect([method, path, status]).toEqual([method, path, 403]);
  }
  for (const { path } of api.app.endpoints.filter(({ method }) => method === 'GET'))
    await friend.get(path.replace(/:\w+/g, '2'));
  for (const path of ['/waves/2', '/droplets/2', '/explore', '/app'])
    await friend.send('GET', path, undefined, { accept: 'text/html', 'sec-fetch-mode': 'navigate' });
  expect(await rows()).toEqual(before);
});

test('only the hash of a link is stored; openings are counted, looking for them is not', async () => {
  const { path } = await makeLink('wave', 2);
  const secret = path.split('/').at(-1) as string;
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await everyTable(api.database.db))).not.toContain(secret);
  await friendOf(path);
  await friendOf(path);
  await api.visitor().send('HEAD', path);
  const { body } = await admin.get('/api/preview-links/wave/2');
  expect(body).toMatchObject([{ forWhom: 'Jo', opened: 2, createdBy: admin.user.username }]);
  expect((await admin.get('/api/preview-links/wave/1')).body).toEqual([]);
});

test('a revoked link ends at once, also in browsers that have it open', async () => {
  const { id, path } = await makeLink('wave', 2);
  const friend = await friendOf(path, await api.signedIn('free'));
  expect((await admin.delete(`/api/preview-links/${id}`)).status).toBe(204);
  expect((await admin.delete(`/api/preview-links/${id}`)).status).toBe(404);
  expect(await statusOf(friend, '/api/waves/2')).toBe(404);
  expect(await statusOf(friend, '/api/user')).toBe(200);
  expect(friend.cookies.get(VIEW_COOKIE) ?? '').not.toBe(DRAFT_VIEW);
  expect(await statusOf(api.visitor(), path)).toBe(410);
});

test('a link ends with its days, in the trash, and with the account of who made it', async () => {
  const { db } = api.database;
  const now = Date.now();
  const other = await api.signedIn('admin');
  const wave = { type: 'wave', id: 3 } as const;
  const { secret } = await createLink(db, other.user.id, wave, { forWhom: '', days: 1 }, now);
  expect(await findPreview(db, secret, now + DAY - 1)).toMatchObject(wave);
  expect(await findPreview(db, secret, now + DAY)).toBeUndefined();
  expect(await linksOf(db, wave, now + DAY)).toEqual([]);
  expect((await admin.delete('/api/waves/3')).status).toBe(204);
  expect(await findPreview(db, secret)).toBeUndefined();
  expect((await admin.post('/api/trash/restore', { type: 'wave', ids: [3] })).status).toBe(200);
  expect(await findPreview(db, secret)).toMatchObject(wave);
  await db.deleteFrom('users').where('id', '=', other.user.id).execute();
  expect(await findPreview(db, secret)).toBeUndefined();
});

test.each(['ocean', 'wave', 'droplet'] as const)(
  'a public %s has no preview: its link leads to the page that everybody sees',
  async (type) => {
    const { db } = api.database;
    const slug = `soon-public-${type}`;
    const premium = aDroplet({ slug, accessType: 'premium', mediaUrl: '/media/secret.mp4' });
    const below = aDroplet({ slug: `${slug}-2`, isPublished: false });
    const wave = aWave({ slug, droplets: [premium, below] });
    await insertOceans(db, [anOcean({ slug, isPublished: false, waves: [wave] })]);
    const idOf = async (table: 'oceans' | 'waves' | 'droplets', itsSlug = slug) =>
      (await db.selectFrom(table).select('id').where('slug', '=', itsSlug).executeTakeFirstOrThrow()).id;
    const publish = (isPublished: boolean) =>
      changeCatalogue(db, (transaction) =>
        transaction
          .updateTable('oceans')
          .set({ is_published: isPublished })
          .where('slug', '=', slug)
          .execute(),
      );
    const [droplet, draftBelow] = [await idOf('droplets'), await idOf('droplets', `${slug}-2`)];
    const { path } = await makeLink(type, await idOf(`${type}s`));
    const friend = await friendOf(path);
    expect((await friend.get(`/api/droplets/${droplet}`)).body).toMatchObject({ locked: false });

    await publish(true);
    expect((await friend.get(`/api/droplets/${droplet}`)).body).toMatchObject({
      locked: true,
      mediaUrl: null,
    });
    expect(friend.cookies.get(VIEW_COOKIE) ?? '').toBe('');
    expect(await statusOf(friend, `/api/droplets/${draftBelow}`)).toBe(404);
    const another = await friendOf(path);
    expect([...another.cookies.keys()]).toEqual([]);
    const page = await another.send('GET', `/${type}s/${await idOf(`${type}s`)}`, undefined, {
      accept: 'text/html',
    });
    expect([page.status, page.headers['x-robots-tag']]).toEqual([200, undefined]);
    expect((await admin.get(`/api/preview-links/${type}/${await idOf(`${type}s`)}`)).body).toMatchObject([
      { opened: 2 },
    ]);

    await publish(false);
    const again = await friendOf(path);
    expect((await again.get(`/api/droplets/${droplet}`)).body).toMatchObject({ locked: false });
  },
);

test('the cookie of a script alone gives nothing, nor does a made-up secret', async () => {
  const visitor = api.visitor();
  visitor.cookies.set(VIEW_COOKIE, DRAFT_VIEW);
  expect(await statusOf(visitor, '/api/waves/2')).toBe(404);
  visitor.cookies.set(VIEW_COOKIE, DRAFT_VIEW);
  visitor.cookies.set('stillwater_preview', 'x'.repeat(43));
  expect(await statusOf(visitor, '/api/waves/2')).toBe(404);
  expect(await statusOf(visitor, `/preview/${'x'.repeat(43)}`)).toBe(410);
});

test('guesses at links are limited, and a link needs an item and days', async () => {
  const guesser = api.visitor();
  const statuses = new Set<number>();
  for (let guess = 0; guess < 61; guess += 1)
    statuses.add(await statusOf(guesser, `/preview/guess-${guess}`));
  expect([...statuses]).toEqual([410, 429]);
  expect((await admin.post('/api/preview-links/wave/999', { days: 7 })).status).toBe(404);
  expect((await admin.post('/api/preview-links/wave/2', { days: 8 })).status).toBe(400);
});
