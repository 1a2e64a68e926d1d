import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailSender } from '#platform/mail/mail-sender.ts';
import { smtpTransport } from '#platform/mail/transport.ts';
import { anAccount, GOOD_PASSWORD, proofIn, someone } from '#test/account-fixture.ts';
import { type SmtpPeer, startSmtpPeer } from '#test/peers/smtp-peer.ts';
import { setUpApi } from '#test/set-up-api.ts';

/* Mails end to end: the call, the queue, a real SMTP server, and the link or code in the mail. */

let peer: SmtpPeer;
let mailSender: MailSender;
const api = setUpApi();
beforeAll(async () => {
  peer = await startSmtpPeer();
  const send = smtpTransport(peer.url, 'Stillwater <hello@stillwater.example>');
  mailSender = new MailSender(api.database.db, send, { warn: () => {} });
});
afterAll(async () => {
  await mailSender.stop();
  await peer.stop();
});

async function arrived(to: string, subject: string) {
  mailSender.wake();
  const mail = await peer.waitFor((each) => each.to.includes(to) && each.subject.startsWith(subject));
  return { ...mail, ...proofIn(mail.text) };
}

test('the sign-in mail of a returning visitor arrives, and its link works', async () => {
  const email = 'returning@example.org';
  const client = someone(api);
  for (let n = 0; n < 2; n += 1) await client.send('POST', '/api/email-signup', { email });
  const mail = await arrived(email, 'Sign in to Stillwater');
  expect(mail.from).toBe('hello@stillwater.example');
  expect(mail.html).toContain(`http://localhost:3000/sign-in#token=${mail.token}`);
  const phone = someone(api);
  expect((await phone.send('POST', '/api/email-signup/verify', { token: mail.token })).status).toBe(200);
});

test('a new account’s mail arrives and proves the address', async () => {
  const account = anAccount();
  const client = someone(api);
  await client.send('POST', '/api/register', account);
  const mail = await arrived(account.email, 'Confirm your email');
  expect(mail.html).toContain(`/verify-email#token=${mail.token}`);
  expect((await client.post('/api/user/email/verify', { code: mail.code })).body.emailVerified).toBe(true);
});

test('the mail for a forgotten password arrives, sets a new one, and a notification follows', async () => {
  const account = anAccount();
  await someone(api).send('POST', '/api/register', account);
  await someone(api).send('POST', '/api/password/forgot', { email: account.email });
  const mail = await arrived(account.email, 'Reset your Stillwater password');
  const password = `${GOOD_PASSWORD}-again`;
  const answer = await someone(api).send('POST', '/api/password/reset', { token: mail.token, password });
  expect(answer.status).toBe(200);
  expect((await arrived(account.email, 'Your Stillwater password was changed')).text).toContain(
    '/forgot-password',
  );
});

test('a busy mail server delays a mail and does not lose it', async () => {
  peer.refuseNext(1);
  const account = anAccount();
  await someone(api).send('POST', '/api/register', account);
  mailSender.wake();
  await mailSender.stop();
  expect(peer.messages.some(({ to }) => to.includes(account.email))).toBe(false);
  await api.database.db
    .updateTable('mails')
    .set({ next_attempt_at: 0 })
    .where('sent_at', 'is', null)
    .execute();
  const send = smtpTransport(peer.url, 'Stillwater <hello@stillwater.example>');
  mailSender = new MailSender(api.database.db, send, { warn: () => {} });
  await arrived(account.email, 'Confirm your email');
});
