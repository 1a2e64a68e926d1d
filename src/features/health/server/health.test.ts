import { beforeEach, expect, test } from 'vitest';
import { ProviderKeysRefused } from '#features/subscriptions/server/provider.ts';
import { announceJob, releaseJob } from '#features/uploads/server/jobs/job-queries.ts';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { noteBackup } from './backups.ts';
import { diskCheck } from './checks/disk-check.ts';
import { paymentsCheck } from './checks/payments-check.ts';
import { storageCheck } from './checks/storage-check.ts';

let admin: SignedInClient;
const api = setUpEachApi();
beforeEach(async () => {
  admin = await api.signedIn('admin');
});

const paypal = { name: 'paypal', account: 'P-1', planProblems: async () => [] } as const;
const SUBSCRIPTION = { provider: 'sandbox', status: 'active', created_at: 1, updated_at: 1 };

const db = () => api.database.db;
const health = async () => (await admin.get('/api/health?again=true')).body;
const names = async () => (await health()).problems.map(({ name }: { name: string }) => name);

test('a new site is well, part by part, and says its versions', async () => {
  const { problems, well, versions, mail, hasRecipient } = await health();
  expect(problems).toEqual([]);
  expect(well.map(({ about }: { about: string }) => about)).toEqual([
    ...['mail', 'payments', 'backups', 'storage', 'disk', 'jobs', 'links', 'clock', 'versions'],
  ]);
  expect(well[0].text).toMatch(/^No mail server is set, so nobody gets a mail/);
  const lines = Object.fromEntries(
    versions.map((line: { name: string; value: string }) => [line.name, line.value]),
  );
  expect(lines).toMatchObject({
    Node: process.versions.node,
    Database: expect.stringMatching(/^(SQLite|PostgreSQL) \d+\.\d+/),
    Schema: expect.stringMatching(/^\d{4}-/),
    Films: 'no ffmpeg: films stay as they come',
  });
  expect(mail).toEqual({
    lines: [
      { name: 'Waiting', value: 'None' },
      { name: 'Sent in a day', value: '0' },
    ],
    domains: [],
  });
  expect(hasRecipient).toBe(false);
});

test('a mail that is tried in vain for a quarter of an hour is serious', async () => {
  await queueMail(db(), { to: 'a@example.org', subject: 'x', text: 'x', html: 'x' });
  const tried = (minutes: number) =>
    db()
      .updateTable('mails')
      .set({ last_error: 'Error: connect ECONNREFUSED', created_at: Date.now() - minutes * MINUTE })
      .execute();
  await tried(10);
  expect(await names()).toEqual([]);
  await tried(20);
  expect((await health()).problems).toMatchObject([
    { name: 'mail-waiting', level: 'serious', meaning: expect.stringContaining('ECONNREFUSED') },
  ]);
  // Letters wait by design.
  await db().updateTable('mails').set({ is_bulk: true, last_error: null }).execute();
  expect(await names()).toEqual([]);
});

test('a mail that is refused for now while others leave is no outage: alerts go on', async () => {
  await queueMail(db(), { to: 'full@example.org', subject: 'x', text: 'x', html: 'x' });
  const created_at = Date.now() - 20 * MINUTE;
  await db().updateTable('mails').set({ last_error: 'Error: 452 Mailbox full', created_at }).execute();
  expect(await names()).toEqual(['mail-waiting']);
  await queueMail(db(), { to: 'b@example.org', subject: 'x', text: 'x', html: 'x' });
  await db().updateTable('mails').set({ sent_at: Date.now() }).where('last_error', 'is', null).execute();
  expect((await health()).problems).toMatchObject([
    {
      name: 'mail-retried',
      level: 'advice',
      title: 'Mail: 1 mail refused for now',
      meaning: expect.stringContaining('452 Mailbox full'),
    },
  ]);
});

test('a reset link that nobody gets is no sign that mails leave', async () => {
  await queueMail(db(), { to: 'a@example.org', subject: 'x', text: 'x', html: 'x' });
  const created_at = Date.now() - 20 * MINUTE;
  await db().updateTable('mails').set({ last_error: 'Error: connect ECONNREFUSED', created_at }).execute();
  await api.visitor().send('POST', '/api/password/forgot', { email: 'nobody@example.org' });
  const { problems, mail } = await health();
  expect(problems).toMatchObject([{ name: 'mail-waiting', level: 'serious' }]);
  expect(mail.lines).toContainEqual({ name: 'Sent in a day', value: '0' });
});

