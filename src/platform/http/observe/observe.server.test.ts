import { afterEach, beforeEach, expect, test } from 'vitest';
import { measurePool, statementWatch } from '#platform/database/measure.ts';
import { newMetrics } from '#platform/http/observe/metrics.ts';
import { MailSender } from '#platform/mail/mail-sender.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { anAccount, GOOD_PASSWORD } from '#test/account-fixture.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';

let api: TestApi;
let log: string[];
beforeEach(async () => {
  log = [];
  api = await startTestApi({
    production: true,
    logLevel: 'info',
    printLog: (line) => log.push(line),
    trustProxy: ['127.0.0.1'],
  });
});
afterEach(() => api.stop());

const lines = () => log.map((line) => JSON.parse(line));
const value = (metrics: string, series: string) =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1],
  );

test('requests are counted by route, and a URL adds no series', async () => {
  const visitor = api.visitor();
  for (const id of [1, 2, 3]) await visitor.get(`/api/oceans/${id}?from=somewhere`);
  for (const path of ['/api/nothing', '/wp-login.php', '/.env']) await visitor.get(path);
  const { text, headers } = await visitor.get('/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  const count = (labels: string) => value(text, `http_request_duration_seconds_count{${labels}}`);
  expect(count('method="GET",route="/api/oceans/:id",status="4xx"')).toBe(3);
  expect(text).not.toMatch(/wp-login|\.env|somewhere|oceans\/1/);
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    expect(text).toContain(name);
});

test('the metrics of a site that sheds overload count its refusals', async () => {
  const shedding = await startTestApi({ sheds: true });
  expect((await shedding.visitor().get('/metrics')).text).toContain('http_requests_shed_total');
  await shedding.stop();
});

test('gauges show the mail queue’s length, its oldest mail’s age, and failed mails', async () => {
  const { db } = api.database;
  const figures = async () => {
    const { text } = await api.visitor().get('/metrics');
    return ['mails_waiting', 'mails_oldest_waiting_seconds', 'mails_given_up'].map((name) =>
      value(text, name),
    );
  };
  expect(await figures()).toEqual([0, 0, 0]);
  for (const to of ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org'])
    await queueMail(db, { to, subject: 's', text: 't', html: 'h' });
  await db
    .updateTable('mails')
    .set({ created_at: Date.now() - 60_000, next_attempt_at: Date.now() - 60_000 })
    .where('recipient', '=', 'a@example.org')
    .execute();
  await db
    .updateTable('mails')
    .set({ next_attempt_at: Number.MAX_SAFE_INTEGER })
    .where('recipient', '=', 'c@example.org')
    .execute();
  // It waits for its code to return, and not for the mail server.
  await db
    .updateTable('mails')
    .set({ created_at: 1, next_attempt_at: Date.now() + 86_400_000 })
    .where('recipient', '=', 'd@example.org')
    .execute();
  // Invitations of yesterday's import: due in an hour, and due a moment ago.
  for (const minutes of [60, -0.5]) {
    const notBefore = Date.now() + minutes * 60_000;
    await queueMail(db, { to: 'e@example.org', subject: 's', text: 't', html: 'h', isBulk: true, notBefore });
  }
  await db
    .updateTable('mails')
    .set({ created_at: Date.now() - 86_400_000 })
    .where('recipient', '=', 'e@example.org')
    .execute();
  const [waiting, oldest, givenUp] = await figures();
  expect([waiting, givenUp]).toEqual([3, 1]);
  expect(oldest).toBeGreaterThanOrEqual(60);
  expect(oldest).toBeLessThan(86_400);
  const { text } = await api.visitor().get('/metrics');
  expect(value(text, 'subscription_checks_due')).toBe(0);
  expect(value(text, 'subscription_checks_overdue_seconds')).toBe(0);
});

test('a scrape reads at most ten thousand mails, the longest due first', async () => {
  const { db } = api.database;
  await db.deleteFrom('mails').execute();
  const mail = { recipient: 'a@example.org', subject: 's', text: 't', html: 'h', attempts: 0, sent_at: null };
  const rows = Array.from({ length: 10_100 }, (_, n) => ({
    ...mail,
    created_at: Date.now() - 60_000,
    next_attempt_at: n,
    last_error: null,
    expires_at: null,
  }));
  for (let done = 0; done < rows.length; done += 1_000)
    await db
      .insertInto('mails')
      .values(rows.slice(done, done + 1_000))
      .execute();
  await db.updateTable('mails').set({ created_at: 0 }).where('next_attempt_at', '>', 10_050).execute();
  const { text } = await api.visitor().get('/metrics');
  expect(value(text, 'mails_waiting')).toBe(10_001);
  const oldest = value(text, 'mails_oldest_waiting_seconds');
  expect([oldest >= 60, oldest < 1_000]).toEqual([true, true]);
});

test('a gauge that fails for lack of a database does not hide the other metrics', async () => {
  await api.database.db.schema.dropTable('mails').execute();
  const { status, text } = await api.visitor().get('/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/^mails_waiting Nan/im);
  expect(text).toContain('process_resident_memory_bytes');
});

test('metrics are for private networks without a proxy, and anywhere with the token', async () => {
  const read = (on: TestApi, ip: string, headers: Record<string, string> = {}) =>
    on
      .visitor(ip)
      .send('GET', '/metrics', undefined, headers)
      .then(({ status }) => status);
  expect(await read(api, '127.0.0.1')).toBe(200);
  expect(await read(api, '10.1.2.3')).toBe(200);
  expect(await read(api, '203.0.113.9')).toBe(403);
  expect(await read(api, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(403);
  expect(await read(api, '127.0.0.1', { 'x-forwarded-for': '10.1.2.3' })).toBe(403);
  expect(await read(api, '127.0.0.1', { via: '1.1 proxy' })).toBe(403);

  const guarded = await startTestApi({ metricsToken: 'a token of sixteen' });
  expect(await read(guarded, '127.0.0.1')).toBe(401);
  expect(await read(guarded, '127.0.0.1', { authorization: 'Bearer another-token-here' })).toBe(401);
  await guarded.stop();
  const open = await startTestApi({ metricsToken: 'a-token-of-sixteen' });
  expect(await read(open, '203.0.113.9', { authorization: 'Bearer a-token-of-sixteen' })).toBe(200);
  await open.stop();
});

test('a slow statement is logged with its text and time, without its parameters', async () => {
  const metrics = newMetrics();
  const slow: object[] = [];
  const watch = statementWatch(metrics, 200, () => ({ warn: (details) => slow.push(details) }));
  watch('select "id" from "users" where "email_key" = ?', 3);
  watch('select "id" from "users" where "email_key" = ?', 731.4);
  expect(slow).toEqual([{ sql: 'select "id" from "users" where "email_key" = ?', ms: 731 }]);
  const text = await metrics.metrics();
  expect(value(text, 'database_slow_statements_total')).toBe(1);
  expect(value(text, 'database_statement_duration_seconds_count{kind="select"}')).toBe(2);
});

test.runIf(process.env.TEST_ENGINE === 'postgres')('the connections of the pool are counted', async () => {
  const metrics = newMetrics();
  measurePool(metrics, api.database);
  const taken = await api.database.db.connection().execute(async () => metrics.metrics());
  expect(value(taken, 'database_connections_in_use')).toBe(1);
  expect(value(await metrics.metrics(), 'database_connections_in_use')).toBe(0);
});

test('every response has an id that no client chooses, even through a proxy', async () => {
  for (const ip of ['127.0.0.1', '203.0.113.9']) {
    const headers = { 'x-request-id': 'edge-7f3a9c21' };
    const { 'x-request-id': id } = (await api.visitor(ip).send('GET', '/api/oceans', undefined, headers))
      .headers;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines().at(-1)).toMatchObject({ requestId: id, route: '/api/oceans', status: 200 });
  }
});

test('probes are not logged at level info', async () => {
  const visitor = api.visitor();
  for (const path of ['/healthz', '/readyz', '/metrics', '/api/oceans']) await visitor.get(path);
  const routes = () => lines().map(({ route }) => route);
  expect(routes()).toEqual(['/api/oceans']);
  api.app.lifecycle.stopping = true;
  expect((await visitor.get('/readyz')).status).toBe(503);
  expect(routes()).toEqual(['/api/oceans']);

  const all: string[] = [];
  const talkative = await startTestApi({ production: true, logLevel: 'debug', printLog: (l) => all.push(l) });
  await talkative.visitor().get('/readyz');
  await talkative.stop();
  expect(all.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 20, route: '/readyz', status: 200 }),
  );
});

test('the log contains no personal data', async () => {
  const ip = '203.0.113.9';
  const visitor = api.visitor(ip);
  const account = anAccount({ email: 'maren.person@example.org' });
  expect((await visitor.send('POST', '/api/register', account)).status).toBe(201);
  await visitor.send('POST', '/api/login', { username: account.username, password: 'not-the-password' });
  await visitor.send('POST', '/api/email-signup', { email: 'second.person@example.org' });
  await visitor.get('/api/explore/droplets?search=my-secret-worry');
  await visitor.send('POST', '/api/email-signup/verify', { token: 'a-token-from-a-mail' });
  const mailSender = new MailSender(
    api.database.db,
    async ({ to }) => {
      const refused = new Error(
        `550 <${to}>: no such person at ${ip}, see https://mail.example/?token=abc123`,
      );
      throw Object.assign(refused, { response: `550 ${to}`, rejected: [to], code: 'EENVELOPE' });
    },
    api.app.log,
  );
  mailSender.wake();
  await expect.poll(() => log.join('')).toContain('a mail could not be sent');
  await mailSender.stop();
  // Logs of a program error are complete, except for personal data.
  await api.database.db.schema.alterTable('email_signups').renameTo('elsewhere').execute();
  expect(
    (await visitor.send('POST', '/api/email-signup', { email: 'third.person@example.org' })).status,
  ).toBe(500);

  const all = log.join('');
  const secrets = [
    account.username,
    GOOD_PASSWORD,
    'not-the-password',
    'my-secret-worry',
    'a-token-from-a-mail',
    'abc123',
    ...visitor.cookies.values(),
  ];
  for (const secret of [...secrets, ip, 'person@example.org', 'person at 203'])
    expect(all).not.toContain(secret);
  expect(lines().find(({ msg }) => msg === 'request failed')).toMatchObject({
    level: 50,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    err: { message: expect.stringContaining('email_signups'), stack: expect.any(String) },
  });
  expect(lines().filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(6);
  expect(lines().find(({ msg }) => msg === 'a mail could not be sent').err).toMatchObject({
    code: 'EENVELOPE',
    message: '550 <[email]>: no such person at [address], see https://mail.example/?token=[secret]',
  });
});

test('at a terminal the log is text', async () => {
  const terminal: string[] = [];
  const local = await startTestApi({ logLevel: 'warn', printLog: (line) => terminal.push(line) });
  local.app.log.info('not shown');
  local.app.log.warn({ mail: 7, err: new Error('no room') }, 'a mail could not be sent');
  expect(terminal).toHaveLength(1);
  expect(terminal[0]).toMatch(
    /^\d\d:\d\d:\d\d warn {2}a mail could not be sent mail=7\n {2}Error: no room\n$/,
  );
  await local.stop();
});

test('a node that is about to stop fails /readyz and still serves requests', async () => {
  const visitor = api.visitor();
  expect((await visitor.get('/readyz')).body).toEqual({ status: 'ready' });
  api.app.lifecycle.stopping = true;
  expect((await visitor.get('/readyz')).status).toBe(503);
  const { status, headers } = await visitor.get('/api/oceans');
  expect(status).toBe(200);
  expect(headers.connection).toBe('close');
  expect((await visitor.get('/healthz')).status).toBe(200);
});
