import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { GIVEN_UP, MailSender } from '#platform/mail/mail-sender.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { sweepMails } from '#platform/mail/sweep-mails.ts';
import { outboxTransport, type Send, smtpOptions, smtpTransport } from '#platform/mail/transport.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { startSmtpPeer } from '#test/peers/smtp-peer.ts';
import { checkMail } from './check-mail.ts';

const FROM = 'Stillwater <hello@still.example>';
const LETTER = {
  to: 'maren@example.org',
  subject: 'Grüße, and a link',
  text: 'Open http://localhost:3000/sign-in#token=abc\n',
  html: '<p>Open it</p>',
};
const quiet = { warn: () => {} };

let database: Database;
const senders: MailSender[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const mailSender of senders.splice(0)) await mailSender.stop();
  await database.close();
});

function newSender(send: Send, lease?: number): MailSender {
  const mailSender = new MailSender(database.db, send, quiet, lease);
  senders.push(mailSender);
  return mailSender;
}

const queue = () => database.db.selectFrom('mails').selectAll().orderBy('id').execute();
const everySent = async () => (await queue()).every(({ sent_at }) => sent_at !== null);

test('a real SMTP server receives queued messages, as text and HTML', async () => {
  const peer = await startSmtpPeer();
  await queueMail(database.db, LETTER);
  newSender(smtpTransport(peer.url, FROM)).wake();
  const mail = await peer.waitFor(({ subject }) => subject === LETTER.subject);
  expect(mail.text).toContain('#token=abc');
  expect(mail.html).toContain('<p>Open it</p>');
  expect(mail.raw).toContain('hello@still.example');
  await expect.poll(everySent).toBe(true);
  await peer.stop();
});

test('a mail server that accepts a connection and sends nothing times out', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const sending = smtpTransport(`smtp://127.0.0.1:${port}`, FROM, 200)(LETTER);
  await expect(sending).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  expect(await checkMail(`smtp://127.0.0.1:${port}`, FROM, LETTER.to, print, 200)).toBe(false);
  // Two timeouts end simultaneously, and either may be first.
  expect(lines).toEqual([expect.stringMatching(/ does not answer\. .* (Greeting never received|Timeout)$/)]);
  silent.close();
});

test('without SMTP, a message is written completely to the outbox, and its link is printed', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'stillwater-outbox-')), 'outbox');
  const printed: string[] = [];
  await queueMail(database.db, LETTER);
  newSender(outboxTransport(folder, FROM, (line) => printed.push(line))).wake();
  await expect.poll(everySent).toBe(true);
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/\.eml$/);
  const mail = await PostalMime.parse(await readFile(join(folder, name)));
  expect(mail).toMatchObject({ subject: LETTER.subject, to: [{ address: LETTER.to }] });
  expect(mail.text).toContain('#token=abc');
  expect(printed.join('\n')).toContain('http://localhost:3000/sign-in#token=abc');
});

test('a message that could not be sent stays queued, and is retried later', async () => {
  let broken = true;
  const sent: string[] = [];
  const mailSender = newSender(async (mail) => {
    if (broken) throw new Error('451 not now');
    sent.push(mail.to);
  });
  await queueMail(database.db, LETTER);
  mailSender.wake();
  await expect.poll(async () => (await queue())[0]?.last_error).toContain('451');
  const [waiting] = await queue();
  expect(waiting?.text).toBe(LETTER.text);
  expect(waiting?.next_attempt_at).toBeGreaterThan(Date.now() + 5_000);
  broken = false;
  await database.db.updateTable('mails').set({ next_attempt_at: 0 }).execute();
  await mailSender.stop();
  newSender(async (mail) => void sent.push(mail.to)).wake();
  await expect.poll(everySent).toBe(true);
  expect(sent).toEqual([LETTER.to]);
});

