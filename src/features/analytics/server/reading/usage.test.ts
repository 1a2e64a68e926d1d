import { beforeAll, describe, expect, test } from 'vitest';
import { insertUser } from '#features/accounts/server/users.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import type { Usage } from '../../contract/schemas.ts';
import { dateOf, dayOf, oldestKept, startOf } from '../../shared/usage-days.ts';
import type { UsageEvent } from '../../shared/usage-events.ts';
import { storeCounts } from '../counting/store-counts.ts';

/* The counts as administrators see them. */

const api = setUpApi();

let admin: SignedInClient;
const TODAY = dayOf(Date.now());

const item = (ago: number, event: UsageEvent, id: number, n: number) => ({
  ...{ day: TODAY - ago, event, item_type: 'droplet' as const },
  ...{ item_id: id, n },
});
const usage = async (query = ''): Promise<Usage> => (await admin.get(`/api/usage${query}`)).body;

beforeAll(async () => {
  admin = await api.signedIn('admin');
  const { db } = api.database;
  const droplets = ['=One', 'Two', 'Three'].map((title) => aDroplet({ title }));
  await insertOceans(db, [
    anOcean({ title: 'Sea', waves: [aWave({ title: 'First', droplets }), aWave({ title: 'Second' })] }),
  ]);
  await storeCounts(db, {
    items: [
      ...[item(0, 'opened', 1, 9), item(1, 'opened', 1, 31), item(27, 'opened', 1, 10)],
      ...[item(3, 'half', 1, 40), item(3, 'finished', 1, 40)],
      ...[item(2, 'opened', 2, 20), item(2, 'half', 2, 6), item(2, 'finished', 2, 2)],
      ...[item(5, 'opened', 3, 3), item(5, 'finished', 3, 3), item(4, 'opened', 99, 10)],
      ...[item(28, 'opened', 1, 12), item(55, 'opened', 2, 4), item(56, 'opened', 2, 1000)],
      { ...item(1, 'saved', 1, 7), item_type: 'ocean' },
    ],
    hosts: [
      { day: TODAY, host: '', n: 8 },
      { day: TODAY - 9, host: 'search.example.com', n: 3 },
      { day: TODAY, host: 'search.example.com', n: 3 },
      { day: TODAY - 30, host: 'search.example.com', n: 2 },
      { day: TODAY, host: 'one-person.example', n: 4 },
    ],
    searches: [
      { day: TODAY - 9, words: 'insomnia', n: 14 },
      { day: TODAY, words: 'private words', n: 4 },
    ],
  });
  for (let index = 0; index < 6; index += 1) {
    const created_at = startOf(TODAY - index);
    const email = `${index}@b.co`;
    const signup = { email, email_key: email, source: 'landing', has_access: true, created_at };
    await db.insertInto('email_signups').values(signup).execute();
  }
  await insertUser(db, { username: 'lena', email: null, passwordHash: 'none', role: 'free' });
});

test('a period is summed up beside the one before, and one to four is few', async () => {
  const { period, before, totals, times, unit, isEmpty } = await usage();
  expect({ period, before }).toEqual({
    period: { from: dateOf(TODAY - 27), to: dateOf(TODAY) },
    before: { from: dateOf(TODAY - 55), to: dateOf(TODAY - 28) },
  });
  const people = { signups: 6, members: 'few', payers: 0 };
  const counts = { opened: 83, half: 46, finished: 45, saved: 7, shared: 0 };
  expect(totals.now).toEqual({ ...counts, ...people });
  expect(totals.before).toMatchObject({ opened: 16, signups: 0 });
  expect({ unit, isEmpty, days: times.length }).toEqual({ unit: 'day', isEmpty: false, days: 28 });
  expect(times.at(-1)).toMatchObject({ from: dateOf(TODAY), opened: 9, openedBefore: 12 });
  expect(times[0]).toMatchObject({ from: dateOf(TODAY - 27), opened: 10, openedBefore: 'few' });
  expect(times.at(-6)).toMatchObject({ opened: 'few', finished: 'few' });
});

test('the droplets that fewest readers finish come first, and deleted ones have no title', async () => {
  const { droplets, dropletCount } = await usage();
  expect(droplets).toEqual([
    { id: 99, title: null, opened: 10, half: 0, finished: 0, saved: 0, shared: 0 },
    { id: 2, title: 'Two', opened: 20, half: 6, finished: 'few', saved: 0, shared: 0 },
    { id: 1, title: '=One', opened: 50, half: 40, finished: 40, saved: 0, shared: 0 },
    { id: 3, title: 'Three', opened: 'few', half: 0, finished: 'few', saved: 0, shared: 0 },
  ]);
  expect(dropletCount).toBe(4);
});

