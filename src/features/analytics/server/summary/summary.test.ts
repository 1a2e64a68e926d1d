import { beforeEach, expect, test } from 'vitest';
import { sharedKeys } from '#platform/database/secrets.ts';
import { MailLinks } from '#platform/mail/mail-links.ts';
import { HOUR } from '#platform/text/time-units.ts';
import { someone } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type SignedInClient } from '#test/test-api.ts';
import { dayOf } from '../../shared/usage-days.ts';
import { storeCounts } from '../counting/store-counts.ts';
import { SummaryJob } from './summary-job.ts';

/* The weekly mail to administrators about uses. */

/** A Monday, and the one before it. */
const MONDAY = Date.UTC(2026, 10, 23);
const LAST = dayOf(MONDAY) - 7;

let admin: SignedInClient;
const api = setUpEachApi();
beforeEach(async () => {
  admin = await api.signedIn('admin', { username: 'ada', email: 'ada@example.org' });
  await db().updateTable('users').set({ email_verified_at: 1, created_at: 1 }).execute();
});

const db = () => api.database.db;
const queueDue = async (now: number) => {
  const links = new MailLinks(await sharedKeys(db(), 'letter'), 'summary');
  const setup = { db: db(), links, publicUrl: () => PUBLIC_URL };
  return new SummaryJob(setup, { warn() {} }, () => {}).queueDue(now);
};
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
  // A use in the current week, which the summary omits.
  await used(LAST + 7, 'opened', 50_000);
  expect(await queueDue(MONDAY + 5 * HOUR)).toBe(0);
  expect(await mails()).toEqual([]);
  expect(await queueDue(MONDAY + 6 * HOUR)).toBe(1);
  for (let days = 0; days < 7; days += 1)
    expect(await queueDue(MONDAY + (24 * days + 7) * HOUR - HOUR)).toBe(0);
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: 'ada@example.org', subject: 'Stillwater: your week from Nov 16' });
  const text = mail?.text ?? '';
  expect(text).toContain('from Nov 16 to Nov 22');
  expect(text).toMatch(/^Opened: +1,200 \(before: 900\)$/m);
  expect(text).toMatch(/^Finished: +30 \(before: 0\)$/m);
  expect(text).toMatch(/^Least finished: +“Tea & <steam>”: 30 of 1,200$/m);
  expect(text).toMatch(/^People came from: +search\.example\.com$/m);
  expect(text).toContain(`${PUBLIC_URL}/admin/analytics?span=days&from=2026-11-16&to=2026-11-22`);
  expect(text).toMatch(/^Stop this weekly mail: .+\/summary#token=\d+\.[\w-]{43}&do=stop$/m);
  expect(mail?.html).toContain('Tea &#38; &#60;steam&#62;');
});

test('small numbers are few, and a search of one person is not named', async () => {
  await used(LAST, 'shared', 3);
  await queueDue(MONDAY + 8 * HOUR);
  const [mail] = await mails();
  expect(mail?.text).toMatch(/^Shared: +few \(before: 0\)$/m);
  expect(mail?.text + (mail?.html ?? '')).not.toContain('one person');
});

test('an empty week sends nothing, and the owner can turn the mail off', async () => {
  expect(await queueDue(MONDAY + 8 * HOUR)).toBe(0);
  await used(LAST + 7, 'opened', 9);
  const off = { key: 'analytics.summary', value: 'off', category: 'advanced' };
  expect((await admin.post('/api/settings', { ...off, value: 'never' })).status).toBe(400);
  expect((await admin.post('/api/settings', off)).status).toBe(201);
  const next = MONDAY + (7 * 24 + 8) * HOUR;
  expect(await queueDue(next)).toBe(0);
  await admin.delete('/api/settings/analytics.summary');
  expect(await queueDue(next)).toBe(1);
});

test('two nodes at the same moment queue one mail for each administrator', async () => {
  await used(LAST, 'opened', 9);
  const sent = await Promise.all([1, 2].map(() => queueDue(MONDAY + 8 * HOUR)));
  expect(sent.sort()).toEqual([0, 1]);
  expect(await mails()).toHaveLength(1);
});

