import { reachableAdministrators } from '#features/accounts/server/administrator-addresses.ts';
import { siteTitle } from '#features/settings/server/queries.ts';
import { withLease } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { MailLinks } from '#platform/mail/mail-links.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { HOUR, MINUTE } from '#platform/text/time-units.ts';
import { dateOf, dayOf, startOf } from '../../shared/usage-days.ts';
import { PeriodSums } from '../reading/period-sums.ts';
import { readUsage } from '../reading/read-usage.ts';
import { composeSummary } from './compose-summary.ts';
import { isOffered } from './summary-choice.ts';

interface SummarySetup {
  db: Db;
  links: MailLinks;
  publicUrl: () => string;
}

/** Time between two rounds, in ms. The first one runs one interval after the start. */
const INTERVAL = 10 * MINUTE;
/** Hour of Monday (UTC) from which the summary is sent, when Sunday's last counts are written. */
const FROM_HOUR = 6;
const DAYS_OF_WEEK = 7;
/** Days from 1970-01-01, a Thursday, to the next Monday. */
const FIRST_MONDAY = 4;

/**
 * Mails administrators a summary of each week, once, on the Monday after it or as soon as the site runs
 * again.
 */
export class SummaryJob extends RecurringJob {
  readonly #setup: SummarySetup;

  constructor(setup: SummarySetup, log: Log, wakeMailSender: () => void) {
    super({
      interval: INTERVAL,
      log,
      failure: 'the weekly summary could not be queued',
      // The lease is shorter than the interval, so that one node gets it in each round.
      run: () =>
        withLease(setup.db, 'usage-summary', 0.9 * INTERVAL, async () => {
          if ((await this.queueDue()) > 0) wakeMailSender();
        }),
    });
    this.#setup = setup;
  }

  /** Queues the summary of the last week, unless it was queued before. Returns the number of mails. */
  async queueDue(now = Date.now()): Promise<number> {
    const { db, links, publicUrl } = this.#setup;
    const began = lastMonday(dayOf(now));
    if (now < startOf(began) + FROM_HOUR * HOUR) return 0;
    const monday = began - DAYS_OF_WEEK;
    const known = await db
      .selectFrom('usage_summaries')
      .select('monday')
      .where('monday', '=', monday)
      .executeTakeFirst();
    if (known || !(await isOffered(db))) return 0;
    const week = { from: dateOf(monday), to: dateOf(monday + DAYS_OF_WEEK - 1) };
    const usage = await readUsage(
      db,
      new PeriodSums(db, () => 0),
      { span: 'days', ...week, against: 'before' },
      { withPersons: true, today: dayOf(now) },
    );
    const site = await siteTitle(db);
    return db.transaction().execute(async (transaction) => {
      const marked = await transaction
        .insertInto('usage_summaries')
        .values({ monday, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('monday')
        .executeTakeFirst();
      if (!marked || usage.isEmpty) return 0;
      const readers = await reachableAdministrators(transaction)
        .where('summary_stopped_at', 'is', null)
        .execute();
      for (const { id, email: to } of readers) {
        const reader = { site, to, publicUrl: publicUrl(), token: links.tokenOf(id) };
        await queueMail(transaction, composeSummary(usage, reader));
      }
      return readers.length;
    });
  }
}

/** Returns the Monday of a day's week (ISO 8601). */
const lastMonday = (day: number) => day - ((day - FIRST_MONDAY + DAYS_OF_WEEK) % DAYS_OF_WEEK);
