import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { startSmtpPeer } from '#test/peers/smtp-peer.ts';
import { checkMail } from './check-mail.ts';

/** Returns the last line of a check of the mail server at `url`, which fails. */
async function lastLine(url: string, timeout?: number): Promise<string | undefined> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const isSent = await checkMail(url, 'a@still.example', 'maren@example.org', print, timeout);
  expect(isSent).toBe(false);
  return lines.at(-1);
}

test('a closed port is named, with what to do', async () => {
  const port = await freePort();
  expect(await lastLine(`smtp://127.0.0.1:${port}`)).toBe(
    `No mail server listens at 127.0.0.1, port ${port}: the connection was refused. ` +
      'Correct host and port in SMTP_URL, or start the mail server.',
  );
});

test('a silent port is named, with the ports of both kinds of URL', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  expect(await lastLine(`smtp://127.0.0.1:${port}`, 200)).toMatch(
    new RegExp(`^127\\.0\\.0\\.1, port ${port} does not answer\\. .*smtp:// for port 587 .*firewall`),
  );
  silent.close();
});

test('a name without an address is named', async () => {
  expect(await lastLine('smtp://mail.invalid')).toMatch(/^The name mail\.invalid was not found\. .*DNS/);
});

test('a server without TLS, at a URL that needs it, is named with the two kinds of ports', async () => {
  const peer = await startSmtpPeer();
  const { port } = new URL(peer.url);
  const late = await lastLine(`${peer.url}?requireTLS=true`);
  expect(late).toMatch(
    new RegExp(`^127\\.0\\.0\\.1, port ${port} offers no TLS, .*587, or smtps:// and 465`),
  );
  const early = await lastLine(peer.url.replace('smtp:', 'smtps:'));
  expect(early).toMatch(/ does not begin with TLS\. Use smtp:\/\/ instead of smtps:\/\//);
  expect(early).not.toContain('openssl');
  await peer.stop();
});

test('a certificate that is not accepted leads to its name and to authorities', async () => {
  const peer = await startSmtpPeer({ offersTls: true });
  const url = `${peer.url}?requireTLS=true&tls.rejectUnauthorized=true`;
  const line = await lastLine(url.replace('127.0.0.1', '[::ffff:127.0.0.1]'));
  expect(line).toMatch(/^The certificate of .*, port \d+ is not accepted: .*NODE_EXTRA_CA_CERTS/);
  await peer.stop();
});

test('a wrong password leads to SMTP_URL, with the server’s words', async () => {
  const peer = await startSmtpPeer();
  peer.refuseAt('AUTH', 535);
  expect(await lastLine(peer.url.replace('//', '//me:secret@'))).toMatch(
    /^User or password in SMTP_URL are wrong, .*%40 for @\. The server said: .*535/,
  );
  await peer.stop();
});
