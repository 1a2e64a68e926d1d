import { expect, test } from 'vitest';
import { lastMailTo, registered } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { grantAccess, sweepGrants } from './grant-access.ts';

/* Grants given at the same time as other events of the person. */

const api = setUpApi();

const FOREVER = { endsAt: null, reason: 'A friend', source: 'owner', grantedBy: null } as const;

test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a grant for an address that is proven at this moment reaches the account without a new sign-in',
  async () => {
    const { client, email } = await registered(api);
    const { token } = await lastMailTo(api, email);
    await api.database.db.transaction().execute(async (giving) => {
      await grantAccess(giving, { to: { email }, ...FOREVER });
      expect((await client.post('/api/user/email/verify', { token })).status).toBe(200);
    });
    await sweepGrants(api.database.db);
    expect((await client.get('/api/user')).body.role).toBe('subscriber');
  },
);

test('a grant for an address that nobody has proven waits', async () => {
  const { client, email } = await registered(api);
  const { db } = api.database;
  await db.transaction().execute((giving) => grantAccess(giving, { to: { email }, ...FOREVER }));
  await sweepGrants(db);
  expect((await client.get('/api/user')).body.role).toBe('free');
});

test('of grants that wait, the sweep gives those whose address is proven', async () => {
  const { client, email, user } = await registered(api);
  const other = await registered(api);
  const { db } = api.database;
  for (const to of [email, other.email])
    await db.transaction().execute((giving) => grantAccess(giving, { to: { email: to }, ...FOREVER }));
  // The state after two transactions that did not see each other.
  await db.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', user.id).execute();
  const waiting = () =>
    db
      .selectFrom('access_grants')
      .select('email_key')
      .where('email_key', 'in', [email, other.email])
      .execute();
  expect(await waiting()).toHaveLength(2);
  await sweepGrants(db);
  expect(await waiting()).toEqual([{ email_key: other.email }]);
  expect((await client.get('/api/user')).body.role).toBe('subscriber');
});
