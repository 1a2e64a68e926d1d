import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* A database that can be read refuses changes: administrators who are signed in see it on the health page. */

const api = setUpApi();

/** Returns the problems of the disk. Others may be those of a busy machine. */
async function diskProblems(admin: SignedInClient) {
  const { body } = await admin.get('/api/health?again=true');
  return body.problems.filter(({ about }: { about: string }) => about === 'disk');
}

test.runIf(process.env.TEST_ENGINE === 'postgres').each([
  ['53100', 507, 'disk-database-full', 'Disk: the database had no space'],
  ['25006', 503, 'disk-database-read-only', 'Disk: the database could only be read'],
])('a change that PostgreSQL refuses with %s is a serious problem', async (state, status, name, title) => {
  const { db } = api.database;
  const admin = await api.signedIn('admin');
  await sql`create or replace function fail() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception 'no space left on device' using errcode = '${state}'; end`)}`.execute(
    db,
  );
  await sql`create or replace trigger fail before insert on email_signups
    for each row execute function fail()`.execute(db);
  const answer = await api.visitor().send('POST', '/api/email-signup', { email: `a${state}@example.org` });
  await sql`drop function fail cascade`.execute(db);
  expect(answer.status).toBe(status);
  expect(await diskProblems(admin)).toMatchObject([
    { name, title, level: 'serious', meaning: expect.stringMatching(/nobody can sign in .*no space left/) },
  ]);
});

test.runIf(process.env.TEST_ENGINE === 'sqlite')(
  'a full embedded database is a serious problem',
  async () => {
    const { db } = api.database;
    const admin = await api.signedIn('admin');
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db);
    const description = 'Long. '.repeat(150);
    const ocean = { title: 'Much', description, imageUrl: 'https://pictures.example/a.jpg' };
    for (let tries = 0; tries < 100 && (await admin.post('/api/oceans', ocean)).status === 201; ) tries += 1;
    await sql.raw('pragma max_page_count = 1000000').execute(db);
    expect(await diskProblems(admin)).toMatchObject([{ name: 'disk-database-full', level: 'serious' }]);
  },
);
