import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import DKIM from 'nodemailer/lib/dkim';

/*
 * A domain that sends mail as an owner's relay does: signed, and with its DNS records. The domain's name is
 * reserved for examples, so a local name server serves the records.
 */

export const DOMAIN = 'example.org';
/** IP address of the domain's mail server. Filters distrust the ranges reserved for documentation. */
export const SENDER_IP = '93.184.215.14';
export const SENDER_HOST = `mail.${DOMAIN}`;
const SELECTOR = 'letters';
/** Longest part of a TXT record, in bytes (RFC 1035, 3.3.14). */
const MAX_PART = 255;

export interface SendingDomain {
  /** Port of the name server on 127.0.0.1. */
  dnsPort: number;
  /** Signs a message by DKIM. */
  sign(raw: string): Promise<string>;
  stop(): void;
}

export async function startSendingDomain(): Promise<SendingDomain> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const dnsPort = await freeUdpPort();
  const stop = await startNameServer(dnsPort, `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`);
  const signer = new DKIM({ domainName: DOMAIN, keySelector: SELECTOR, privateKey });
  return { dnsPort, sign: async (raw) => (await buffer(signer.sign(raw))).toString('utf8'), stop };
}

/** Starts Debian's dnsmasq with the domain's records. Other names do not exist. */
async function startNameServer(port: number, key: string): Promise<() => void> {
  const parts = key.match(new RegExp(`.{1,${MAX_PART}}`, 'g')) ?? [];
  const records = [
    `--txt-record=${SELECTOR}._domainkey.${DOMAIN},${parts.join(',')}`,
    `--txt-record=${DOMAIN},v=spf1 ip4:${SENDER_IP} -all`,
    `--txt-record=_dmarc.${DOMAIN},v=DMARC1; p=reject`,
    `--mx-host=${DOMAIN},${SENDER_HOST},10`,
    `--host-record=${SENDER_HOST},${SENDER_IP}`,
    `--host-record=${DOMAIN},${SENDER_IP}`,
  ];
  const options = [
    '--no-daemon',
    '--no-resolv',
    '--no-hosts',
    '--listen-address=127.0.0.1',
    '--bind-interfaces',
  ];
  const server = spawn(
    'dnsmasq',
    ['--conf-file=/dev/null', `--port=${port}`, '--address=/#/', ...options, ...records],
    { stdio: 'ignore' },
  );
  server.on('error', () => {});
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  for (const until = Date.now() + 5000; ; await sleep(50)) {
    const found = await resolver.resolve4(SENDER_HOST).catch(() => [] as string[]);
    if (found.includes(SENDER_IP)) return () => server.kill();
    if (Date.now() > until) throw new Error('dnsmasq did not start. On Debian: apt-get install dnsmasq-base');
  }
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