test('refused mails are listed by domain with the reason, until they are dismissed', async () => {
  await queueMail(db(), { to: 'd@FULL.example', subject: 'Taken', text: 'x', html: 'x' });
  await db().updateTable('mails').set({ sent_at: Date.now() }).execute();
  for (const to of ['a@Full.example', 'b@full.example', 'c@other.example'])
    await queueMail(db(), { to, subject: 'Your receipt', text: 'x', html: 'x', isBulk: to.startsWith('c') });
  await db()
    .updateTable('mails')
    .set({ next_attempt_at: GIVEN_UP, last_error: 'Error: 552 Mailbox full' })
    .where('sent_at', 'is', null)
    .execute();
  const { problems, mail } = await health();
  expect(problems.map(({ title }: { title: string }) => title)).toEqual([
    'Mail: 2 refused at full.example',
    'Mail: 1 refused at other.example',
  ]);
  expect(mail.domains[0]).toEqual({ domain: 'full.example', refused: 2, sent: '1', why: '552 Mailbox full' });
  const [{ kind, id }] = problems[1].warnings;
  expect((await admin.delete(`/api/warnings/${kind}/${id}`)).status).toBe(204);
  expect((await admin.get('/api/health')).body.problems).toHaveLength(1);
});

test('a site whose backups are late, or whose last one failed, says so', async () => {
  await db()
    .updateTable('users')
    .set({ created_at: Date.now() - 3 * DAY })
    .execute();
  const meaning = 'If this machine fails, everything is lost.';
  expect((await health()).problems).toMatchObject([{ name: 'backups-late', level: 'advice', meaning }]);
  const at = (days: number) => Date.now() - days * DAY;
  await noteBackup(db(), { at: at(0), bytes: 184e6, uploads: 3, problem: null });
  expect((await health()).well).toContainEqual({
    about: 'backups',
    title: 'Backups',
    text: 'The last one was made 1 second ago, 184 MB.',
  });
  await db()
    .updateTable('backups')
    .set({ at: at(7) })
    .execute();
  expect((await health()).problems).toMatchObject([{ name: 'backups-late', level: 'serious' }]);
  await admin.post('/api/settings', { key: 'backups.days', value: '0', category: 'advanced' });
  expect(await names()).toEqual([]);
  await admin.put('/api/settings/backups.days', { value: '9', category: 'advanced' });
  expect(await names()).toEqual([]);
  await noteBackup(db(), { at: at(0), bytes: null, uploads: null, problem: 'The disk is full.' });
  expect((await health()).problems).toMatchObject([
    { name: 'backups-failed', level: 'serious', meaning: expect.stringContaining('The disk is full.') },
  ]);
});

test('subscriptions that are not checked in time are serious', async () => {
  const subscription = (minutes: number) => ({
    ...SUBSCRIPTION,
    reference: `r-${minutes}`,
    next_check_at: Date.now() - minutes * MINUTE,
  });
  await db().insertInto('subscriptions').values(subscription(5)).execute();
  expect(await names()).toEqual([]);
  await db().insertInto('subscriptions').values(subscription(40)).execute();
  expect((await health()).problems).toMatchObject([
    { name: 'payments-behind', title: 'Payments: checks are 40 minutes late' },
  ]);
});

test('keys that the provider refuses are named, and no silence of the provider', async () => {
  const read = () => Promise.reject(new ProviderKeysRefused('PayPal answered 401'));
  expect((await paymentsCheck(db(), { ...paypal, read }).look()).problems).toMatchObject([
    {
      name: 'payments-keys',
      level: 'serious',
      title: 'Payments: PayPal refuses the keys',
      meaning: expect.stringContaining('PayPal answered 401'),
      advice: expect.stringContaining('PAYPAL_CLIENT_ID'),
    },
  ]);
});

