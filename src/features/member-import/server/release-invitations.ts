import { readSettings } from '#features/settings/server/queries.ts';
import { TIME_ZONE } from '#features/settings/shared/calendar-defaults.ts';
import { withLease } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import { findMailOutage } from '#platform/mail/mail-outage.ts';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { HELD } from '#platform/mail/queue.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { isNight } from '#platform/text/zoned-time.ts';

/** Part of the owner's limit per hour that invitations take: letters leave beside them. */
const SHARE = 1 / 2;

/** Reads the number of invitations that leave in an hour. Time zone: empty where the site has none. */
export async function invitationPace(db: Db): Promise<{ perHour: number; timeZone: string }> {
  const read = await readSettings(db);
  const perHour = Math.max(1, Math.floor(Number(read('letter.per-hour')) * SHARE));
  return { perHour, timeZone: read(TIME_ZONE) };
}

/**
 * Lets the invitations of a minute leave, in their order, whichever import they are from. None leave at night
 * by the site's clocks, nor while the mail server takes no mails: after it they would leave all at once.
 * Returns their number. Call it once a minute, on one node.
 */
export async function releaseInvitations(db: Db, now = Date.now()): Promise<number> {
  const { perHour, timeZone } = await invitationPace(db);
  if ((timeZone !== '' && isNight(now, timeZone)) || (await findMailOutage(db, now))) return 0;
  const minute = Math.floor(now / MINUTE);
  const upTo = (end: number) => Math.floor((end * perHour) / 60);
  const { numUpdatedRows } = await db
    .updateTable('mails')
    // Counted from now on: an outage is known by mails that were queued since the last one left.
    .set({ created_at: now, next_attempt_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('is_bulk', '=', true)
        .where('next_attempt_at', '>=', HELD)
        .where('next_attempt_at', '<', GIVEN_UP)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(upTo(minute + 1) - upTo(minute)),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Lets invitations leave in the background, on one node at a time. */
export class InvitationJob extends RecurringJob {
  constructor(db: Db, log: Log, wakeMailSender: () => void) {
    super({
      interval: MINUTE,
      log,
      failure: 'invitations could not leave',
      run: () =>
        // Shorter than the interval, so that a single node gets the lease each time.
        withLease(db, 'invitations', 0.9 * MINUTE, async () => {
          if ((await releaseInvitations(db)) > 0) wakeMailSender();
        }),
    });
  }
}
