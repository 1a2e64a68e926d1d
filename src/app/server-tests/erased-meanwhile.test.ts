import { describe, expect, test } from 'vitest';
import { GOOD_PASSWORD, registered, someone } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { untilBlocked } from '#test/database/until-blocked.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { Answer, SignedInClient } from '#test/test-api.ts';

/*
 * Requests of and about an account that is erased meanwhile. SQLite has one writer, so the tests need
 * PostgreSQL.
 */

const api = setUpApi();

interface Persons {
  ada: SignedInClient;
  member: Awaited<ReturnType<typeof registered>>;
}

const REQUESTS: Record<string, [status: number, send: (persons: Persons) => Promise<Answer>]> = {
  'a grant': [
    409,
    ({ ada, member }) =>
      ada.post(`/api/people/account/${member.user.id}/grants`, {
        ...{ endsAt: '2099-01-01T00:00:00Z', reason: 'A friend', lastChange: 0 },
      }),
  ],
  'a favorite': [
    409,
    ({ member }) => member.client.post('/api/favorites', { itemType: 'droplet', itemId: 1 }),
  ],
  'a redeemed code': [401, ({ member }) => member.client.post('/api/gift-codes/redeem', { code: giftCode })],
  'a link for a new password': [
    409,
    ({ member }) => someone(api).send('POST', '/api/password/forgot', { email: member.email }),
  ],
};
let giftCode = '';

describe.runIf(process.env.TEST_ENGINE === 'postgres')('an account that is erased during a request', () => {
  test.each(Object.entries(REQUESTS))('causes no server error: %s', async (name, [status, send]) => {
    const { db } = api.database;
    await insertOceans(db, [anOcean({ waves: [aWave({ droplets: [aDroplet()] })] })]);
    const ada = await api.signedIn('admin', { username: `ada of ${name}` });
    const gift = { months: 1, uses: 1, endsAt: '2090-01-01T00:00:00.000Z', key: `key of ${name}` };
    giftCode = (await ada.post('/api/gift-codes', gift)).body.code;
    const member = await registered(api);
    let answer: Promise<Answer> | undefined;
    await db.transaction().execute(async (erasure) => {
      await erasure.deleteFrom('users').where('id', '=', member.user.id).execute();
      answer = send({ ada, member });
      await untilBlocked(db);
    });
    expect((await answer)?.status).toBe(status);
  });

  test('erasing and a concurrent login do not wait for each other', async () => {
    const { db } = api.database;
    const ada = await api.signedIn('admin', { username: 'ada' });
    const { user, username, email } = await registered(api);
    await db.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', user.id).execute();
    const signup = { email, email_key: email, source: 'landing', has_access: true, created_at: 1 };
    await db.insertInto('email_signups').values(signup).execute();
    const both: Promise<Answer>[] = [];
    await db.transaction().execute(async (other) => {
      await other
        .updateTable('email_signups')
        .set({ has_access: true })
        .where('email_key', '=', email)
        .execute();
      both.push(
        ada.delete(`/api/people/account/${user.id}`, {
          confirmation: email,
          lastChange: Number.MAX_SAFE_INTEGER,
        }),
      );
      await untilBlocked(db);
      both.push(someone(api).send('POST', '/api/login', { username, password: GOOD_PASSWORD }));
      await untilBlocked(db, 2);
    });
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([204, 401]);
  });
});
