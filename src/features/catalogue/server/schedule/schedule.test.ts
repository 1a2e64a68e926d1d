import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { localTime, writeLocalTime } from '#platform/text/zoned-time.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { MAX_DRAFTS } from '../../contract/schedule-calls.ts';
import { carryOut, isAnythingDue } from './carry-out.ts';

const api = setUpApi();

let admin: SignedInClient;
let [ocean, draft, droplet] = [0, 0, 0];

beforeAll(async () => {
  admin = await api.signedIn('admin');
});
beforeEach(async () => {
  const { db } = api.database;
  await db.deleteFrom('oceans').execute();
  await db.deleteFrom('audit_log').execute();
  await insertOceans(db, [
    anOcean({ title: 'Live', waves: [aWave({ droplets: [aDroplet(), aDroplet({ isPublished: false })] })] }),
    anOcean({ title: 'Focus', isPublished: false, waves: [aWave({ droplets: [aDroplet()] }), aWave()] }),
  ]);
  const oceans = (await admin.get('/api/oceans')).body;
  [ocean, draft] = [oceans[0].id, oceans[1].id];
  const [wave] = (await admin.get(`/api/oceans/${ocean}/waves`)).body;
  const droplets = (await admin.get(`/api/waves/${wave.id}/droplets`)).body;
  droplet = droplets[1].id;
});

const planOf = async (type: string, id: number) => (await admin.get(`/api/schedule/${type}/${id}`)).body;

/** A local time some days from now, as a form sends it. */
const inDays = (days: number, timeZone = 'America/New_York') => ({
  local: writeLocalTime(Math.floor(localTime(Date.now() + days * DAY, timeZone) / MINUTE) * MINUTE),
  timeZone,
});

async function plan(type: string, id: number, publish: unknown, unpublish: unknown = null) {
  const { version } = await planOf(type, id);
  return admin.put(`/api/schedule/${type}/${id}`, { expectedVersion: version, publish, unpublish });
}

const titles = async (reader = api.visitor()) =>
  (await reader.get('/api/oceans')).body.map(({ title }: { title: string }) => title);
const log = async () =>
  (await admin.get('/api/audit-log')).body.map(({ user, title, details }: Record<string, never>) => ({
    user,
    title,
    details,
  }));

test('a draft goes live at its time and is taken down at its other time, each once', async () => {
  const before = Date.now();
  expect(await plan('ocean', draft, inDays(1), inDays(2))).toMatchObject({
    status: 200,
    body: { isPublished: false, waves: 2, droplets: 1, isStopped: false, must: null },
  });
  const { publishAt, unpublishAt } = await planOf('ocean', draft);
  const { db } = api.database;
  expect(Date.parse(publishAt)).toBeGreaterThan(before);
  expect(await isAnythingDue(db, Date.parse(publishAt) - 1)).toBe(false);
  expect(await carryOut(db, Date.parse(publishAt) - 1)).toBe(0);
  expect(await titles()).toEqual(['Live']);
  expect(await isAnythingDue(db, Date.parse(publishAt))).toBe(true);
  expect(await carryOut(db, Date.parse(publishAt))).toBe(1);
  expect(await carryOut(db, Date.parse(publishAt))).toBe(0);
  expect(await titles()).toEqual(['Live', 'Focus']);
  expect(await planOf('ocean', draft)).toMatchObject({ isPublished: true, publishAt: null, unpublishAt });
  expect(await carryOut(db, Date.parse(unpublishAt))).toBe(1);
  expect(await titles()).toEqual(['Live']);
  expect(await isAnythingDue(db, Date.parse(unpublishAt) + DAY)).toBe(false);
  const bySchedule = { user: null, title: 'Focus' };
  expect((await log()).slice(0, 2)).toEqual([
    {
      ...bySchedule,
      details: { by: 'schedule', before: { isPublished: true }, after: { isPublished: false } },
    },
    {
      ...bySchedule,
      details: { by: 'schedule', before: { isPublished: false }, after: { isPublished: true }, isNew: true },
    },
  ]);
});

test('waves and droplets have times too', async () => {
  await plan('droplet', droplet, inDays(1));
  const { body: shown } = await api.visitor().get(`/api/droplets/${droplet}`);
  expect(shown.code).toBe('not-found');
  await carryOut(api.database.db, Date.now() + 2 * DAY);
  expect((await api.visitor().get(`/api/droplets/${droplet}`)).status).toBe(200);
});

