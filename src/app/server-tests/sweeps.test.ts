import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepSessions } from '#features/accounts/server/session/sessions.ts';
import { sweepSubscriptions } from '#features/subscriptions/server/state/sweep.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import type { Database } from '#platform/database/open.ts';
import { queueMail, sweepMails } from '#platform/mail/queue.ts';
import { plansOf } from '#test/database/plans.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { newUploadFolder } from '#test/upload-fixture.ts';
import { sweep } from '../start/sweeps.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

test('a sweep that fails is logged by its name, and all others are run', async () => {
  const { db } = database;
  await queueMail(db, { to: 'maren@example.org', subject: 'old', text: '', html: '' });
  await db.updateTable('mails').set({ created_at: 1 }).execute();
  for (const table of ['rate_limits', 'sessions'] as const) await db.schema.dropTable(table).execute();
  const failed: unknown[] = [];
  const log = { warn: (details: object) => failed.push((details as { sweep: string }).sweep) };
  await sweep(db, uploadSpace(await newUploadFolder()), log);
  expect(failed).toEqual(['rate limits', 'sessions']);
  expect(await db.selectFrom('mails').selectAll().execute()).toEqual([]);
});

test('sweeps find expired rows in an index, however many others there are', async () => {
  const { db } = database;
  const plans = await plansOf(db, async () => {
    await sweepSessions(db);
    await sweepMails(db);
    await sweepSubscriptions(db);
  });
  const indexes = [
    'sessions_seen',
    'sessions_created',
    'mails_due',
    'mails_created',
    'payment_events_received',
  ];
  indexes.forEach((index, n) => {
    const range = new RegExp(`SEARCH .*${index} .*<|${index} .*\\n *Index Cond: .* < `);
    expect(plans[n], index).toMatch(range);
  });
});
