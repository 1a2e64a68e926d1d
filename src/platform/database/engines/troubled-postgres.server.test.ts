import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '#platform/database/open.ts';
import { someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';

/*
 * A PostgreSQL that responds, but cannot execute statements: each member gets 503 or 507, and the site
 * recovers automatically.
 */

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a PostgreSQL with errors', () => {
  const api = setUpApi();
  const db = (): Db => api.database.db;
  const write = () =>
    someone(api).send('POST', '/api/email-signup', { email: `${randomUUID()}@example.org` });
  const recovers = () => expect.poll(async () => (await write()).status).toBeLessThan(300);

  test.each([
    ['a serialization failure', '40001', 503, 'database-busy'],
    ['a deadlock', '40P01', 503, 'database-busy'],
    ['too many connections', '53300', 503, 'database-busy'],
    ['no memory left', '53200', 503, 'database-busy'],
    ['a statement that was canceled', '57014', 503, 'database-busy'],
    ['a lock that was not free', '55P03', 503, 'database-busy'],
    ['a full disk', '53100', 507, 'storage-full'],
    ['a disk that cannot be read', '58030', 503, 'database-unavailable'],
    ['a pooler without a server', '08P01', 503, 'database-unavailable'],
    ['a shutdown', '57P01', 503, 'database-unavailable'],
  ])('%s (%s) leads to status %i', async (_name, state, status, code) => {
    await sql`create or replace function fail() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception 'in trouble' using errcode = '${state}'; end`)}`.execute(db());
    await sql`create or replace trigger fail before insert or update on email_signups
      for each row execute function fail()`.execute(db());
    const answer = await write();
    expect(answer).toMatchObject({ status, body: { code } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await sql`drop function fail cascade`.execute(db());
    await recovers();
  });

  test('after a failover to a read-only server, reads continue and writes recover', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db());
    const readOnly = async (yes: boolean) => {
      await sql`begin read write; alter database ${sql.ref(rows[0]?.name ?? '')}
        set default_transaction_read_only = ${sql.lit(yes)}; commit`.execute(db());
      const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database()`.execute(db());
      // This test's own connection is among the terminated ones.
      await expect(cut).rejects.toMatchObject({ why: 'away' });
    };
    const member = await api.signedIn('free');
    await readOnly(true);
    await expect.poll(async () => (await write()).body.code).toBe('database-unavailable');
    expect((await member.get('/api/favorites')).status).toBe(200);
    await readOnly(false);
    await recovers();
  });

  test('of two transactions in a deadlock, one is refused and the other succeeds', async () => {
    const [first, second] = [await api.signedIn('free'), await api.signedIn('free')].map(
      ({ user }) => user.id,
    );
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lock = (order: (number | undefined)[], index: number) =>
      db()
        .transaction()
        .execute(async (transaction) => {
          for (const [step, id] of order.entries()) {
            await sql`select 1 from users where id = ${id} for update`.execute(transaction);
            if (step > 0) continue;
            both[index]?.resolve();
            await Promise.all(both.map(({ promise }) => promise));
          }
        });
    const ends = await Promise.allSettled([lock([first, second], 0), lock([second, first], 1)]);
    const refused = ends.filter((end) => end.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { name: 'DatabaseUnavailable', why: 'busy' } }]);
  });

  test('a transaction that is idle too long ends, and its connection is not reused', async () => {
    const idle = db()
      .transaction()
      .execute(async (transaction) => {
        await sql`set local idle_in_transaction_session_timeout = 50`.execute(transaction);
        await sleep(500);
        await sql`select 1`.execute(transaction);
      });
    await expect(idle).rejects.toMatchObject({ name: 'DatabaseUnavailable', why: 'away' });
    await recovers();
  });
});