test('a provider that is away is serious, and one without notices is looked over', async () => {
  const away = paymentsCheck(db(), { ...paypal, read: () => Promise.reject(new Error('HTTP 503')) });
  expect((await away.look()).problems).toMatchObject([
    { name: 'payments-unreachable', level: 'serious', meaning: expect.stringContaining('HTTP 503') },
  ]);
  let asked = 0;
  const read = async () => {
    asked += 1;
    return null;
  };
  const there = paymentsCheck(db(), { ...paypal, read });
  expect(await there.look()).toEqual({
    problems: [],
    text: 'PayPal answers. All subscriptions are checked.',
  });
  await db()
    .insertInto('subscriptions')
    .values({
      reference: 'r',
      provider: 'paypal',
      status: 'active',
      created_at: 1,
      updated_at: 1,
      activated_at: 1,
    })
    .execute();
  expect((await there.look()).problems).toMatchObject([{ name: 'payments-quiet' }]);
  await db()
    .insertInto('payment_events')
    .values({ provider: 'paypal', provider_id: 'e', type: 't', received_at: Date.now() - 6 * MINUTE })
    .execute();
  expect((await there.look()).text).toBe(
    'Last notice from PayPal 6 minutes ago. All subscriptions are checked.',
  );
  expect(asked).toBe(1);
});

test('films that wait or failed, and late letters, are named', async () => {
  await announceJob(db(), { uploadName: 'a.mp4', original: 'a', originalBytes: 1 });
  await releaseJob(db(), 'a.mp4');
  expect((await health()).well).toContainEqual({ about: 'jobs', title: 'Jobs', text: '1 waiting.' });
  await db()
    .updateTable('media_jobs')
    .set({ created_at: Date.now() - 3 * HOUR })
    .execute();
  const letter = { day: 1, hour: 7, time_zone: 'UTC', frequency: 'weekly' as const, created_at: 1 };
  await db()
    .insertInto('letters')
    .values({ ...letter, user_id: admin.user.id, next_at: Date.now() - 7 * HOUR })
    .execute();
  expect(await names()).toEqual(['jobs-films-late', 'jobs-letters-late']);
  await admin.post('/api/settings', { key: 'letter.offered', value: 'off', category: 'general' });
  expect(await names()).toEqual(['jobs-films-late']);
});

test('a store that is away or lacks the newest files is serious', async () => {
  const upload = {
    hash: 'h',
    kind: 'image',
    content_type: 'image/png',
    bytes: 1,
    files: '{}',
    created_at: 1,
  };
  await db()
    .insertInto('uploads')
    .values({ ...upload, name: 'a.png', original_name: 'Lake.png', is_whole: true })
    .execute();
  const lacking = storageCheck(db(), { size: async () => null });
  expect((await lacking.look()).problems).toMatchObject([
    { name: 'storage-missing', meaning: expect.stringContaining('“Lake.png”') },
  ]);
  const away = storageCheck(db(), { size: () => Promise.reject(new Error('403')) });
  expect((await away.look()).problems).toMatchObject([
    { name: 'storage-away', level: 'serious', title: 'Storage: files cannot be reached' },
  ]);
  expect((await storageCheck(db(), { size: async () => 1 }).look()).problems).toEqual([]);
});

test.each([
  [{ free: 61, total: 100 }, []],
  // A small share of a large disk.
  [{ free: 20, total: 1000 }, []],
  [{ free: 8, total: 200 }, ['disk-full advice']],
  [{ free: 0.5, total: 200 }, ['disk-full serious']],
  // A mount that reports no size.
  [{ free: 0, total: 0 }, []],
])('a disk with %o GB has the problems %o', async ({ free, total }, expected) => {
  const space = async () => ({ free: free * 1e9, total: total * 1e9 });
  const { problems } = await diskCheck(['/data'], undefined, space, async () => true).look();
  expect(problems.map(({ name, level }) => `${name} ${level}`)).toEqual(expected);
});

test('a folder that can only be read is serious', async () => {
  const space = async () => ({ free: 1e12, total: 2e12 });
  const check = diskCheck(['/data', '/uploads'], undefined, space, async (folder) => folder !== '/uploads');
  expect((await check.look()).problems).toMatchObject([
    { name: 'disk-read-only', level: 'serious', meaning: expect.stringContaining('/uploads') },
  ]);
});

test('the dashboard’s numbers count accounts, droplets and payers', async () => {
  await api.signedIn('free');
  await admin.post('/api/settings', { key: 'footer.tagline', value: 'Calm.', category: 'footer' });
  const { body } = await admin.get('/api/overview');
  expect(body).toMatchObject({
    settings: { by: admin.user.username },
    people: { count: 2, isMore: false },
    newPeople: { count: 2 },
    droplets: { count: 0 },
    finished: 0,
    paying: { count: 0 },
    newPaying: { count: 0 },
  });
});
