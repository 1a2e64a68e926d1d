import { beforeEach, expect, test } from 'vitest';
import type { LinkState } from '#features/catalogue/server/check/try-link.ts';
import { DAY } from '#platform/text/time-units.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type SignedInClient } from '#test/test-api.ts';
import { linksCheck } from '../checks/links-check.ts';
import { LINKS_WALKED, noteNow } from '../notes.ts';
import { LinkJob, type LinkJobSetup } from './link-job.ts';
import { walkContent } from './walk-content.ts';

/* Links of the content: checked weekly with few requests, and reported until they are fixed. */

const resource = (url: string) => ({ title: 'A', url, type: 'link' as const, duration: null, size: null });

let admin: SignedInClient;
/** Outcome of a check by URL; `found` by default. */
let answers: Record<string, LinkState>;
let asked: string[];

const api = setUpEachApi();
beforeEach(async () => {
  admin = await api.signedIn('admin');
  answers = {};
  asked = [];
});

const db = () => api.database.db;

const ask: NonNullable<LinkJobSetup['tryLink']> = async (url) => {
  asked.push(url);
  return answers[url] ?? 'found';
};
const newJob = (more: Partial<LinkJobSetup> = {}) =>
  new LinkJob({ db: db(), publicUrl: () => PUBLIC_URL, tryLink: ask, pause: 0, ...more }, { warn() {} });
/** Runs one round of a new job. */
const round = () => newJob().checkDue();

const insert = (...droplets: Parameters<typeof aDroplet>[0][]) =>
  insertOceans(db(), [
    anOcean({ waves: [aWave({ droplets: droplets.map((each) => aDroplet({ mediaUrl: null, ...each })) })] }),
  ]);
const linking = (...urls: string[]) => ({ additionalResources: urls.map(resource) });
const broken = async () => {
  const { problems } = await linksCheck(db(), () => PUBLIC_URL).look();
  return (problems[0]?.links ?? []).map(({ url, state, title }) => `${title}: ${url} ${state}`);
};
/** Moves the stored instants back, to simulate days passing. */
const daysPass = async (days: number) => {
  await db()
    .updateTable('content_links')
    .set((eb) => ({ next_check_at: eb('next_check_at', '-', days * DAY) }))
    .execute();
  await db()
    .updateTable('health_notes')
    .set((eb) => ({ at: eb('at', '-', days * DAY) }))
    .execute();
};

test('every link of published content to another site is asked, each host once in a round', async () => {
  const { body } = await admin.post('/api/writings', {
    kind: 'text',
    source: '[a](https://text.example/a) ![b](https://pictures.example/b.png) [c](/oceans/1)',
  });
  await insert(
    { mediaType: 'text', mediaUrl: body.url, imageUrl: 'https://covers.example/c.jpg' },
    { mediaUrl: 'https://films.example/d.mp4', ...linking('https://text.example/e', '/media/f.pdf') },
    linking(`${PUBLIC_URL}/explore`),
    { isPublished: false, ...linking('https://draft.example/') },
  );
  await round();
  expect(asked.sort()).toEqual([
    ...['https://covers.example/c.jpg', 'https://films.example/d.mp4', 'https://pictures.example/b.png'],
    'https://text.example/a',
  ]);
  await round();
  expect(asked.slice(4)).toEqual(['https://text.example/e']);
  await round();
  expect(asked).toHaveLength(5);
});

test('a restart forgets nothing, and a week later links are asked again', async () => {
  await insert(linking('https://a.example/'));
  await round();
  await round();
  expect(asked).toHaveLength(1);
  await daysPass(6);
  await round();
  expect(asked).toHaveLength(1);
  await daysPass(1);
  await round();
  expect(asked).toHaveLength(2);
});

test('a link that is gone counts as broken at once, a silent one after two checks', async () => {
  await insert({
    title: 'Tea',
    ...linking('https://gone.example/', 'https://b.example/', 'https://c.example/'),
  });
  answers = {
    'https://gone.example/': 'gone',
    'https://b.example/': 'silent',
    'https://c.example/': 'private',
  };
  await round();
  expect(await broken()).toEqual(['Tea: https://gone.example/ gone']);
  await daysPass(1);
  await round();
  expect(await broken()).toEqual(['Tea: https://gone.example/ gone', 'Tea: https://b.example/ silent']);
  answers = {};
  await daysPass(1);
  await round();
  expect(await broken()).toEqual([]);
});

test('a site that keeps programs out is named, and is no broken link', async () => {
  const asked = ['https://a.example/1', 'https://a.example/2', 'https://b.example/'];
  await insert(linking(...asked));
  answers = Object.fromEntries(asked.map((url) => [url, 'kept-out']));
  await round();
  await round();
  const { problems, text } = await linksCheck(db(), () => PUBLIC_URL).look();
  expect(problems).toEqual([]);
  // No link has answered.
  expect(text).toMatch(/^None is known to lead nowhere\. Each is asked once a week, /);
  expect(text).toMatch(/ Not checked: these sites ask programs to stay away: a\.example and b\.example\.$/);
  answers['https://b.example/'] = 'unsure';
  await daysPass(6);
  await round();
  expect((await linksCheck(db(), () => PUBLIC_URL).look()).text).not.toContain('Could not');
  await daysPass(1);
  await round();
  expect((await linksCheck(db(), () => PUBLIC_URL).look()).text).toContain(
    ' Not checked: the site a.example asks programs to stay away. Could not be checked this week: b.example.',
  );
});

