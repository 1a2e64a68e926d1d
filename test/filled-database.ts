import { join } from 'node:path';
import { startSession } from '#features/accounts/server/sessions.ts';
import { insertUser } from '#features/accounts/server/users.ts';
import { loadDemo } from '#features/catalogue/server/demo.ts';
import { addFavorite } from '#features/favorites/server/queries.ts';
import { insertSetting } from '#features/settings/server/queries.ts';
import { insertSignup } from '#features/signups/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { sharedSecret } from '#platform/database/secrets.ts';
import { spend } from '#platform/http/limits.ts';
import { queueMail } from '#platform/mail/queue.ts';

const DEMO = join(import.meta.dirname, '../demo/catalogue.json');
const AT = Date.UTC(2026, 0, 1);

/** The demo catalogue and something in every other corner, with what the engines might take differently. */
export async function fillDatabase(db: Db): Promise<void> {
  await loadDemo(db, DEMO);
  await sharedSecret(db, 'csrf');
  const droplets = await db.selectFrom('droplets').select('id').orderBy('id').limit(7).execute();
  // Long, in several scripts, with quotes and marks: the keys of text sort differently on the two engines.
  for (const name of [
    'Zoë',
    'ärger',
    'Émile',
    'o’brien "q"',
    '静か',
    '🌊-wave',
    '_under',
    'a%b',
    'A b',
    'ab',
  ]) {
    const user = await insertUser(db, {
      username: name,
      email: `${encodeURIComponent(name).replaceAll('%', '')}@example.org`,
      passwordHash: 'none',
      role: 'free',
    });
    await startSession(db, user.id, { userAgent: 'A browser', browserHash: null });
    for (const { id } of droplets) await addFavorite(db, user.id, { itemType: 'droplet', itemId: id });
    await insertSignup(db, `${user.id}@example.org`, 'landing');
    await spend(db, { name: `limit-${name}`, max: 5, window: 60_000 }, name, 'Too many');
    await queueMail(db, {
      to: `${user.id}@example.org`,
      subject: name,
      text: 'x\n'.repeat(2000),
      html: '<p>x</p>',
    });
    await db
      .insertInto('audit_log')
      .values({
        at: AT,
        user_id: user.id,
        action: 'edit',
        item_type: 'ocean',
        item_id: '1',
        title: name,
        details: '{}',
      })
      .execute();
  }
  await insertSetting(db, {
    key: 'siteName',
    value: 'Still\twater\r\n"',
    category: 'general',
    description: null,
  });
  // An id that was given and is gone: it must not be given again.
  const gone = await insertUser(db, { username: 'gone', email: null, passwordHash: 'none', role: 'free' });
  await db.deleteFrom('users').where('id', '=', gone.id).execute();
  await addPayments(db);
}

async function addPayments(db: Db): Promise<void> {
  const subscription = await db
    .insertInto('subscriptions')
    .values({
      reference: 'r-1',
      provider: 'sandbox',
      status: 'active',
      created_at: AT,
      updated_at: AT,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('payments')
    .values({
      subscription_id: subscription.id,
      provider: 'sandbox',
      provider_id: 'p-1',
      status: 'completed',
      cents: 2000,
      currency: 'USD',
    } as never)
    .execute();
}