test.each([
  ['a recipient that does not exist', 'RCPT TO', 550, true],
  ['a full mailbox, for now', 'RCPT TO', 452, false],
  ['a password of ours that is wrong', 'AUTH', 535, false],
  ['a sender that is not allowed yet', 'MAIL FROM', 553, false],
] as const)('%s: a refusal at %s with %i is final: %s', async (_name, command, code, final) => {
  const peer = await startSmtpPeer();
  peer.refuseAt(command, code);
  await queueMail(database.db, LETTER);
  newSender(smtpTransport(peer.url.replace('//', '//me:secret@'), FROM)).wake();
  await expect.poll(async () => (await queue())[0]?.last_error).toContain(`${code}`);
  const [mail] = await queue();
  expect(mail?.next_attempt_at === GIVEN_UP).toBe(final);
  // The text may contain a sign-in link.
  expect(mail?.text).toBe(final ? '' : LETTER.text);
  await peer.stop();
});

test('a message that the server permanently refuses after its text is not sent again', async () => {
  const peer = await startSmtpPeer();
  peer.refuseNext(1, 554);
  await queueMail(database.db, LETTER);
  newSender(smtpTransport(peer.url, FROM)).wake();
  await expect.poll(async () => (await queue())[0]?.next_attempt_at).toBe(GIVEN_UP);
  await peer.stop();
});

test('a message with a link is retried once more while the link is valid', async () => {
  const expiresAt = Date.now() + 9 * 60_000;
  await queueMail(database.db, { ...LETTER, expiresAt });
  await database.db.updateTable('mails').set({ attempts: 3 }).execute();
  newSender(() => Promise.reject(new Error('451 not now'))).wake();
  await expect.poll(async () => (await queue())[0]?.last_error).toContain('451');
  expect((await queue())[0]?.next_attempt_at).toBe(expiresAt - 3 * 60_000);
});

test('a message whose link has expired is dropped, with the reason of its last failure', async () => {
  const sent: string[] = [];
  await queueMail(database.db, { ...LETTER, subject: 'ended', expiresAt: Date.now() - 1 });
  await queueMail(database.db, { ...LETTER, subject: 'open', expiresAt: Date.now() + 60_000 });
  await database.db
    .updateTable('mails')
    .set({ last_error: '451 not now' })
    .where('subject', '=', 'ended')
    .execute();
  newSender(async (mail) => void sent.push(mail.subject)).wake();
  await expect.poll(() => sent).toEqual(['open']);
  const [dropped] = await queue();
  expect(dropped).toMatchObject({
    sent_at: null,
    next_attempt_at: GIVEN_UP,
    text: '',
    last_error: '451 not now',
  });
});

