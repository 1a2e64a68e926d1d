import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { isThisMachine } from '../http/guard/networks.ts';
import type { Mail } from './queue.ts';

/** Sends one message. Throws when that fails. */
export interface Send {
  (mail: Mail): Promise<void>;
  /** Closes connections that wait for a further message. Nothing can be sent any more. */
  close?(): void;
}

/** The From of messages: a whole address, or a bare one with the name of the moment. */
export type Sender = string | { address: string; name(): Promise<string> };

/** The From of a message that is sent now. */
export const senderOf = async (sender: Sender) =>
  typeof sender === 'string' ? sender : { address: sender.address, name: await sender.name() };

/** Loaded with the first message: it takes 20 MB that a node without mail does not need. */
const mailer = () => import('nodemailer');

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** In ms, for each step: DNS, connection, greeting, and every response of the server. */
const TIMEOUT = 15_000;

/** RFC 3834: mail programs send no out-of-office replies to these. */
const DEFAULTS = { headers: { 'Auto-Submitted': 'auto-generated' } };

/** Answers to these commands are about the one message; to others, such as AUTH, about our settings. */
const ABOUT_THE_MESSAGE = ['RCPT TO', 'DATA'];

/** Whether the mail server refused the message for good: 5xx (RFC 5321, 4.2.1). */
export function isFinalRefusal(error: unknown): boolean {
  const { responseCode, command } = Object(error) as { responseCode?: unknown; command?: unknown };
  return (
    typeof responseCode === 'number' && responseCode >= 500 && ABOUT_THE_MESSAGE.includes(String(command))
  );
}

const BEFORE_THE_MESSAGE = ['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE'];
const NO_CONNECTION = ['connect', 'getaddrinfo'];

/**
 * Whether the mail server certainly does not have the message: it said so, or no conversation began, such as
 * when the sender's name could not be read. After a connection that was lost in between, nobody knows.
 */
export function isSurelyUnsent(error: unknown): boolean {
  const { responseCode, code, syscall, message } = Object(error) as Record<string, unknown>;
  return (
    typeof responseCode === 'number' ||
    error instanceof DatabaseUnavailable ||
    BEFORE_THE_MESSAGE.includes(String(code)) ||
    NO_CONNECTION.includes(String(syscall)) ||
    // nodemailer gives all its time-outs the same code.
    /^(Connection timeout|Greeting never received)/.test(String(message))
  );
}

/**
 * Options of a connection. Passwords and links cross a network only with TLS, unless the URL ends with
 * `?requireTLS=false`.
 */
export const smtpOptions = (url: string, timeout = TIMEOUT) => ({
  url,
  requireTLS: !isThisMachine(new URL(url).hostname),
  dnsTimeout: timeout,
  connectionTimeout: timeout,
  greetingTimeout: timeout,
  socketTimeout: timeout,
});

/**
 * A connection serves all messages that follow one another within so many ms, and 100 at most. Mail servers
 * wait for five minutes (RFC 5321, 4.5.3.2.7), but what lies between may forget a connection sooner.
 */
const IDLE_TIMEOUT = 10_000;

/**
 * The second connection is for a message while the first one ends. nodemailer gives a message to another
 * connection only if none of it was sent: a reused connection may be gone. That happens once for each.
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

/** Without SMTP: writes each message to a folder and prints its link. */
export function outboxTransport(folder: string, sender: Sender, print: (line: string) => void): Send {
  const opened = once(async () =>
    (await mailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, DEFAULTS),
  );
  return async (mail) => {
    const { message } = await (await opened()).sendMail({ from: await senderOf(sender), ...mail });
    await mkdir(folder, { recursive: true });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`;
    // Renamed when complete, so that nobody reads half a message.
    await writeFile(join(folder, `.${name}`), message as Buffer);
    await rename(join(folder, `.${name}`), join(folder, name));
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
    print(`Mail to ${mail.to}: ${mail.subject}${link ? `\n  ${link}` : ''}`);
  };
}