test.each([
  [
    '2027-03-14T02:30',
    'America/New_York',
    'On March 14 the clocks go from 2:00 to 3:00 AM. Choose 1:59 AM or 3:00 AM.',
  ],
  [
    '2027-03-28T02:00',
    'Europe/Berlin',
    'On March 28 the clocks go from 2:00 to 3:00 AM. Choose 1:59 AM or 3:00 AM.',
  ],
  [
    '2027-10-03T02:29',
    'Australia/Lord_Howe',
    'On October 3 the clocks go from 2:00 to 2:30 AM. Choose 1:59 AM or 2:30 AM.',
  ],
])('the missing %s in %s is refused with both neighbors', async (local, timeZone, advice) => {
  const message = `This time does not exist. ${advice}`;
  expect(await plan('ocean', draft, { local, timeZone })).toMatchObject({
    status: 400,
    body: { message, issues: [{ path: 'publish', message }] },
  });
});

test.each([
  ['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30:00.000Z'],
  ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z'],
  ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['2027-03-14T03:00', 'America/New_York', '2027-03-14T07:00:00.000Z'],
])('a doubled time, %s in %s, means the first one', async (local, timeZone, instant) => {
  expect((await plan('ocean', draft, { local, timeZone })).body.publishAt).toBe(instant);
});

test.each([
  [
    'a time that has passed',
    { local: '2020-01-01T07:00', timeZone: 'UTC' },
    null,
    'publish',
    'This time has passed.',
  ],
  [
    'a far time',
    { local: '2090-01-01T07:00', timeZone: 'UTC' },
    null,
    'publish',
    'Choose a time within ten years.',
  ],
  ['an end before the beginning', inDays(3), inDays(2), 'unpublish', 'Choose a time after it goes live.'],
  [
    'an end without a beginning',
    'draft',
    inDays(2),
    'unpublish',
    'A draft that never goes live cannot be taken down.',
  ],
  [
    'an impossible day',
    { local: '2027-02-30T07:00', timeZone: 'UTC' },
    null,
    'publish',
    'Choose a day and a time',
  ],
  [
    'an unknown zone',
    { local: '2027-02-03T07:00', timeZone: 'Mars/Olympus' },
    null,
    'publish',
    'Choose a day and a time',
  ],
])('%s is refused', async (_, publish, unpublish, path, message) => {
  const answer = await plan('ocean', draft, publish, unpublish);
  expect(answer.status).toBe(400);
  expect(answer.body.issues[0].path).toMatch(new RegExp(`^${path}`));
  expect(answer.body.issues[0].message).toBe(message);
  expect(await planOf('ocean', draft)).toMatchObject({ publishAt: null, unpublishAt: null });
});

test('a stale page changes nothing and learns the present plan', async () => {
  const { version } = await planOf('ocean', draft);
  await plan('ocean', draft, inDays(1));
  const stale = { expectedVersion: version, publish: 'now', unpublish: null };
  const { publishAt } = await planOf('ocean', draft);
  expect(await admin.put(`/api/schedule/ocean/${draft}`, stale)).toMatchObject({
    status: 409,
    body: { code: 'edit-conflict', current: { publishAt, isPublished: false } },
  });
});

test('a plan sent again after a lost response is no conflict and is logged once', async () => {
  const { version } = await planOf('ocean', draft);
  const mine = { expectedVersion: version, publish: inDays(1), unpublish: null };
  const { body } = await admin.put(`/api/schedule/ocean/${draft}`, mine);
  const again = await admin.put(`/api/schedule/ocean/${draft}`, mine);
  expect([again.status, again.body.publishAt]).toEqual([200, body.publishAt]);
  expect(await log()).toHaveLength(1);
});

test('publishing by hand, and canceling, remove the planned time', async () => {
  const isPlanned = () => isAnythingDue(api.database.db, Date.now() + 9 * DAY);
  await plan('ocean', draft, inDays(1));
  expect(await isPlanned()).toBe(true);
  await plan('ocean', draft, 'draft');
  expect(await isPlanned()).toBe(false);
  await plan('ocean', draft, inDays(1));
  expect(await isPlanned()).toBe(true);
  await admin.put(`/api/oceans/${draft}`, { isPublished: true });
  await admin.put(`/api/oceans/${draft}`, { isPublished: false });
  expect(await isPlanned()).toBe(false);
  await plan('ocean', ocean, 'now', inDays(1));
  expect(await isPlanned()).toBe(true);
  await admin.post('/api/content/bulk', { type: 'ocean', ids: [ocean], change: { action: 'unpublish' } });
  await admin.post('/api/content/bulk', { type: 'ocean', ids: [ocean], change: { action: 'publish' } });
  expect(await isPlanned()).toBe(false);
});

