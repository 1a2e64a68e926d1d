import type { Db } from '#platform/database/open.ts';
import type { Send } from './transport.ts';

interface Log {
  warn(details: object, message: string): void;
}

/** How often the queue is looked at without being asked, in ms. */
const LOOK_EVERY = 5_000;
/** Seconds until the next attempt after the first, second, … failure; then the message is given up. */
const RETRY_AFTER = [10, 60, 300, 1800, 7200, 21_600];
/** While one node sends a message, no other takes it up, for this many ms. */
const LEASE = 60_000;

/** Sends what is in the mail queue, one message at a time, and again after failures. */
export class Postman {
  readonly #db: Db;
  readonly #send: Send;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #stopped = false;

  constructor(db: Db, send: Send, log: Log) {
    this.#db = db;
    this.#send = send;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY);
    this.#timer.unref();
    this.wake();
  }

  /** Something was queued: send it now rather than at the next look. */
  wake(): void {
    if (this.#stopped) return;
    this.#round ??= this.#deliver()
      .catch((error) => this.#log.warn({ err: error }, 'the mail queue could not be read'))
      .finally(() => {
        this.#round = undefined;
      });
  }

  /** Finishes the message at hand; the rest stays queued. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#round;
  }

  async #deliver(): Promise<void> {
    while (!this.#stopped) {
      const mail = await this.#take();
      if (!mail) return;
      try {
        await this.#send({ to: mail.recipient, subject: mail.subject, text: mail.text, html: mail.html });
        // What it said (a sign-in link) is not kept longer than needed.
        await this.#db
          .updateTable('mails')
          .set({ sent_at: Date.now(), text: '', html: '', last_error: null })
          .where('id', '=', mail.id)
          .execute();
      } catch (error) {
        const wait = RETRY_AFTER[mail.attempts - 1];
        this.#log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, 'a mail could not be sent');
        await this.#db
          .updateTable('mails')
          .set({
            last_error: String(error),
            next_attempt_at: wait === undefined ? Number.MAX_SAFE_INTEGER : Date.now() + wait * 1000,
          })
          .where('id', '=', mail.id)
          .execute();
      }
    }
  }

  /** Takes the oldest due message for this node: one statement decides between several. */
  #take() {
    const now = Date.now();
    return this.#db
      .updateTable('mails')
      .set((eb) => ({ next_attempt_at: now + LEASE, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('mails')
          .select('id')
          .where('sent_at', 'is', null)
          .where('next_attempt_at', '<=', now)
          .orderBy('id')
          .limit(1),
      )
      .where('next_attempt_at', '<=', now)
      .returningAll()
      .executeTakeFirst();
  }
}
