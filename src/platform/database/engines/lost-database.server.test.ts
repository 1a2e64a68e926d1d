import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { MailSender } from '#platform/mail/mail-sender.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { type RunningPostgres, startPostgres } from '#test/database/postgres.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';

const PAGE = { accept: 'text/html' };

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a PostgreSQL that becomes unavailable', () => {
  let postgres: RunningPostgres;
  let api: TestApi;
  beforeAll(async () => {
    postgres = await startPostgres();
    const database = await openDatabase(await postgres.createDatabase(), { bounded: true, connections: 5 });
    await migrate(database.db);
    api = await startTestApi({ database });
  });
  afterAll(async () => {
    await api.stop();
    await postgres.stop();
  });

  test('gives 503 meanwhile, and everything works as soon as it is back', async () => {
    const member = await api.signedIn('free');
    const seen = new Map<number, number>();
    let running = true;
    const load = Array.from({ length: 8 }, async (_, n) => {
      while (running) {
        const path = n % 2 ? '/api/oceans' : '/api/favorites';
        const answer = await member.get(path);
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        if (answer.status === 503) {
          expect(answer.body.message).toMatch(
            /^(Part of the site is not available|The site is very busy) right now/,
          );
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        }
        await sleep(2);
      }
    });
    await sleep(200);
    await postgres.pause();
    await sleep(500);

    expect((await member.get('/healthz')).status).toBe(200);
    expect((await member.get('/readyz')).status).toBe(503);
    const write = await member.send('POST', '/api/email-signup', { email: 'a@example.org' });
    expect(write).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('Part of the site is not available') },
    });
    const page = await member.send('GET', '/media/none.mp4', undefined, PAGE);
    expect(page.status).toBe(503);
    expect(page.text).toContain('The site is not available right now');
    expect(page.headers['retry-after']).toBeDefined();

    await postgres.resume();
    await expect.poll(async () => (await member.get('/api/user')).status).toBe(200);
    await sleep(200);
    running = false;
    await Promise.all(load);
    expect([...seen.keys()].sort()).toEqual([200, 503]);
    expect((await member.get('/readyz')).status).toBe(200);
  });

  test('a transaction that loses its connection between two statements fails alone', async () => {
    const { db } = api.database;
    const cut = db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await sleep(100);
      await sql`select 1`.execute(transaction);
    });
    await expect(cut).rejects.toMatchObject({ name: 'DatabaseUnavailable', why: 'away' });
    expect((await api.visitor().get('/api/oceans')).status).toBe(200);
  });

  test('a mail sent while the database became unavailable is not sent again', async () => {
    const sent: string[] = [];
    const mailSender = new MailSender(
      api.database.db,
      async ({ to }) => {
        await postgres.pause();
        sent.push(to);
        setTimeout(() => void postgres.resume(), 1_000);
      },
      { warn: () => {} },
    );
    await queueMail(api.database.db, { to: 'once@example.org', subject: 'Once', text: 'x', html: 'x' });
    mailSender.wake();
    const row = () =>
      api.database.db
        .selectFrom('mails')
        .select('sent_at')
        .where('recipient', '=', 'once@example.org')
        .executeTakeFirst()
        .catch(() => undefined);
    await expect.poll(async () => (await row())?.sent_at).toEqual(expect.any(Number));
    mailSender.wake();
    await sleep(200);
    await mailSender.stop();
    expect(sent).toEqual(['once@example.org']);
  });

  test('slow statements and long waits are ended', async () => {
    const { db } = api.database;
    const slow = db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 100`.execute(transaction);
      await sql`select pg_sleep(5)`.execute(transaction);
    });
    await expect(slow).rejects.toMatchObject({ why: 'busy' });
    const limits = await sql<{ statement_timeout: string; lock_timeout: string }>`
      select current_setting('statement_timeout') as statement_timeout,
        current_setting('lock_timeout') as lock_timeout
    `.execute(db);
    expect(limits.rows[0]).toEqual({ statement_timeout: '30s', lock_timeout: '10s' });
    const crowd = await Promise.allSettled(
      Array.from({ length: 400 }, () => sql`select pg_sleep(0.01)`.execute(db)),
    );
    const refused = crowd.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(100);
    for (const { reason } of refused) expect(reason).toMatchObject({ why: 'busy' });
  });
});

describe.runIf(process.env.TEST_ENGINE === 'sqlite')('an embedded database', () => {
  test('with a full disk refuses writes, still reads, and writes again when there is space', async () => {
    const { opened, remove } = await openSharedDatabase(1);
    const [database] = opened as [(typeof opened)[0]];
    const api = await startTestApi({ database });
    const admin = await api.signedIn('admin');
    const member = await api.signedIn('free');
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
    await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(database.db);
    // A request whose session was last seen over a minute ago writes `last_seen_at`. The write may fail, but
    // the read must not.
    await database.db
      .updateTable('sessions')
      .set({ last_seen_at: Date.now() - 120_000 })
      .execute();

    const ocean = {
      title: 'Too much',
      description: 'A long story. '.repeat(60),
      imageUrl: 'https://pictures.example/a.jpg',
    };
    const statuses = new Set<number>();
    for (let n = 0; n < 30; n += 1) {
      const { status, body, headers } = await admin.post('/api/oceans', { ...ocean, title: `Too much ${n}` });
      statuses.add(status);
      if (status !== 507) continue;
      expect(body.message).toMatch(/not enough storage space, so nothing was changed/);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(statuses).toContain(507);
    expect([...statuses].filter((status) => status !== 201 && status !== 507)).toEqual([]);
    expect((await member.get('/api/oceans')).status).toBe(200);
    expect((await member.get('/api/user')).status).toBe(200);
    expect((await member.get('/readyz')).status).toBe(200);

    await sql.raw('pragma max_page_count = 1000000').execute(database.db);
    expect((await admin.post('/api/oceans', { ...ocean, title: 'Room again' })).status).toBe(201);
    expect(
      (
        await sql<{ ok: string }>`select integrity_check as ok from pragma_integrity_check`.execute(
          database.db,
        )
      ).rows,
    ).toEqual([{ ok: 'ok' }]);
    await api.stop();
    await remove();
  });

  test('waits for another process’s lock without blocking other requests', async () => {
    const { opened, remove } = await openSharedDatabase(2);
    const [mine, other] = opened as [(typeof opened)[0], (typeof opened)[0]];
    const api = await startTestApi({ database: mine });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = Promise.withResolvers<void>();
    const holding = other.db.transaction().execute(async () => {
      begun.resolve();
      await held;
    });
    await begun.promise;
    const writing = api.visitor().send('POST', '/api/email-signup', { email: 'patient@example.org' });
    await sleep(100);
    let written = false;
    void writing.then(() => {
      written = true;
    });
    expect((await api.visitor().get('/healthz')).status).toBe(200);
    expect(written).toBe(false);
    release();
    await holding;
    expect((await writing).status).toBe(201);
    await api.stop();
    await other.close();
    await remove();
  });
});
