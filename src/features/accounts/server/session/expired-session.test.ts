import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { DAY } from '#platform/text/time-units.ts';
import { registered } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';

const api = setUpApi();

afterEach(() => vi.restoreAllMocks());

test.each([
  [401, new DatabaseUnavailable('away', new Error('gone'))],
  [500, new Error('a defect')],
])('an expired session whose row cannot be deleted is answered %i for %s', async (status, failure) => {
  const { client, user } = await registered(api);
  const { db } = api.database;
  const long = Date.now() - 8 * DAY;
  await db.updateTable('sessions').set({ last_seen_at: long }).where('user_id', '=', user.id).execute();
  vi.spyOn(db, 'deleteFrom').mockImplementation(() => {
    throw failure;
  });
  expect((await client.get('/api/user')).status).toBe(status);
});
