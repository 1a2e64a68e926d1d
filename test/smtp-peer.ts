/** A real mail server that keeps what it receives, for tests that follow a message to its reader. */
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  /** The recipients of the envelope: whom it was sent to, whatever its head says. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The message as it came over the wire. */
  raw: string;
  parsed: Email;
}

export interface SmtpPeer {
  url: string;
  messages: ReceivedMail[];
  /** The first message, come or coming, that fits. */
  waitFor(predicate: (mail: ReceivedMail) => boolean, timeoutMs?: number): Promise<ReceivedMail>;
  /** Answers the next messages with a temporary failure, as a busy server does; 550 would be a permanent one. */
  refuseNext(count: number, code?: number): void;
  stop(): Promise<void>;
}

export async function startSmtpPeer(): Promise<SmtpPeer> {
  const messages: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  let refusals = { left: 0, code: 451 };

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
    authOptional: true,
    // Its certificate would be self-signed, and a sender is right not to trust that.
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
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
  // A sender that hangs up in the middle is its own affair.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    messages,
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
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