test('every message has headers that mark it as automatic', async () => {
  const peer = await startSmtpPeer();
  await smtpTransport(peer.url, FROM)(LETTER);
  expect(peer.messages[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  await peer.stop();
});

test('a message crosses a network only with TLS, unless SMTP_URL allows otherwise', async () => {
  expect(smtpOptions('smtp://mail.example.org:587')).toMatchObject({ requireTLS: true });
  for (const local of ['smtp://localhost:25', 'smtp://127.0.0.1:1025', 'smtp://[::1]:25'])
    expect(smtpOptions(local)).toMatchObject({ requireTLS: false });
  // The peer does not support TLS.
  const peer = await startSmtpPeer();
  const insisting = smtpTransport(`${peer.url}?requireTLS=true`, FROM)(LETTER);
  await expect(insisting).rejects.toThrow(/STARTTLS/);
  expect(peer.messages).toEqual([]);
  await peer.stop();
});

test('a check sends one message and prints the server’s replies, without the password', async () => {
  const peer = await startSmtpPeer();
  const lines: string[] = [];
  const check = () =>
    checkMail(peer.url.replace('//', '//me:secret-password@'), FROM, LETTER.to, (line) => lines.push(line));
  expect(await check()).toBe(true);
  expect(peer.messages.map(({ to }) => to)).toEqual([[LETTER.to]]);
  expect(lines.join('\n')).toMatch(/^< 220 .*\n[\s\S]*^< 250 /m);
  expect(lines.join('\n')).not.toContain('secret-password');
  expect(lines.join('\n')).not.toContain(Buffer.from('secret-password').toString('base64'));
  peer.refuseAt('RCPT TO', 550);
  expect(await check()).toBe(false);
  expect(lines.at(-1)).toContain('550');
  await peer.stop();
});

test('two nodes share the sending, and each message is sent once', async () => {
  const sent: string[] = [];
  const nodes = new Set<string>();
  const slowOf =
    (node: string): Send =>
    async (mail) => {
      await sleep(5);
      sent.push(mail.subject);
      nodes.add(node);
    };
  const subjects = Array.from({ length: 20 }, (_, n) => `Letter ${n}`);
  for (const subject of subjects) await queueMail(database.db, { ...LETTER, subject });
  newSender(slowOf('one')).wake();
  newSender(slowOf('other')).wake();
  await expect.poll(everySent).toBe(true);
  expect(nodes.size).toBe(2);
  expect([...sent].sort()).toEqual([...subjects].sort());
});

test('a message whose sending takes longer than a lease is sent by one node', async () => {
  await queueMail(database.db, LETTER);
  const lease = 900;
  const slow = Promise.withResolvers<void>();
  let begun = 0;
  const send = () => {
    begun += 1;
    return slow.promise;
  };
  newSender(send, lease).wake();
  await expect.poll(() => begun).toBe(1);
  const other = newSender(send, lease);
  for (const until = Date.now() + 1.5 * lease; Date.now() < until; ) {
    other.wake();
    await sleep(lease / 10);
  }
  slow.resolve();
  await expect.poll(everySent).toBe(true);
  expect(begun).toBe(1);
});

test('a node whose message another node took over does not make it due again', async () => {
  await queueMail(database.db, LETTER);
  const slow = Promise.withResolvers<void>();
  newSender(() => slow.promise, 150).wake();
  await expect.poll(async () => (await queue())[0]?.attempts).toBe(1);
  await database.db.updateTable('mails').set({ next_attempt_at: GIVEN_UP }).execute();
  await sleep(200);
  const [mail] = await queue();
  slow.resolve();
  expect(mail?.next_attempt_at).toBe(GIVEN_UP);
});

test('a node renews the leases of its own messages only', async () => {
  for (const subject of ['sending', 'waiting']) await queueMail(database.db, { ...LETTER, subject });
  const slow = Promise.withResolvers<void>();
  newSender(() => slow.promise, 600).wake();
  await expect.poll(async () => (await queue())[0]?.attempts).toBe(1);
  const [{ until } = { until: 0 }] = await database.db
    .updateTable('mails')
    .set({ next_attempt_at: sql`(select max(next_attempt_at) from mails)` })
    .where('subject', '=', 'waiting')
    .returning('next_attempt_at as until')
    .execute();
  await expect.poll(async () => (await queue())[0]?.next_attempt_at).toBeGreaterThan(until);
  const [, waiting] = await queue();
  slow.resolve();
  expect(waiting?.next_attempt_at).toBe(until);
});

test('a message that was sent is not sent again when its lease ends', async () => {
  await queueMail(database.db, LETTER);
  const sent: string[] = [];
  const mailSender = newSender(async (mail) => void sent.push(mail.subject));
  await mailSender.wake();
  await database.db.updateTable('mails').set({ next_attempt_at: 0 }).execute();
  await mailSender.wake();
  expect(sent).toEqual([LETTER.subject]);
});

test('a message is deleted one day after it was sent', async () => {
  for (const subject of ['fresh', 'sent long ago', 'waiting', 'given up'])
    await queueMail(database.db, { ...LETTER, subject });
  const day = 24 * 60 * 60_000;
  const age = (subject: string, row: { sent_at?: number; created_at?: number }) =>
    database.db.updateTable('mails').set(row).where('subject', '=', subject).execute();
  await age('fresh', { sent_at: Date.now() - day / 2 });
  await age('sent long ago', { sent_at: Date.now() - 2 * day });
  await age('given up', { created_at: Date.now() - 31 * day });
  await sweepMails(database.db);
  expect((await queue()).map(({ subject }) => subject)).toEqual(['fresh', 'waiting']);
});

test('a message whose link expires soon is sent before earlier ones', async () => {
  for (const subject of ['gift 1', 'gift 2'])
    await queueMail(database.db, { ...LETTER, subject, expiresAt: Date.now() + 90 * 24 * 60 * 60_000 });
  await queueMail(database.db, { ...LETTER, subject: 'sign in', expiresAt: Date.now() + 15 * 60_000 });
  const sent: string[] = [];
  newSender(async (mail) => void sent.push(mail.subject)).wake();
  await expect.poll(() => sent).toEqual(['sign in', 'gift 1', 'gift 2']);
});