test('how far people get is shown of the most opened wave, and of a chosen ocean', async () => {
  const { parents, reach } = await usage();
  expect(parents.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['wave First', 'ocean Sea']);
  expect(reach?.steps).toEqual([
    { title: '=One', opened: 50 },
    { title: 'Two', opened: 20 },
    { title: 'Three', opened: 'few' },
  ]);
  const ocean = await usage('?parent=ocean-1');
  expect(ocean.reach).toMatchObject({ parent: { title: 'Sea' }, steps: [{ title: 'First', opened: 50 }] });
  expect((await usage('?parent=wave-77')).reach).toBe(null);
});

test('hosts and searches appear from five', async () => {
  const { hosts, searches, unnamed } = await usage();
  expect(hosts).toEqual([{ host: 'search.example.com', now: 6, before: 'few' }]);
  expect(searches).toEqual([{ words: 'insomnia', now: 14, before: 0 }]);
  expect(unnamed).toBe(8);
  expect((await admin.get('/api/usage')).text).not.toMatch(/one-person|private words/);
});

describe('other periods', () => {
  const ago = (days: number) => dateOf(TODAY - days);

  test('days are chosen, and compared with nothing, the days before, or the year before', async () => {
    const days = `?span=days&from=${ago(2)}&to=${ago(1)}`;
    const { totals, before } = await usage(days);
    expect(before).toEqual({ from: ago(4), to: ago(3) });
    expect(totals.now.opened).toBe(51);
    expect(await usage(`${days}&against=nothing`)).toMatchObject({ before: null, totals: { before: null } });
    const year = (await usage(`${days}&against=year`)).before as { from: string };
    expect(Number(ago(2).slice(0, 4)) - Number(year.from.slice(0, 4))).toBe(1);
    expect((await usage('?span=7')).times.length).toBe(7);
    expect((await usage('?span=month')).period.from).toBe(`${dateOf(TODAY).slice(0, 7)}-01`);
  });

  test('all that is kept is shown by month', async () => {
    const { unit, times, totals, period, before } = await usage('?span=all');
    expect({ unit, before, from: period.from }).toEqual({
      unit: 'month',
      before: null,
      from: dateOf(oldestKept(TODAY)),
    });
    expect(times.length).toBe(26);
    expect(totals.now.opened).toBe(1099);
  });

  test('impossible days are refused with the field', async () => {
    const refused = async (days: string) => {
      const { status, body } = await admin.get(`/api/usage?span=days${days}`);
      return [status, body.issues?.[0]];
    };
    expect(await refused('')).toEqual([400, { path: 'from', message: 'Choose the first day' }]);
    expect(await refused(`&from=${ago(1)}`)).toEqual([400, { path: 'to', message: 'Choose the last day' }]);
    expect(await refused(`&from=${ago(1)}&to=${ago(2)}`)).toEqual([
      400,
      { path: 'to', message: 'The last day is before the first one' },
    ]);
    expect((await refused(`&from=${ago(1)}&to=${ago(-1)}`))[0]).toBe(400);
    expect((await refused(`&from=2001-01-01&to=${ago(1)}`))[0]).toBe(400);
  });

  test('a period without counts is empty', async () => {
    const empty = await usage(`?span=days&from=${ago(200)}&to=${ago(190)}`);
    expect(empty).toMatchObject({ isEmpty: true, droplets: [], reach: null, unnamed: 0 });
  });
});

test('the table for spreadsheets has each day and item, few and formulas guarded', async () => {
  const { text, headers } = await admin.get('/api/usage.csv?span=7');
  expect(headers['content-disposition']).toBe('attachment; filename="analytics.csv"');
  const lines = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe('day,kind,id,title,opened,half,finished,saved,shared');
  expect(lines).toContain(`${dateOf(TODAY)},droplet,1,'=One,9,0,0,0,0`);
  expect(lines).toContain(`${dateOf(TODAY - 5)},droplet,3,Three,few,0,few,0,0`);
  expect(lines).toContain(`${dateOf(TODAY - 1)},ocean,1,Sea,0,0,0,7,0`);
  expect(lines).toContain(`${dateOf(TODAY - 4)},droplet,99,deleted,10,0,0,0,0`);
});

test('a new count is in the next answers, although sums are cached', async () => {
  const opened = async () => (await usage()).totals.now.opened as number;
  const before = await opened();
  await storeCounts(api.database.db, { items: [item(0, 'opened', 1, 5)], hosts: [], searches: [] });
  await expect.poll(opened).toBe(before + 5);
  const uses = [{ event: 'opened', itemType: 'droplet', itemId: 1 }];
  await api.visitor().send('POST', '/api/usage-counts', { uses });
  await expect.poll(opened).toBe(before + 6);
});