/** Reads the links of the latest mail. */
async function latestLinks() {
  const mail = (await mails()).at(-1);
  const headers = JSON.parse(mail?.headers ?? '{}');
  const url = new URL(/^<(.+)>$/.exec(headers['List-Unsubscribe'])?.[1] ?? '');
  return {
    headers,
    oneClick: url.pathname + url.search,
    token: /#token=([\w.-]+)&do=stop/.exec(mail?.text ?? '')?.[1] ?? '',
  };
}
const press = (token: string, on: boolean) =>
  someone(api).send('POST', '/api/usage-summary/link', { token, on });
const next = (weeks: number) => MONDAY + (7 * 24 * weeks + 8) * HOUR;

test('one press in the mail program stops the mail of one administrator, and opening does not', async () => {
  const ben = await api.signedIn('admin', { username: 'ben', email: 'ben@example.org' });
  await db().updateTable('users').set({ email_verified_at: 1 }).execute();
  for (const week of [0, 1, 2]) await used(LAST + 7 * week, 'opened', 9);
  expect(await queueDue(next(0))).toBe(2);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ada@example.org', 'ben@example.org']);
  const { oneClick, headers } = await latestLinks();
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const opened = await someone(api).get(oneClick);
  expect([opened.status, opened.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/summary#token=.+&do=stop$/),
  ]);
  await db().updateTable('mails').set({ sent_at: 1 }).execute();
  expect(await queueDue(next(1))).toBe(2);
  // A mail program may repeat the request.
  for (let times = 0; times < 2; times += 1) {
    const form = await api.app.inject({
      method: 'POST',
      url: oneClick,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(form.statusCode).toBe(204);
  }
  // The queued mail is deleted.
  expect((await mails()).map(({ recipient, sent_at }) => [recipient, sent_at])).toEqual([
    ['ada@example.org', 1],
    ['ben@example.org', 1],
    ['ada@example.org', null],
  ]);
  expect(await queueDue(next(2))).toBe(1);
  expect((await mails()).at(-1)?.recipient).toBe('ada@example.org');
  expect((await ben.get('/api/usage-summary')).body).toEqual({ on: false, offered: true, hasAddress: true });
  expect((await admin.get('/api/usage-summary')).body.on).toBe(true);
});

test('the link in the mail stops and starts it without a session, and so does the switch', async () => {
  await used(LAST, 'opened', 9);
  await queueDue(next(0));
  const { token } = await latestLinks();
  expect((await press(token, false)).body).toEqual({ on: false });
  expect((await admin.get('/api/user/data')).body.account.summaryStoppedAt).not.toBeNull();
  expect((await press(token, true)).body).toEqual({ on: true });
  expect((await admin.put('/api/usage-summary', { on: false })).body.on).toBe(false);
  await used(LAST + 7, 'opened', 9);
  expect(await queueDue(next(1))).toBe(0);
  expect((await admin.put('/api/usage-summary', { on: true })).body.on).toBe(true);
  expect((await admin.get('/api/user/data')).body.account.summaryStoppedAt).toBeNull();
});

test('a made-up token, one of a letter, and one of a deleted account do nothing', async () => {
  await used(LAST, 'opened', 9);
  await queueDue(next(0));
  const { token } = await latestLinks();
  const [id = '', signature = ''] = token.split('.');
  const ofLetter = new MailLinks(await sharedKeys(db(), 'letter'), 'letter').tokenOf(Number(id));
  for (const wrong of [`${Number(id) + 1}.${signature}`, ofLetter, signature, `${token}A`, '1'])
    expect((await press(wrong, false)).status, wrong).toBe(410);
  expect((await admin.get('/api/usage-summary')).body.on).toBe(true);
  await db().deleteFrom('users').where('id', '=', Number(id)).execute();
  expect((await press(token, false)).status).toBe(410);
});

test('an administrator without a proven address, and a site without summaries, are told', async () => {
  await db().updateTable('users').set({ email_verified_at: null }).execute();
  expect((await admin.get('/api/usage-summary')).body).toEqual({
    on: true,
    offered: true,
    hasAddress: false,
  });
  await admin.post('/api/settings', { key: 'analytics.summary', value: 'off', category: 'advanced' });
  expect((await admin.get('/api/usage-summary')).body.offered).toBe(false);
});