test('an item that an older program has published by hand is not published again', async () => {
  await plan('ocean', draft, inDays(1));
  const { db } = api.database;
  await db.updateTable('oceans').set({ is_published: true }).where('id', '=', draft).execute();
  const { length } = await log();
  expect(await carryOut(db, Date.now() + 2 * DAY)).toBe(1);
  expect(await planOf('ocean', draft)).toMatchObject({ isPublished: true, publishAt: null });
  expect(await log()).toHaveLength(length);
});

test('an item that lacks what publishing needs stays a draft, and the calendar says so', async () => {
  const { body } = await admin.post('/api/writings', { kind: 'text', source: '' });
  await admin.put(`/api/droplets/${droplet}`, { mediaType: 'text', mediaUrl: body.url });
  const must = 'Nothing is written yet. Write the text, then publish.';
  expect((await plan('droplet', droplet, inDays(1))).body.must).toBe(must);
  expect(await carryOut(api.database.db, Date.now() + 2 * DAY)).toBe(1);
  expect(await isAnythingDue(api.database.db, Date.now() + 3 * DAY)).toBe(false);
  expect(await planOf('droplet', droplet)).toMatchObject({ isPublished: false, isStopped: true, must });
  const range = `from=${new Date().toISOString()}&to=${new Date(Date.now() + 9 * DAY).toISOString()}`;
  const { body: calendar } = await admin.get(`/api/schedule?${range}`);
  expect(calendar).toMatchObject({ entries: [], stopped: [{ type: 'droplet', id: droplet }] });
  expect((await log())[0].details).toEqual({ by: 'schedule', stopped: must });
  // A new time makes a new attempt.
  await admin.put(`/api/droplets/${droplet}`, {
    mediaUrl: 'https://video.example/a.mp4',
    mediaType: 'video',
  });
  await plan('droplet', droplet, inDays(1));
  await carryOut(api.database.db, Date.now() + 2 * DAY);
  expect(await planOf('droplet', droplet)).toMatchObject({ isPublished: true, isStopped: false });
});

test('the calendar lists what is coming in its order, and the drafts that have no time', async () => {
  await plan('ocean', draft, inDays(2));
  await plan('ocean', ocean, 'now', inDays(1));
  const calendar = async (from: number, to: number) => {
    const range = [from, to].map((days) => new Date(Date.now() + days * DAY).toISOString());
    return (await admin.get(`/api/schedule?from=${range[0]}&to=${range[1]}`)).body.entries.map(
      ({ title, action }: { title: string; action: string }) => `${title} ${action}`,
    );
  };
  expect(await calendar(0, 7)).toEqual(['Live unpublish', 'Focus publish']);
  expect(await calendar(1.5, 7)).toEqual(['Focus publish']);
  const { body: drafts } = await admin.get('/api/schedule/drafts');
  expect(drafts).toMatchObject([{ type: 'droplet', id: droplet }]);
  const more = Array.from({ length: MAX_DRAFTS }, () => anOcean({ isPublished: false }));
  await insertOceans(api.database.db, more);
  expect((await admin.get('/api/schedule/drafts')).body).toHaveLength(MAX_DRAFTS);
});

test('a copy has no times, and a file of the catalogue carries none', async () => {
  await plan('ocean', draft, inDays(1), inDays(2));
  const { body: copy } = await admin.post(`/api/oceans/${draft}/duplicate`);
  expect(await planOf('ocean', copy.id)).toMatchObject({ publishAt: null, unpublishAt: null });
  expect((await admin.get('/api/catalogue/export')).text).not.toMatch(/publish_?At/i);
});

test('the trash keeps the times; a missed publication does not happen, but a taking down does', async () => {
  await plan('ocean', draft, inDays(1), inDays(2));
  const before = await planOf('ocean', draft);
  const restore = (id: number) => admin.post('/api/trash/restore', { type: 'ocean', ids: [id] });
  await admin.delete(`/api/oceans/${draft}`);
  expect(await carryOut(api.database.db, Date.now() + 5 * DAY)).toBe(0);
  await restore(draft);
  expect(await planOf('ocean', draft)).toEqual(before);

  const past = { publish_at: Date.now() - 2, unpublish_at: null };
  await api.database.db.updateTable('oceans').set(past).where('id', '=', draft).execute();
  const over = { unpublish_at: Date.now() - 1 };
  await api.database.db.updateTable('oceans').set(over).where('id', '=', ocean).execute();
  for (const id of [draft, ocean]) {
    await admin.delete(`/api/oceans/${id}`);
    expect((await restore(id)).status).toBe(200);
    expect(await planOf('ocean', id)).toMatchObject({
      isPublished: false,
      publishAt: null,
      unpublishAt: null,
    });
  }
});
