import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { smtpOptions, smtpTransport } from '#platform/mail/transport.ts';
import { startSmtpPeer } from '#test/peers/smtp-peer.ts';

/* Mail servers as Debian installs them. */

const FROM = 'Stillwater <hello@still.example>';
const LETTER = { to: 'maren@example.org', subject: 'S', text: 'T\n', html: '<p>T</p>' };

test('a mail server on this machine needs no valid certificate, one elsewhere does', async () => {
  const peer = await startSmtpPeer({ offersTls: true });
  const send = smtpTransport(peer.url, FROM);
  await send(LETTER);
  expect(peer.messages).toHaveLength(1);
  send.close?.();
  await peer.stop();
  const tls = { rejectUnauthorized: true };
  expect(smtpOptions('smtp://mail.example.org:587')).toMatchObject({ requireTLS: true, tls });
});

test('a mail server may take longer for a message than for its greeting', async () => {
  const GREETING = 2_000;
  const server = createServer((socket) => {
    socket.on('error', () => {}).write('220 here\r\n');
    let inData = false;
    createInterface({ input: socket }).on('line', async (line) => {
      if (line === '.') {
        // Looks for viruses.
        await sleep(GREETING * 1.5);
        inData = false;
      } else if (inData) return;
      else inData = line === 'DATA';
      socket.write(inData ? '354 go\r\n' : '250 taken\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = smtpTransport(`smtp://127.0.0.1:${port}`, FROM, GREETING);
  await send(LETTER);
  send.close?.();
  server.close();
});
