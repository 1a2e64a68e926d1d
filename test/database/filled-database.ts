import { join } from 'node:path';
import { issueChallenge } from '#features/accounts/server/passkeys/challenges.ts';
import { insertPasskey } from '#features/accounts/server/passkeys/passkeys.ts';
import { replaceRecoveryCodes } from '#features/accounts/server/second-factor/recovery-codes.ts';
import { startTotp } from '#features/accounts/server/second-factor/totp.ts';
import { startSession } from '#features/accounts/server/session/sessions.ts';
import { insertUser } from '#features/accounts/server/users.ts';
import { storeCounts } from '#features/analytics/server/counting/store-counts.ts';
import { recordSecurityEvent } from '#features/audit-log/server/security-events/record-security-event.ts';
import { loadDemo } from '#features/catalogue/server/transfer/demo.ts';
import { insertWriting } from '#features/catalogue/server/writing/writings.ts';
import { storeComfort } from '#features/comfort/server/queries.ts';
import { addFavorite } from '#features/favorites/server/queries.ts';
import { noteRemovals } from '#features/favorites/server/removals.ts';
import { grantAccess } from '#features/grants/server/grant-access.ts';
import { noteBackup } from '#features/health/server/backups.ts';
import { LINKS_WALKED, noteNow } from '#features/health/server/notes.ts';
import { saveLetter } from '#features/letter/server/queries.ts';
import { createLink } from '#features/preview/server/links/link-queries.ts';
import { saveMarks } from '#features/progress/server/marks.ts';
import { saveReports, setRemembering } from '#features/progress/server/queries.ts';
import { insertSetting } from '#features/settings/server/queries.ts';
import { insertSignup } from '#features/signups/server/routes.ts';
import { announceJob } from '#features/uploads/server/jobs/job-queries.ts';
import { announcePart, insertResumable } from '#features/uploads/server/resumable/resumable-queries.ts';
import type { Db } from '#platform/database/open.ts';
import { sharedKeys } from '#platform/database/secrets.ts';
import { spend } from '#platform/http/guard/rate-limits.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { addGift, addMemberImport } from './gift-rows.ts';

const DEMO = join(import.meta.dirname, '../../demo/catalogue.json');
const AT = Date.UTC(2026, 0, 1);

/**
 * Fills a database with the demo catalogue and rows in every other table, with values that engines may treat
 * differently.
 */
export async function fillDatabase(db: Db): Promise<void> {
  await loadPlannedDemo(db);
  await sharedKeys(db, 'csrf');
  const original = `${'0'.repeat(32)}.orig`;
  await announceJob(db, { uploadName: 'film.mp4', original, originalBytes: 2 ** 33 });
  const token = 'f'.repeat(32);
  const metadata = { filename: 'Döse 静か.mov', modified: null };
  await insertResumable(db, { token, kind: 'video', bytes: 2 ** 31, metadata, userId: null });
  await announcePart(db, { token, start: 0, bytes: 2 ** 23, name: `${token}.part`, address_expires_at: AT });
  await insertWriting(db, null, { kind: 'text', source: 'Größe\r\n\n![静か](/media/a.webp) "q"' });
  const droplets = await db.selectFrom('droplets').select('id').orderBy('id').limit(7).execute();
  // Long name in several scripts, with quotes and diacritics, because engines sort text keys differently.
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
    await startSession(db, user.id, 'A browser');
    await addGrants(db, user.id, name);
    await addPasskey(db, user.id, name);
    await recordSecurityEvent(db, { userId: user.id, kind: 'login', detail: 'password', device: name });
    await startTotp(db, user, 'Stillwater');
    await replaceRecoveryCodes(db, user.id);
    for (const { id } of droplets) await addFavorite(db, user.id, { itemType: 'droplet', itemId: id });
    await noteRemovals(db, user.id, [{ itemType: 'ocean', itemId: 1, at: AT }]);
    await saveReports(
      db,
      user.id,
      droplets.map(({ id }) => ({ dropletId: id, position: id, furthest: id, seenAt: AT, at: AT })),
    );
    await saveMarks(
      db,
      user.id,
      droplets.map(({ id }) => ({ dropletId: id, step: id % 2 === 0 ? null : 1, at: AT })),
    );
    await db.insertInto('welcomes').values({ user_id: user.id, day: '2026-01-01', content: '{}' }).execute();
    await setRemembering(db, user.id, false);
    await storeComfort(db, user.id, { theme: 'dark', text: 'large', motion: 'off', captions: false });
    await insertSignup(db, `${user.id}@example.org`, 'landing');
    const schedule = { day: 1, hour: 7, timeZone: 'Europe/Berlin' };
    const { id } = await saveLetter(db, { userId: user.id }, { ...schedule, on: true, rhythm: 'paused' });
    await db
      .insertInto('letters_sent')
      .values(droplets.map((droplet) => ({ letter_id: id, droplet_id: droplet.id, at: AT })))
      .execute();
    await spend(db, { name: `limit-${name}`, max: 5, window: 60_000 }, name);
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
  const value = 'Still\twater\r\n"';
  await insertSetting(db, { key: 'siteName', value, category: 'general', description: null });
  await addCounts(db).then(() => addHealth(db));
  // Id of a deleted account, which must not be assigned again.
  const gone = await insertUser(db, { username: 'gone', email: null, passwordHash: 'none', role: 'free' });
  await db.deleteFrom('users').where('id', '=', gone.id).execute();
  await addPayments(db);
  await addOwnersRows(db);
}

