import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertOceans } from '#features/catalogue/server/write/insert-oceans.ts';
import { aDroplet, anOcean, aWave } from '#test/catalogue-fixture.ts';
import { PUBLIC_URL, type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { dayOf } from '../../shared/usage-days.ts';
import { storeCounts } from '../counting/store-counts.ts';
import { SummaryJob } from './summary-job.ts';

/* The weekly mail to administrators about what was used. */

const HOUR = 60 * 60_000;
/** A Monday, and the one before it. */
const MONDAY = Date.UTC(2026, 10, 23);
const LAST = dayOf(MONDAY) - 7;

let api: TestApi;
let admin: SignedInClient;
beforeEach(async () => {
  api = await startTestApi();
  admin = await api.signedIn('admin', { username: 'ada', email: 'ada@example.org' });
  await db().updateTable('users').set({ email_verified_at: 1, created_at: 1 }).execute();
});
afterEach(() => api.stop());

const db = () => api.database.db;
const newJob = () => new SummaryJob({ db: db(), publicUrl: () => PUBLIC_URL }, { warn() {} }, () => {});
const mails = () => db().selectFrom('mails').selectAll().orderBy('id').execute();
const used = (day: number, event: 'opened' | 'finished' | 'shared', n: number) =>
  storeCounts(db(), {
    items: [{ day, event, item_type: 'droplet', item_id: 1, n }],
    hosts: [{ day, host: 'search.example.com', n: 6 }],
    searches: [{ day, words: 'one person', n: 4 }],
  });

test('the week that is over is summed up once, on Monday from six', async () => {
  const droplets = [aDroplet({ title: 'Tea & <steam>' })];
  await insertOceans(db(), [anOcean({ waves: [aWave({ droplets })] })]);
  await used(LAST, 'opened', 1200);
  await used(LAST + 6, 'finished', 30);
  await used(LAST + 3, 'shared', 3);
  await used(LAST - 1, 'opened', 900);
  // Of the week that has begun.
  await used(LAST + 7, 'opened', 50_000);
  expect(await newJob().queueDue(MONDAY + 5 * HOUR)).toBe(0);
  expect(await mails()).toEqual([]);
  expect(await newJob().queueDue(MONDAY + 6 * HOUR)).toBe(1);
  for (let days = 0; days < 7; days += 1)
    expect(await newJob().queueDue(MONDAY + (24 * days + 7) * HOUR - HOUR)).toBe(0);
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: 'ada@example.org', subject: 'Stillwater: your week from Nov 16' });
  const text = mail?.text ?? '';
  expect(text).toContain('from Nov 16 to Nov 22');
  expect(text).toMatch(/^Opened: +1,200 \(before: 900\)$/m);
  expect(text).toMatch(/^Finished: +30 \(before: 0\)$/m);
  expect(text).toMatch(/^Least finished: +“Tea & <steam>”: 30 of 1,200$/m);
  expect(text).toMatch(/^People came from: +search\.example\.com$/m);
  expect(text).toContain(`${PUBLIC_URL}/admin/analytics?span=days&from=2026-11-16&to=2026-11-22`);
  expect(text).toContain(`set analytics.summary to off: ${PUBLIC_URL}/admin/settings?tab=advanced`);
  expect(mail?.html).toContain('Tea &#38; &#60;steam&#62;');
});

test('small numbers are few, and a search of one person is not named', async () => {
  await used(LAST, 'shared', 3);
  await newJob().queueDue(MONDAY + 8 * HOUR);
  const [mail] = await mails();
  expect(mail?.text).toMatch(/^Shared: +few \(before: 0\)$/m);
  expect(mail?.text + (mail?.html ?? '')).not.toContain('one person');
});

test('an empty week sends nothing, and the owner can turn the mail off', async () => {
  expect(await newJob().queueDue(MONDAY + 8 * HOUR)).toBe(0);
  await used(LAST + 7, 'opened', 9);
  const off = { key: 'analytics.summary', value: 'off', category: 'advanced' };
  expect((await admin.post('/api/settings', { ...off, value: 'never' })).status).toBe(400);
  expect((await admin.post('/api/settings', off)).status).toBe(201);
  const next = MONDAY + (7 * 24 + 8) * HOUR;
  expect(await newJob().queueDue(next)).toBe(0);
  await admin.delete('/api/settings/analytics.summary');
  expect(await newJob().queueDue(next)).toBe(1);
});

test('two nodes at the same moment queue one mail for each administrator', async () => {
  await used(LAST, 'opened', 9);
  const sent = await Promise.all([1, 2].map(() => newJob().queueDue(MONDAY + 8 * HOUR)));
  expect(sent.sort()).toEqual([0, 1]);
  expect(await mails()).toHaveLength(1);
});
