import { setTimeout as sleep } from 'node:timers/promises';
import { type Selectable, sql, type Updateable } from 'kysely';
import { engineOf, toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import { MINUTE } from '../text/time-units.ts';
import { isFinalRefusal, isSurelyUnsent, type Send } from './transport.ts';

/** Polling interval of the queue, in ms. */
const POLL_INTERVAL = 5_000;
/** Seconds until the retry after the first, second, … failure. After the last one the message has failed. */
const RETRY_AFTER = [10, 60, 300, 1800, 7200, ...Array<number>(16).fill(21_600)];
/** Maximum wait for an attempt, in ms. A message due later is not waiting for the mail server. */
export const MAX_RETRY = Math.max(...RETRY_AFTER) * 1000;
/**
 * Duration of a node's lease on a message, in ms. The node renews it while sending, because a slow mail
 * server may take longer: each of its many responses has a separate timeout.
 */
export const LEASE = 120_000;
/** Time between two attempts to save a message's outcome, in ms. */
const SAVE_RETRY_INTERVAL = 500;
/** Retry time of a message that is never retried again. */
export const GIVEN_UP = Number.MAX_SAFE_INTEGER;

/** `last_error` of a bulk message being sent, and of one whose sending was interrupted. */
export const IN_PROGRESS = 'It is being sent.';
const CUT_OFF = 'The program stopped while it was being sent.';

/** Minimum time for opening and using a mailed link, in ms. */
const USE_TIME = 3 * MINUTE;

/**
 * Returns the time of a retry after `wait` seconds, or sooner, so that the message's link can still be used.
 */
function retryTime(wait: number, expiresAt: number | null): number {
  const now = Date.now();
  const last = (expiresAt ?? GIVEN_UP) - USE_TIME;
  return last > now ? Math.min(now + wait * 1000, last) : now + wait * 1000;
}

/**
 * Returns the outcome of a message that is never sent: the reason, and no text, because it may contain a
 * sign-in link.
 */
const givenUp = (reason: string) => ({ last_error: reason, next_attempt_at: GIVEN_UP, text: '', html: '' });

/**
 * Sends queued messages one at a time. Retries failures with backoff, except final refusals. Drops messages
 * with an expired link.
 */
export class MailSender extends RecurringJob {
  readonly #db: Db;
  readonly #send: Send;
  readonly #log: Log;
  readonly #lease: number;

  constructor(db: Db, send: Send, log: Log, lease = LEASE) {
    super({
      interval: POLL_INTERVAL,
      atOnce: true,
      log,
      failure: 'the mail queue could not be read',
      run: () => this.#deliver(),
    });
    this.#db = db;
    this.#send = send;
    this.#log = log;
    this.#lease = lease;
  }

  /** Finishes the current message and closes the connection. The rest stays queued. */
  override async stop(): Promise<void> {
    await super.stop();
    this.#send.close?.();
  }

  async #deliver(): Promise<void> {
    while (!this.stopping.aborted) {
      const mail = await this.#take();
      if (!mail) return;
      await this.#saveOutcome(mail.id, await this.#owning(mail, this.#attempt(mail)));
    }
  }

  /** Renews the lease of a message until its sending ends. */
  async #owning<T>({ id, next_attempt_at }: Selectable<Tables['mails']>, sending: Promise<T>): Promise<T> {
    let until = next_attempt_at;
    const renewing = new RecurringJob({
      interval: this.#lease / 3,
      log: this.#log,
      failure: 'the lease of a mail could not be renewed',
      run: async () => {
        const renewed = Date.now() + this.#lease;
        const { numUpdatedRows } = await this.#db
          .updateTable('mails')
          .set({ next_attempt_at: renewed })
          .where('id', '=', id)
          // Another time means that another node has the lease.
          .where('next_attempt_at', '=', until)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) until = renewed;
      },
    });
    renewing.start();
    return sending.finally(() => renewing.stop());
  }

  /** Sends a message that has not expired. Returns the outcome to save. */
  async #attempt(mail: Selectable<Tables['mails']>): Promise<Updateable<Tables['mails']>> {
    if (mail.expires_at !== null && mail.expires_at <= Date.now()) {
      this.#log.warn(
        { mail: mail.id, attempts: mail.attempts },
        'a mail was dropped, because its link has expired',
      );
      return givenUp(mail.last_error ?? 'It was not sent before its link ended.');
    }
    if (mail.last_error === CUT_OFF) return givenUp(CUT_OFF);
    const { recipient, subject, text, html } = mail;
    const id = `${mail.id}.${mail.created_at}`;
    const headers = mail.headers === null ? {} : { headers: JSON.parse(mail.headers) };
    try {
      await this.#send({ id, to: recipient, subject, text, html, ...headers });
      // The text is deleted, because it may contain a sign-in link.
      return { sent_at: Date.now(), text: '', html: '', last_error: null };
    } catch (error) {
      const isOver = isFinalRefusal(error) || (toBoolean(mail.is_bulk) && !isSurelyUnsent(error));
      const wait = isOver ? undefined : RETRY_AFTER[mail.attempts - 1];
      const details = { err: error, mail: mail.id, attempts: mail.attempts };
      this.#log.warn(
        details,
        wait === undefined ? 'a mail could not be sent and will not be retried' : 'a mail could not be sent',
      );
      if (wait === undefined) return givenUp(String(error));
      return { last_error: String(error), next_attempt_at: retryTime(wait, mail.expires_at) };
    }
  }

  /**
   * Saves the outcome. Waits while the database is unavailable, because the message would be sent twice
   * otherwise.
   */
  async #saveOutcome(id: number, outcome: Updateable<Tables['mails']>): Promise<void> {
    for (const until = Date.now() + this.#lease / 2; ; ) {
      try {
        await this.#db.updateTable('mails').set(outcome).where('id', '=', id).execute();
        return;
      } catch (error) {
        const retries = error instanceof DatabaseUnavailable && !this.stopping.aborted && Date.now() < until;
        if (!retries) throw error;
        await sleep(SAVE_RETRY_INTERVAL, undefined, { ref: false });
      }
    }
  }

  /**
   * Leases the message that is due longest to this node. A single statement prevents two nodes from taking
   * it. Bulk comes last. A lease that expired without an outcome leaves open whether a bulk message was sent,
   * so it is dropped.
   */
  #take() {
    const now = Date.now();
    const dueLongest = (isBulk: boolean) =>
      this.#db
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('is_bulk', '=', isBulk)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        // Skips a message that another node is taking. SQLite has one writer.
        .$if(engineOf(this.#db) === 'postgres', (query) => query.forUpdate().skipLocked());
    return (
      this.#db
        .updateTable('mails')
        .set((eb) => ({
          next_attempt_at: now + this.#lease,
          attempts: eb('attempts', '+', 1),
          last_error: sql<string | null>`
          case when is_bulk = ${sql.lit(false)} then last_error
          when last_error in (${sql.lit(IN_PROGRESS)}, ${sql.lit(CUT_OFF)}) then ${sql.lit(CUT_OFF)}
          else ${sql.lit(IN_PROGRESS)} end`,
        }))
        // Two index lookups for any number of waiting messages. Sorting them all would take linear time per
        // message.
        .where('id', '=', (eb) => eb.fn.coalesce(dueLongest(false), dueLongest(true)))
        .returningAll()
        .executeTakeFirst()
    );
  }
}
