import { setTimeout as sleep } from 'node:timers/promises';
import type { Updateable } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import type { Send } from './transport.ts';

interface Log {
  warn(details: object, message: string): void;
}

/** How often the queue is looked at without being asked, in ms. */
const LOOK_EVERY = 5_000;
/** Seconds until the next attempt after the first, second, … failure; then the message is given up. */
const RETRY_AFTER = [10, 60, 300, 1800, 7200, 21_600];
/**
 * While one node sends a message, no other takes it up, for this many ms: longer than the time-outs of a whole
 * conversation with a mail server (transport.ts).
 */
const LEASE = 120_000;
/** In ms, between two tries to write down what became of a message. */
const NOTE_AGAIN = 500;
/** When a message is tried again that is not: after the last attempt. */
export const GIVEN_UP = Number.MAX_SAFE_INTEGER;

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
      const { recipient, subject, text, html } = mail;
      const failure = await this.#send({ to: recipient, subject, text, html }).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      // What it said (a sign-in link) is not kept longer than needed.
      if (!failure) await this.#note(mail.id, { sent_at: Date.now(), text: '', html: '', last_error: null });
      else {
        const wait = RETRY_AFTER[mail.attempts - 1];
        const details = { err: failure.error, mail: mail.id, attempts: mail.attempts };
        this.#log.warn(details, 'a mail could not be sent');
        await this.#note(mail.id, {
          last_error: String(failure.error),
          next_attempt_at: wait === undefined ? GIVEN_UP : Date.now() + wait * 1000,
        });
      }
    }
  }

  /**
   * Writes down what became of a message. Should the database be away just then, it is waited for: without the note the
   * message would be sent a second time.
   */
  async #note(id: number, outcome: Updateable<Tables['mails']>): Promise<void> {
    for (const until = Date.now() + LEASE / 2; ; ) {
      try {
        await this.#db.updateTable('mails').set(outcome).where('id', '=', id).execute();
        return;
      } catch (error) {
        const goesOn = error instanceof DatabaseUnavailable && !this.#stopped && Date.now() < until;
        if (!goesOn) throw error;
        await sleep(NOTE_AGAIN, undefined, { ref: false });
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
