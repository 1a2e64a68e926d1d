import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepTokens } from '#features/accounts/server/email/email-tokens.ts';
import { sweepChallenges } from '#features/accounts/server/passkeys/challenges.ts';
import { sweepSessions } from '#features/accounts/server/session/sessions.ts';
import { sweepSecurityEvents } from '#features/audit-log/server/security-events/record-security-event.ts';
import { sweepSubscriptions } from '#features/subscriptions/server/state/sweep.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, type Db, openDatabase } from '#platform/database/open.ts';
import { sweepLimits } from '#platform/http/guard/rate-limits.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { sweepMails } from '#platform/mail/sweep-mails.ts';
import { openDatabases } from '#test/database/open-databases.ts';
import { plansOf } from '#test/database/plans.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { newUploadFolder } from '#test/upload-fixture.ts';
import { sweep } from '../start/sweeps.ts';

const { newUrl } = openDatabases();

async function sweepRows(db: Db): Promise<void> {
  await sweepSessions(db);
  await sweepTokens(db);
  await sweepChallenges(db);
  await sweepSecurityEvents(db);
  await sweepLimits(db);
  await sweepMails(db);
  await sweepSubscriptions(db);
}

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

test('a failing sweep is logged by its name, and all others run', async () => {
  const { db } = database;
  await queueMail(db, { to: 'maren@example.org', subject: 'old', text: '', html: '' });
  await db.updateTable('mails').set({ created_at: 1 }).execute();
  for (const table of ['rate_limits', 'sessions'] as const) await db.schema.dropTable(table).execute();
  const failed: unknown[] = [];
  const log = { warn: (details: object) => failed.push((details as { sweep: string }).sweep) };
  await sweep(db, uploadSpace(await newUploadFolder()), log);
  expect(failed).toEqual(['rate limits', 'times of sessions and links', 'sessions']);
  expect(await db.selectFrom('mails').selectAll().execute()).toEqual([]);
});

test('sweeps find expired rows by an index, regardless of the number of other rows', async () => {
  const { db } = database;
  const plans = await plansOf(db, () => sweepRows(db));
  const indexes = [
    'sessions_seen',
    'sessions_created',
    'email_tokens_expires',
    'passkey_challenges_expiry',
    'security_events_at',
    'rate_limits_resets',
    'mails_due',
    'mails_created',
    'payment_events_received',
  ];
  indexes.forEach((index, n) => {
    const range = new RegExp(`SEARCH .*${index} .*<|${index} .*\\n *Index Cond: .* < `);
    expect(plans[n], index).toMatch(range);
  });
});

test('sweeps delete expired rows in batches', async () => {
  const statements: string[] = [];
  const watched = await openDatabase(await newUrl(), { onStatement: (text) => statements.push(text) });
  await migrate(watched.db);
  statements.length = 0;
  await sweepRows(watched.db);
  await watched.close();
  expect(statements).toHaveLength(10);
  for (const text of statements) expect(text).toMatch(/^delete from .* limit /);
});
