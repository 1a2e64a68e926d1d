import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { isThisMachine } from '../http/guard/networks.ts';
import type { Mail } from './queue.ts';

/** Sends one message. Throws on failure. */
export interface Send {
  (mail: Mail): Promise<void>;
  /** Closes idle connections. Nothing can be sent afterwards. */
  close?(): void;
}

/** The From of messages: a complete address, or a bare one with a name that is read for each message. */
export type Sender = string | { address: string; name(): Promise<string> };

/** Returns the From of the next message. */
export const senderOf = async (sender: Sender) =>
  typeof sender === 'string' ? sender : { address: sender.address, name: await sender.name() };

/** Loaded with the first message, because it takes 20 MB that a node without mail does not need. */
const mailer = () => import('nodemailer');

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** In ms, for each step: DNS, connection and greeting. */
const TIMEOUT = 15_000;
/**
 * Factor from that to the timeout of each further response: two minutes. A server that scans a message has it
 * when its response comes too late, so each retry sends a copy. RFC 5321, 4.5.3.2.6 recommends ten minutes,
 * but a silent server would stop the node's other messages as long.
 */
const RESPONSE = 8;

/** RFC 3834: prevents out-of-office replies. */
const DEFAULTS = { headers: { 'Auto-Submitted': 'auto-generated' } };

/**
 * Commands whose responses are about the message. Responses to others, such as AUTH, are about the site's
 * settings.
 */
const ABOUT_THE_MESSAGE = ['RCPT TO', 'DATA'];

/** Tells whether the mail server refused the message permanently: 5xx (RFC 5321, 4.2.1). */
export function isFinalRefusal(error: unknown): boolean {
  const { responseCode, command } = Object(error) as { responseCode?: unknown; command?: unknown };
  return (
    typeof responseCode === 'number' && responseCode >= 500 && ABOUT_THE_MESSAGE.includes(String(command))
  );
}

const BEFORE_THE_MESSAGE = ['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE'];
const NO_CONNECTION = ['connect', 'getaddrinfo'];
/**
 * nodemailer's messages about a server that has never answered. It uses the same code for one that falls
 * silent later.
 */
export const NO_ANSWER = /^(Connection timeout|Greeting never received)/;

/**
 * Tells whether the mail server certainly did not accept the message: it refused it, or no conversation
 * began, for example because the sender's name could not be read. A connection lost in between leaves that
 * open.
 */
export function isSurelyUnsent(error: unknown): boolean {
  const { responseCode, code, syscall, message } = Object(error) as Record<string, unknown>;
  return (
    typeof responseCode === 'number' ||
    error instanceof DatabaseUnavailable ||
    BEFORE_THE_MESSAGE.includes(String(code)) ||
    NO_CONNECTION.includes(String(syscall)) ||
    NO_ANSWER.test(String(message))
  );
}

/**
 * Returns the options of a connection. Passwords and links cross a network only with TLS, unless the URL ends
 * with `?requireTLS=false`. The mail server of this machine usually offers TLS with a certificate that is
 * self-signed or for another name.
 */
export const smtpOptions = (url: string, timeout = TIMEOUT) => {
  const crossesNetwork = !isThisMachine(new URL(url).hostname);
  return {
    url,
    requireTLS: crossesNetwork,
    tls: { rejectUnauthorized: crossesNetwork },
    dnsTimeout: timeout,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout * RESPONSE,
  };
};

/**
 * Maximum idle time of a connection in ms. It serves up to 100 consecutive messages. Mail servers wait for
 * five minutes (RFC 5321, 4.5.3.2.7), but network devices may drop a connection sooner.
 */
const IDLE_TIMEOUT = 10_000;

/**
 * The second connection serves a message while the first one closes. nodemailer moves a message to another
 * connection, once, only if nothing of it was sent, because a reused connection may be closed already.
 */
const POOL = { pool: true as const, maxConnections: 2, maxRequeues: 2, maxMessages: 100 };

/** Sends by SMTP. */
export function smtpTransport(
  url: string,
  sender: Sender,
  timeout?: number,
  idleTimeout = IDLE_TIMEOUT,
): Send {
  let pool: { close(): void } | undefined;
  const opened = once(async () => {
    const transport = (await mailer()).createTransport(
      { ...smtpOptions(url, timeout), ...POOL, idleTimeout },
      DEFAULTS,
    );
    pool = transport;
    return transport;
  });
  const send: Send = async ({ id, ...mail }) => {
    const from = await senderOf(sender);
    const [, domain] = /@([^@\s>]+)>?\s*$/.exec(typeof from === 'string' ? from : from.address) ?? [];
    const messageId = id && domain && `<${id}@${domain}>`;
    await (await opened()).sendMail({ from, ...(messageId && { messageId }), ...mail });
  };
  send.close = () => pool?.close();
  return send;
}

/** Writes each message to a folder and prints its link, for sites without SMTP. */
export function outboxTransport(folder: string, sender: Sender, print: (line: string) => void): Send {
  const opened = once(async () =>
    (await mailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, DEFAULTS),
  );
  return async (mail) => {
    const { message } = await (await opened()).sendMail({ from: await senderOf(sender), ...mail });
    await mkdir(folder, { recursive: true });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`;
    // Renamed when complete, so that readers never see a partial message.
    await writeFile(join(folder, `.${name}`), message as Buffer);
    await rename(join(folder, `.${name}`), join(folder, name));
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
    print(`Mail to ${mail.to}: ${mail.subject}${link ? `\n  ${link}` : ''}`);
  };
}
