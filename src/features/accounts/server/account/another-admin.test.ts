import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Db } from '#platform/database/open.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { findUserByName } from '../users.ts';
import { removeAccount } from './delete-account.ts';
import { changeDisabled } from './disable-account.ts';

const api = setUpApi();

/** Long enough for the other transaction to reach its lock, in ms. */
const MEANWHILE = 100;

async function disable(db: Db, name: string): Promise<void> {
  const user = await findUserByName(db, name);
  if (user) await changeDisabled(db, user, true, { userId: null });
}

test('of the last two administrators, disabled at one moment, the second stays', async () => {
  const { db } = api.database;
  for (const username of ['ada', 'maren']) await api.signedIn('admin', { username });
  const begun = Promise.withResolvers<void>();
  const first = db.transaction().execute(async (transaction) => {
    await disable(transaction, 'ada');
    begun.resolve();
    await sleep(MEANWHILE);
  });
  await begun.promise;
  const second = db.transaction().execute((transaction) => disable(transaction, 'maren'));
  await expect(second).rejects.toMatchObject({ code: 'last-admin' });
  await first;
});

test('an administrator is not deleted when all others are disabled', async () => {
  const { db } = api.database;
  const user = await findUserByName(db, 'maren');
  if (!user) throw new Error('There is no such account');
  const deletion = db
    .transaction()
    .execute((transaction) => removeAccount(transaction, user, { forgetEmail: false, extensions: [] }));
  await expect(deletion).rejects.toMatchObject({ code: 'last-admin' });
});
