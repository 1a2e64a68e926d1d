import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import type { Database } from '#platform/database/open.ts';
import { MailSender } from '#platform/mail/mail-sender.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { GOOD_PASSWORD } from '#test/account-fixture.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import { startTestApi, type TestApi, TestClient } from '#test/test-api.ts';
import { aPicture, upload } from '#test/upload-fixture.ts';

/* Two nodes with one database, behind a load balancer that distributes requests arbitrarily. */

let [a, b] = [] as unknown as [TestApi, TestApi];
let folder: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  folder = await newDataDir();
  const shared = await openSharedDatabase(2);
  remove = shared.remove;
  const [one, other] = shared.opened as [Database, Database];
  const uploads = uploadSpace(join(folder, 'uploads'));
  a = await startTestApi({ database: one, uploads });
  b = await startTestApi({ database: other, uploads });
});
afterAll(async () => {
  await a.stop();
  await b.stop();
  await remove();
  await removeDataDir(folder);
});

const ITEM = { description: 'Made at one of two nodes.', imageUrl: 'https://pictures.example/water.jpg' };

test('a session of one node is valid at the other, and a logout ends it at both', async () => {
  const atA = a.visitor();
  const account = { username: 'wanderer', email: 'wanderer@example.org', password: GOOD_PASSWORD };
  expect((await atA.send('POST', '/api/register', account)).status).toBe(201);
  const atB = atA.at(b);
  expect((await atB.get('/api/user')).body).toMatchObject({ username: 'wanderer' });
  expect((await atB.post('/api/logout')).status).toBe(204);
  expect((await atA.get('/api/user')).status).toBe(401);
  const login = { username: 'wanderer', password: GOOD_PASSWORD };
  expect((await a.visitor().at(b).send('POST', '/api/login', login)).status).toBe(200);
});

test('a CSRF token of one node is valid at the other, for a visitor and for a member', async () => {
  for (const browser of [a.visitor(), await a.signedIn('free')]) {
    const { csrfToken } = (await browser.get('/api/csrf-token')).body;
    const logout = await browser.at(b).send('POST', '/api/logout', {}, { 'csrf-token': csrfToken });
    expect(logout.status).toBe(204);
  }
});

test('a rate limit counts over all nodes', async () => {
  const guess = (node: TestApi) =>
    node
      .visitor('192.0.2.77')
      .send('POST', '/api/login', { username: 'somebody', password: 'wrong password' });
  const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => guess(n % 2 ? a : b)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(6).fill(429)]);
});

test('a sign-in link is redeemed once, also by concurrent calls to several nodes', async () => {
  const email = 'racing@example.org';
  for (let time = 0; time < 2; time += 1) await a.visitor().send('POST', '/api/email-signup', { email });
  const mail = await a.database.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const token = /token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      new TestClient((n % 2 ? a : b).app).send('POST', '/api/email-signup/verify', { token }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('changes, search results and uploads of one node are visible at the other', async () => {
  const admin = await a.signedIn('admin');
  const made = async (path: string, body: object) => {
    const answer = await admin.post(path, { ...ITEM, ...body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id as number;
  };
  const oceanId = await made('/api/oceans', { title: 'Winds of the north' });
  const waveId = await made('/api/waves', { title: 'Breezes', oceanId });
  await made('/api/droplets', { title: 'A zephyr', waveId, mediaUrl: 'https://video.example/zephyr.mp4' });

  const atB = admin.at(b);
  expect((await atB.get(`/api/oceans/${oceanId}`)).body.title).toBe('Winds of the north');
  expect((await atB.put(`/api/oceans/${oceanId}`, { title: 'Winds of the south' })).status).toBe(200);
  expect((await admin.get(`/api/oceans/${oceanId}`)).body.title).toBe('Winds of the south');
  expect((await atB.get('/api/explore/droplets?search=zephyr')).text).toContain('A zephyr');

  const sent = await upload(admin, 'image', await aPicture(640, 480));
  expect(sent.status).toBe(201);
  const fetched = await atB.get(sent.body.url);
  expect(fetched.status).toBe(200);
  expect(fetched.headers['content-length']).toBe(String(sent.body.bytes));
});

test('concurrent writers on both nodes wait for each other, and all succeed', async () => {
  const browsers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => (n % 2 ? a : b).signedIn('admin', { username: `writer-${n}` })),
  );
  const created = await Promise.all(
    browsers.flatMap((browser, n) =>
      Array.from({ length: 8 }, (_, m) =>
        browser.at(m % 2 ? a : b).post('/api/oceans', {
          ...ITEM,
          title: `Ocean ${n}-${m}`,
          isPublished: true,
        }),
      ),
    ),
  );
  expect(created.map(({ status }) => status)).toEqual(Array(48).fill(201));
  const { body } = await a.visitor().get('/api/oceans');
  const titles = body.map(({ title }: { title: string }) => title);
  for (let n = 0; n < 6; n += 1) for (let m = 0; m < 8; m += 1) expect(titles).toContain(`Ocean ${n}-${m}`);
});

test('each mail is sent once, by one of the nodes', async () => {
  const subjects = Array.from({ length: 30 }, (_, n) => `Letter ${n}`);
  for (const subject of subjects)
    await queueMail(a.database.db, { to: 'reader@example.org', subject, text: '', html: '' });
  const sent: string[] = [];
  const postmen = [a, b].map(
    ({ database }) =>
      new MailSender(
        database.db,
        async ({ subject }) => {
          await sleep(3);
          if (subject.startsWith('Letter')) sent.push(subject);
        },
        { warn: () => {} },
      ),
  );
  for (const mailSender of postmen) mailSender.start();
  await expect.poll(() => sent.length).toBe(subjects.length);
  for (const mailSender of postmen) await mailSender.stop();
  expect([...sent].sort()).toEqual([...subjects].sort());
});
