import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from './queue.ts';

/** Hands one message over; throws when that failed. */
export type Send = (mail: Mail) => Promise<void>;

/** Loaded with the first message: it takes 20 MB that a node without mail to send never needs. */
const mailer = () => import('nodemailer');

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** In ms, for each step: name, connection, greeting, and every answer of the server's. */
const TIMEOUT = 15_000;

/** Sends by SMTP. */
export function smtpTransport(url: string, from: string, timeout = TIMEOUT): Send {
  const opened = once(async () =>
    (await mailer()).createTransport({
      url,
      dnsTimeout: timeout,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
    }),
  );
  return async (mail) => {
    await (await opened()).sendMail({ from, ...mail });
  };
}

/** Without SMTP each message is written whole to a folder, and its link is printed. */
export function outboxTransport(folder: string, from: string, print: (line: string) => void): Send {
  const opened = once(async () =>
    (await mailer()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  );
  return async (mail) => {
    const { message } = await (await opened()).sendMail({ from, ...mail });
    await mkdir(folder, { recursive: true });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`;
    // Whole or not at all: whoever watches the folder never reads half a message.
    await writeFile(join(folder, `.${name}`), message as Buffer);
    await rename(join(folder, `.${name}`), join(folder, name));
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
    print(`Mail to ${mail.to}: ${mail.subject}${link ? `\n  ${link}` : ''}`);
  };
}
