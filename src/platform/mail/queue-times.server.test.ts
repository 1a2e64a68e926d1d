import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { GIVEN_UP, MailSender } from './mail-sender.ts';
import { queueMail } from './queue.ts';
import { mendMailTimes, sweepMails } from './sweep-mails.ts';
import type { Send } from './transport.ts';

/* Sending times: immediately, scheduled, and after a wrong clock. */

const LETTER = { to: 'maren@example.org', subject: 'S', text: 'T', html: 'H' };

let database: Database;
const senders: MailSender[] = [];
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const sender of senders.splice(0)) await sender.stop();
  await database.close();
});

function newSender(send: Send): MailSender {
  const sender = new MailSender(database.db, send, { warn: () => {} });
  senders.push(sender);
  return sender;
}
const queue = () => database.db.selectFrom('mails').selectAll().orderBy('id').execute();

/** Runs `work` while the machine's clock is `ms` ahead. */
async function ahead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  return work().finally(() => clock.mockRestore());
}

test('a message with a set time waits for it', async () => {
  await queueMail(database.db, { ...LETTER, notBefore: Date.now() + HOUR });
  const sent: string[] = [];
  await newSender(async (mail) => void sent.push(mail.subject)).wake();
  expect(sent).toEqual([]);
  await ahead(HOUR, () => newSender(async (mail) => void sent.push(mail.subject)).wake());
  expect(sent).toEqual(['S']);
});

test('a message is tried for four days while its mail server is away', async () => {
  await queueMail(database.db, LETTER);
  let isAway = true;
  const sender = newSender(async () => {
    if (isAway) throw new Error('421 not now');
  });
  for (let hours = 0; hours < 96; hours += 2) await ahead(hours * HOUR, () => sender.wake());
  isAway = false;
  await ahead(102 * HOUR, () => sender.wake());
  expect(await queue()).toMatchObject([{ last_error: null, sent_at: expect.any(Number) }]);
});

test('messages queued while the clock was ahead are sent once it is right', async () => {
  await ahead(72 * HOUR, async () => {
    await queueMail(database.db, LETTER);
    await queueMail(database.db, { ...LETTER, subject: 'refused', isBulk: true });
    await database.db
      .updateTable('mails')
      .set({ next_attempt_at: GIVEN_UP, attempts: 1 })
      .where('subject', '=', 'refused')
      .execute();
  });
  await mendMailTimes(database.db);
  const sent: string[] = [];
  await newSender(async (mail) => void sent.push(mail.subject)).wake();
  expect(sent).toEqual(['S']);
  const [mail] = await queue();
  expect(mail?.created_at).toBeLessThanOrEqual(Date.now());
});

test('messages that failed while the clock was ahead are retried once it is right', async () => {
  await queueMail(database.db, LETTER);
  await queueMail(database.db, { ...LETTER, subject: 'later', notBefore: Date.now() + 72 * HOUR });
  await ahead(71 * HOUR, () => newSender(() => Promise.reject(new Error('451 later'))).wake());
  expect((await queue())[0]?.last_error).toContain('451');
  await mendMailTimes(database.db);
  const sent: string[] = [];
  await newSender(async (mail) => void sent.push(mail.subject)).wake();
  expect(sent).toEqual(['S']);
});

test('a message whose time is more than 30 days ahead is not deleted before', async () => {
  await queueMail(database.db, { ...LETTER, notBefore: Date.now() + HOUR });
  await queueMail(database.db, { ...LETTER, subject: 'forgotten' });
  await database.db
    .updateTable('mails')
    .set({ created_at: Date.now() - 31 * DAY })
    .execute();
  await sweepMails(database.db);
  expect((await queue()).map(({ subject }) => subject)).toEqual(['S']);
});

test('messages sent while the clock was ahead get no sending time in the future', async () => {
  await queueMail(database.db, LETTER);
  await ahead(72 * HOUR, () => newSender(async () => {}).wake());
  await mendMailTimes(database.db);
  const [mail] = await queue();
  expect(mail?.sent_at).toBeLessThanOrEqual(Date.now());
});
