import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { startSmtpPeer } from '#test/peers/smtp-peer.ts';
import { GIVEN_UP, MailSender } from './mail-sender.ts';
import { type Mail, queueMail } from './queue.ts';
import { isSurelyUnsent, type Send, smtpTransport } from './transport.ts';

let database: Database;
const senders: MailSender[] = [];
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const sender of senders.splice(0)) await sender.stop();
  await database.close();
});

function wake(send: Send): MailSender {
  const sender = new MailSender(database.db, send, { warn: () => {} });
  senders.push(sender);
  sender.wake();
  return sender;
}
const aMail = (to: string, isBulk: boolean): Mail => ({
  to,
  subject: 'S',
  text: 'T\n',
  html: '<p>T</p>',
  isBulk,
});
const rows = () => database.db.selectFrom('mails').selectAll().orderBy('id').execute();
const makeDue = () => database.db.updateTable('mails').set({ next_attempt_at: 0 }).execute();

test('bulk mails are sent after all other mails', async () => {
  for (const n of [1, 2, 3]) await queueMail(database.db, aMail(`bulk-${n}`, true));
  await queueMail(database.db, aMail('sign-in', false));
  const sent: string[] = [];
  wake(async ({ to }) => void sent.push(to));
  await expect.poll(() => sent).toEqual(['sign-in', 'bulk-1', 'bulk-2', 'bulk-3']);
});

test('additional headers reach the server', async () => {
  const peer = await startSmtpPeer();
  await queueMail(database.db, {
    ...aMail('a@example.org', true),
    headers: { 'List-Unsubscribe': '<https://x>' },
  });
  wake(smtpTransport(peer.url, 'hello@still.example'));
  const { raw } = await peer.waitFor(() => true);
  expect(raw).toContain('List-Unsubscribe: <https://x>');
  expect(raw).toContain('Auto-Submitted: auto-generated');
  await peer.stop();
});

test('a message that is sent again, because an answer was lost, has the same Message-ID', async () => {
  const peer = await startSmtpPeer();
  await queueMail(database.db, aMail('a@example.org', false));
  const send = smtpTransport(peer.url, 'Still <hello@still.example>');
  const sender = wake(async (mail) => {
    await send(mail);
    throw new Error('the connection was lost');
  });
  await expect.poll(rows).toMatchObject([{ last_error: expect.any(String) }]);
  await makeDue();
  await sender.wake();
  const ids = peer.messages.map(({ parsed }) => parsed.messageId);
  expect(ids).toEqual([ids[0], ids[0]]);
  expect(ids[0]).toMatch(/^<[\w.]+@still\.example>$/);
  send.close?.();
  await peer.stop();
});

test('after a crash during sending, other mails are sent again, and bulk never is', async () => {
  await queueMail(database.db, aMail('bulk', true));
  await queueMail(database.db, aMail('link', false));
  const never = new Promise<void>(() => {});
  const begun: string[] = [];
  // Two nodes die while they send.
  for (const n of [1, 2]) {
    new MailSender(
      database.db,
      ({ to }) => {
        begun.push(to);
        return never;
      },
      { warn: () => {} },
    ).wake();
    await expect.poll(() => begun).toHaveLength(n);
  }
  expect(begun).toEqual(['link', 'bulk']);
  await makeDue();
  const sent: string[] = [];
  wake(async ({ to }) => void sent.push(to));
  await expect.poll(rows).toMatchObject([
    {
      sent_at: null,
      next_attempt_at: GIVEN_UP,
      text: '',
      last_error: 'The program stopped while it was being sent.',
    },
    { sent_at: expect.any(Number) },
  ]);
  expect(sent).toEqual(['link']);
});

test('bulk is retried only if the server certainly did not receive it', async () => {
  await queueMail(database.db, aMail('bulk', true));
  let error: Error = Object.assign(new Error('451 later'), { responseCode: 451, command: 'DATA' });
  let attempts = 0;
  const send = async () => {
    attempts += 1;
    throw error;
  };
  wake(send);
  await expect.poll(async () => (await rows())[0]?.last_error).toContain('451 later');
  await senders.pop()?.stop();
  expect((await rows())[0]?.next_attempt_at).toBeLessThan(GIVEN_UP);
  await makeDue();
  error = Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' });
  wake(send);
  await expect.poll(async () => (await rows())[0]?.next_attempt_at).toBe(GIVEN_UP);
  expect(attempts).toBe(2);
});

test('a server that could not be reached has not received the message', async () => {
  const refused = smtpTransport(
    'smtp://127.0.0.1:1',
    'hello@still.example',
    300,
  )(aMail('a@example.org', true));
  const error = await refused.catch((reason) => reason);
  expect(isSurelyUnsent(error), JSON.stringify(error)).toBe(true);
  expect(isSurelyUnsent(new Error('socket hang up'))).toBe(false);
});

test('bulk is retried if its sender’s name cannot be read', async () => {
  await queueMail(database.db, aMail('bulk', true));
  const name = () => Promise.reject(new DatabaseUnavailable('busy', 'no connection was free'));
  wake(smtpTransport('smtp://127.0.0.1:1', { address: 'hello@still.example', name }));
  await expect.poll(async () => (await rows())[0]?.last_error).toContain('busy');
  expect((await rows())[0]?.next_attempt_at).toBeLessThan(GIVEN_UP);
});