test('sites that were not asked are mentioned beside broken links, a few by name', async () => {
  const out = Array.from({ length: 5 }, (_, index) => `https://out-${index}.example/`);
  await insert(linking('https://gone.example/', ...out));
  answers = { 'https://gone.example/': 'gone', ...Object.fromEntries(out.map((url) => [url, 'kept-out'])) };
  await round();
  const { problems } = await linksCheck(db(), () => PUBLIC_URL).look();
  expect(problems[0]?.advice).toMatch(
    / these sites ask programs to stay away: out-0\.example, out-1\.example, out-2\.example, and 2 others\.$/,
  );
});

test('a link that was mended is not shown any more, before it is asked again', async () => {
  await insert(linking('https://gone.example/'));
  answers = { 'https://gone.example/': 'gone' };
  await round();
  const { id } = await db().selectFrom('droplets').select('id').executeTakeFirstOrThrow();
  await admin.put(`/api/droplets/${id}`, linking('https://well.example/'));
  expect(await broken()).toEqual([]);
  await daysPass(7);
  await round();
  const stored = await db().selectFrom('content_links').select('url').execute();
  expect(stored).toEqual([{ url: 'https://well.example/' }]);
});

test('a broken link of an item that was taken down is not shown', async () => {
  await insert(linking('https://gone.example/'));
  answers = { 'https://gone.example/': 'gone' };
  await round();
  expect(await broken()).toHaveLength(1);
  const { id } = await db().selectFrom('droplets').select('id').executeTakeFirstOrThrow();
  expect((await admin.put(`/api/droplets/${id}`, { isPublished: false })).status).toBe(200);
  expect(await broken()).toEqual([]);
});

test('an administrator lets a link stay: once, with an entry in the audit log', async () => {
  await insert(linking('https://gone.example/'));
  answers = { 'https://gone.example/': 'gone' };
  await round();
  const { problems } = (await admin.get('/api/health?again=true')).body;
  const [{ id }] = problems[0].links;
  expect((await admin.delete(`/api/health/links/${id}`)).status).toBe(204);
  expect((await admin.delete(`/api/health/links/${id}`)).status).toBe(404);
  expect((await admin.get('/api/health')).body.problems).toEqual([]);
  const [entry] = (await admin.get('/api/audit-log')).body;
  expect(entry).toMatchObject({ itemType: 'link-check', title: 'https://gone.example/' });
  await daysPass(7);
  await round();
  expect(await broken()).toEqual([]);
});

test('when every link is silent, it is the server that has no connection', async () => {
  const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
  await insert(linking(...urls));
  answers = Object.fromEntries(urls.map((url) => [url, 'silent']));
  for (let times = 0; times < 3; times += 1) {
    await round();
    await daysPass(1);
  }
  expect(asked.length).toBeGreaterThan(3);
  expect(await broken()).toEqual([]);
});

test('links that stay silent while others answered are broken, however many they are', async () => {
  const dead = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
  await insert({ title: 'Tea', ...linking(...dead, 'https://d.example/') });
  answers = Object.fromEntries(dead.map((url) => [url, 'silent']));
  await round();
  await daysPass(1);
  await round();
  expect(await broken()).toEqual(dead.map((url) => `Tea: ${url} silent`));
});

test('two nodes ask each link once, and the owner can turn it off', async () => {
  await insert(linking('https://a.example/'));
  await admin.post('/api/settings', { key: 'content.link-checks', value: 'off', category: 'advanced' });
  await round();
  expect(asked).toEqual([]);
  await admin.delete('/api/settings/content.link-checks');
  const one = newJob();
  await one.checkDue();
  await newJob().checkDue();
  expect(asked).toHaveLength(1);
});

test('a stop ends the question that is open, and says nothing about its link', async () => {
  await insert(linking('https://a.example/'));
  let isAsked = () => {};
  const open = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const job = newJob({
    tryLink: (_url, { signal } = {}) => {
      isAsked();
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve('silent')));
    },
  });
  const running = job.checkDue();
  await open;
  await job.stop();
  await running;
  const link = await db().selectFrom('content_links').selectAll().executeTakeFirstOrThrow();
  expect(link).toMatchObject({ state: null, failures: 0, checked_at: null });
});

test('a walk that was cut off begins anew, and forgets nothing', async () => {
  await insert(linking('https://a.example/'));
  await round();
  await noteNow(db(), LINKS_WALKED, 0);
  const aborted = AbortSignal.abort();
  await newJob().checkDue(aborted);
  expect(await db().selectFrom('content_links').selectAll().execute()).toHaveLength(1);
  await round();
  const { at } = await db()
    .selectFrom('health_notes')
    .select('at')
    .where('name', '=', LINKS_WALKED)
    .executeTakeFirstOrThrow();
  expect(at).toBeGreaterThan(0);
});

test('an item may have more links than a statement may have values', async () => {
  await insert(linking(...Array.from({ length: 12_000 }, (_, n) => `https://a.example/${n}`)));
  await walkContent(db(), 'localhost', new AbortController().signal);
  const { count } = await db()
    .selectFrom('content_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(12_000);
});
