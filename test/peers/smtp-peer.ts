/** A real SMTP server that stores the received mails. */
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  from: string;
  /** Envelope recipients. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The raw message. */
  raw: string;
  parsed: Email;
}

export interface SmtpPeer {
  url: string;
  messages: ReceivedMail[];
  /** Accepted passwords. Null: the server requires no authentication. */
  passwords: Set<string> | null;
  /** Resolves to the first matching message, received or future. */
  waitFor(predicate: (mail: ReceivedMail) => boolean, timeoutMs?: number): Promise<ReceivedMail>;
  /** Refuses the next messages after their data: temporarily with 4xx, permanently with 5xx. */
  refuseNext(count: number, code?: number): void;
  /** Refuses every message at this command, until it is called without a code. */
  refuseAt(command: 'AUTH' | 'MAIL FROM' | 'RCPT TO', code?: number): void;
  stop(): Promise<void>;
}

const refusal = (responseCode: number) => Object.assign(new Error('Refused'), { responseCode });

/**
 * `closeTimeout` in ms: a sender keeps its connection open for further messages when the peer stops. The
 * disabled reverse lookup avoids waiting for the machine's DNS.
 */
const OPTIONS = { authOptional: true, closeTimeout: 100, disableReverseLookup: true };

/** `offersTls`: it has a self-signed certificate, as the mail server of a fresh Debian. */
export async function startSmtpPeer({ offersTls = false } = {}): Promise<SmtpPeer> {
  const messages: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  let refusals = { left: 0, code: 451 };
  const refusedAt = new Map<string, number>();
  const refusalAt = (command: string) => {
    const code = refusedAt.get(command);
    return code === undefined ? null : refusal(code);
  };

  const receive = async (raw: Buffer, from: string, to: string[]): Promise<void> => {
    if (refusals.left > 0) {
      refusals.left -= 1;
      throw Object.assign(new Error('Not now'), { responseCode: refusals.code });
    }
    const parsed = await PostalMime.parse(raw);
    messages.push({
      from,
      to,
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? '',
      raw: raw.toString('utf8'),
      parsed,
    });
    for (const look of waiting) look();
  };

  const server = new SMTPServer({
    ...OPTIONS,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    onAuth(auth, _session, done) {
      const wrong = peer.passwords && !peer.passwords.has(auth.password ?? '') ? refusal(535) : null;
      done(refusalAt('AUTH') ?? wrong, { user: auth.username });
    },
    onMailFrom(_address, session, done) {
      const unknown = peer.passwords && !session.user ? refusal(530) : null;
      done(refusalAt('MAIL FROM') ?? unknown);
    },
    onRcptTo: (_address, _session, done) => done(refusalAt('RCPT TO')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const { mailFrom, rcptTo } = session.envelope;
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = rcptTo.map((recipient) => recipient.address);
        receive(Buffer.concat(chunks), mailFrom ? mailFrom.address : '', recipients).then(() => done(), done);
      });
    },
  });
  // Senders may disconnect at any time.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');

  const peer: SmtpPeer = {
    url: `smtp://127.0.0.1:${address.port}`,
    messages,
    passwords: null,
    waitFor: (predicate, timeoutMs = 5_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find(predicate);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          const seen = messages.map(({ to, subject }) => `${to.join(', ')}: ${subject}`).join('\n');
          reject(new Error(`No such message within ${timeoutMs} ms. Received:\n${seen || 'nothing'}`));
        }, timeoutMs);
        waiting.add(look);
        look();
      }),
    refuseNext(count, code = 451) {
      refusals = { left: count, code };
    },
    refuseAt(command, code) {
      if (code === undefined) refusedAt.delete(command);
      else refusedAt.set(command, code);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return peer;
}
