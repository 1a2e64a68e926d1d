import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpPeer, startSmtpPeer } from './smtp-peer.ts';

let peer: SmtpPeer;

beforeAll(async () => {
  peer = await startSmtpPeer();
});

afterAll(() => peer.stop());

const send = (subject: string) =>
  createTransport(peer.url).sendMail({
    from: 'Stillwater <hello@stillwater.test>',
    to: 'mira@example.test',
    subject,
    text: 'A drop of water – one.',
    html: '<p>A drop of water – <b>one</b>.</p>',
  });

test('a sent mail arrives complete and parsed', async () => {
  const arriving = peer.waitFor((mail) => mail.subject === 'Überraschung');
  await send('Überraschung');
  const mail = await arriving;
  expect(mail.to).toEqual(['mira@example.test']);
  expect(mail.from).toBe('hello@stillwater.test');
  expect(mail.text.trim()).toBe('A drop of water – one.');
  expect(mail.html).toContain('<b>one</b>');
  expect(mail.raw).toContain('MIME-Version: 1.0');
});

test('refused messages do not arrive, and the next one does', async () => {
  peer.refuseNext(1);
  await expect(send('busy')).rejects.toMatchObject({ responseCode: 451 });
  await send('again');
  await peer.waitFor((mail) => mail.subject === 'again');
  expect(peer.messages.map((mail) => mail.subject)).not.toContain('busy');
});

test('the error of a wait without a match lists the received mails', async () => {
  await send('something else');
  await expect(peer.waitFor((mail) => mail.subject === 'never', 50)).rejects.toThrow('something else');
});
