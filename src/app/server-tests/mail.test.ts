import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { Postman } from '#platform/mail/postman.ts';
import { queueMail, sweepMails } from '#platform/mail/queue.ts';
import { outboxTransport, type Send, smtpTransport } from '#platform/mail/transport.ts';
import { startSmtpPeer } from '#test/smtp-peer.ts';
import { openTestDatabase } from '#test/test-database.ts';

const FROM = 'Stillwater <hello@still.example>';
const LETTER = {
  to: 'maren@example.org',
  subject: 'Grüße, and a link',
  text: 'Open http://localhost:3000/sign-in#token=abc\n',
  html: '<p>Open it</p>',
};
const quiet = { warn: () => {} };

let database: Database;
const postmen: Postman[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const postman of postmen.splice(0)) await postman.stop();
  await database.close();
});

function hire(send: Send): Postman {
  const postman = new Postman(database.db, send, quiet);
  postmen.push(postman);
  return postman;
}

const queue = () => database.db.selectFrom('mails').selectAll().orderBy('id').execute();
const everySent = async () => (await queue()).every(({ sent_at }) => sent_at !== null);

test('a real SMTP server receives what was queued, in text and HTML', async () => {
  const peer = await startSmtpPeer();
  await queueMail(database.db, LETTER);
  hire(smtpTransport(peer.url, FROM)).wake();
  const mail = await peer.waitFor(({ subject }) => subject === LETTER.subject);
  expect(mail.text).toContain('#token=abc');
  expect(mail.html).toContain('<p>Open it</p>');
  expect(mail.raw).toContain('hello@still.example');
  await expect.poll(everySent).toBe(true);
  await peer.stop();
});

test('a mail server that takes the call and says nothing is not waited for', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const sending = smtpTransport(`smtp://127.0.0.1:${port}`, FROM, 200)(LETTER);
  await expect(sending).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  silent.close();
});

test('without SMTP a message is written whole to the outbox, and its link is printed', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'stillwater-outbox-')), 'outbox');
  const printed: string[] = [];
  await queueMail(database.db, LETTER);
  hire(outboxTransport(folder, FROM, (line) => printed.push(line))).wake();
  await expect.poll(everySent).toBe(true);
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/\.eml$/);
  const mail = await PostalMime.parse(await readFile(join(folder, name)));
  expect(mail).toMatchObject({ subject: LETTER.subject, to: [{ address: LETTER.to }] });
  expect(mail.text).toContain('#token=abc');
  expect(printed.join('\n')).toContain('http://localhost:3000/sign-in#token=abc');
});

test('a message that could not be sent stays, and is tried again later', async () => {
  let broken = true;
  const sent: string[] = [];
  const postman = hire(async (mail) => {
    if (broken) throw new Error('451 not now');
    sent.push(mail.to);
  });
  await queueMail(database.db, LETTER);
  postman.wake();
  await expect.poll(async () => (await queue())[0]?.last_error).toContain('451');
  const [waiting] = await queue();
  expect(waiting?.text).toBe(LETTER.text);
  expect(waiting?.next_attempt_at).toBeGreaterThan(Date.now() + 5_000);
  broken = false;
  await database.db.updateTable('mails').set({ next_attempt_at: 0 }).execute();
  await postman.stop();
  hire(async (mail) => void sent.push(mail.to)).wake();
  await expect.poll(everySent).toBe(true);
  expect(sent).toEqual([LETTER.to]);
});

test('two nodes send each message once', async () => {
  const sent: string[] = [];
  const slow: Send = async (mail) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    sent.push(mail.subject);
  };
  const subjects = Array.from({ length: 20 }, (_, n) => `Letter ${n}`);
  for (const subject of subjects) await queueMail(database.db, { ...LETTER, subject });
  hire(slow).wake();
  hire(slow).wake();
  await expect.poll(everySent, { timeout: 5_000 }).toBe(true);
  expect([...sent].sort()).toEqual([...subjects].sort());
});

test('whom we wrote to is forgotten a day after it was sent', async () => {
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