async function addOwnersRows(db: Db): Promise<void> {
  await addToTrash(db);
  await addMemberImport(db);
  await addGift(db);
}

/** Adds an ocean to the trash that has no rows in other tables, so that their row counts stay the same. */
async function addToTrash(db: Db): Promise<void> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('trash')
    .values({
      item_type: 'ocean',
      item_id: 2 ** 40,
      slug: 'grosse',
      title: 'Größe “静か”',
      title_key: 'größe “静か”',
      deleted_at: AT,
      deleted_by: user.id,
      expires_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { table_name: 'favorites', user_id: user.id, content: '[{"is_x":true,"y":"静か\\n"}]' };
  await db
    .insertInto('trash_rows')
    .values({ trash_id: id, ...row })
    .execute();
  await db.insertInto('trash_files').values({ trash_id: id, path: '/media/静か.mp4' }).execute();
  const entry = await db.selectFrom('audit_log').select('id').limit(1).executeTakeFirstOrThrow();
  await db.insertInto('history_files').values({ path: '/media/静か.webp', entry_id: entry.id }).execute();
}

async function addHealth(db: Db): Promise<void> {
  await noteBackup(db, { at: AT, bytes: 2 ** 33, uploads: null, problem: 'Größe 静か "q"' });
  await noteNow(db, LINKS_WALKED, AT);
  await db
    .insertInto('content_links')
    .values({
      ...{
        url: 'https://notes.example/größe?静か',
        url_key: '0'.repeat(64),
        item_type: 'droplet',
        item_id: 1,
      },
      ...{ state: 'gone', failures: 1, checked_at: AT, next_check_at: AT, walked_at: AT },
    })
    .execute();
  await db
    .insertInto('health_problems')
    .values({ name: 'disk-full', first_seen_at: AT, last_seen_at: AT, mailed_at: null })
    .execute();
}

async function addCounts(db: Db): Promise<void> {
  await addPreviewLink(db);
  await db.insertInto('usage_summaries').values({ monday: 20_500, at: AT }).execute();
  await storeCounts(db, {
    items: [{ day: 20_500, event: 'opened', item_type: 'droplet', item_id: 1, n: 2 ** 33 }],
    hosts: [{ day: 20_500, host: 'search.example.com', n: 3 }],
    searches: [{ day: 20_500, words: 'größe 静か "q"', n: 4 }],
  });
}

async function addGrants(db: Db, userId: number, reason: string): Promise<void> {
  for (const to of [{ userId }, { email: `friend-${userId}@example.org` }])
    await grantAccess(db, { to, endsAt: null, reason, source: 'owner', grantedBy: userId });
}

async function addPasskey(db: Db, userId: number, name: string): Promise<void> {
  await insertPasskey(db, {
    user_id: userId,
    credential_id: `credential-${userId}`,
    public_key: 'key',
    user_handle: `handle-${userId}`,
    sign_count: 2 ** 32 - 1,
    transports: ['internal'],
    isBackedUp: userId % 2 === 0,
    name,
  });
  await issueChallenge(db, 'register', { userId, userHandle: `handle-${userId}` });
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
  const payment = await db
    .insertInto('payments')
    .values({
      subscription_id: subscription.id,
      provider: 'sandbox',
      provider_id: 'p-1',
      status: 'completed',
      cents: 2000,
      currency: 'USD',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('admin_refunds')
    .values({
      subscription_id: subscription.id,
      payment_id: payment.id,
      provider: 'sandbox',
      cents: 500,
      reason: 'a “gesture” 静',
      request_id: 'key-1',
      created_at: AT,
      updated_at: AT,
    })
    .execute();
  await db
    .insertInto('payment_returns')
    .values({
      ...{ payment_id: payment.id, kind: 'refund', cents: 2 ** 33, returned_at: AT },
      provider_id: 'r-“静”',
    })
    .execute();
  await db
    .insertInto('billing_plans')
    .values({
      ...{ provider: 'paypal', account: 'P-1', cents: 20_000, currency: 'USD', price_interval: 'year' },
      ...{ request_id: 'key-1', plan_id: 'P-2', created_at: AT },
    })
    .execute();
  await db
    .insertInto('sandbox_refunds')
    .values({ payment_id: 'p-1', request_id: 'key-1', cents: 500 })
    .execute();
  await db
    .insertInto('subscription_totals')
    .values({ name: '2026-01 received', value: 2 ** 40, counted_at: AT })
    .execute();
  await db
    .insertInto('refunds')
    .values({
      subscription_id: subscription.id,
      provider: 'sandbox',
      payment_id: 'p-1',
      reason: 'second-subscription',
      request_id: 'refund-p-1',
      status: 'refused',
      last_error: 'REFUND_NOT_ALLOWED',
      created_at: AT,
      updated_at: AT,
    })
    .execute();
}

async function loadPlannedDemo(db: Db): Promise<void> {
  await loadDemo(db, DEMO);
  const times = { publish_at: Date.UTC(2999, 0, 1), unpublish_at: Date.UTC(2999, 1, 1) };
  await db.updateTable('oceans').set(times).execute();
  await db.updateTable('waves').set({ publish_stopped_at: AT }).execute();
}

/** Adds a link to a draft. */
async function addPreviewLink(db: Db): Promise<void> {
  const { id } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow();
  const { id: wave } = await db.selectFrom('waves').select('id').orderBy('id').executeTakeFirstOrThrow();
  await createLink(db, id, { type: 'wave', id: wave }, { forWhom: 'Zoë “静か”', days: 7 }, AT);
}
