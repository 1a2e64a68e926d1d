import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { type SmtpPeer, startSmtpPeer } from '#test/peers/smtp-peer.ts';
import { findMailOutage, LATE } from './mail-outage.ts';
import { MailSender } from './mail-sender.ts';
import { queueMail } from './queue.ts';
import { smtpTransport } from './transport.ts';

let database: Database;
let peer: SmtpPeer;
beforeEach(async () => {
  database = await openTestDatabase();
  peer = await startSmtpPeer();
});
afterEach(async () => {
  await peer.stop();
  await database.close();
});

/**
 * Attempts to send mails to these addresses. Tells whether that counts as an outage after a quarter of an
 * hour.
 */
async function isOutage(...addresses: string[]): Promise<boolean> {
  const { db } = database;
  for (const to of addresses) await queueMail(db, { to, subject: 's', text: 't', html: 'h' });
  const sender = new MailSender(db, smtpTransport(peer.url, 'hello@still.example'), { warn: () => {} });
  await sender.wake();
  await sender.stop();
  const outage = await findMailOutage(db, Date.now() + LATE + 1);
  return outage !== null;
}

test('an address that temporarily refuses mails is no outage, even without other mails', async () => {
  peer.refuseAt('RCPT TO', 450);
  expect(await isOutage('ada@gmial.example', 'ben@GMIAL.example')).toBe(false);
});

test.each([
  ['refuses addresses of more than one domain', 'RCPT TO', 450],
  ['refuses our password', 'AUTH', 535],
  ['refuses what it gets', 'DATA', 451],
] as const)('a mail server that %s is an outage', async (_what, command, code) => {
  if (command === 'DATA') peer.refuseNext(2, code);
  else peer.refuseAt(command, code);
  peer.url = peer.url.replace('//', '//me:secret@');
  expect(await isOutage('ada@one.example', 'ben@two.example')).toBe(true);
});
