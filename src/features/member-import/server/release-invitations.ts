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

/** Share of the owner's hourly limit for invitations. The rest is for letters. */
const SHARE = 1 / 2;

/** Reads the number of invitations per hour. The time zone is empty where the site has none. */
export async function invitationPace(db: Db): Promise<{ perHour: number; timeZone: string }> {
  const read = await readSettings(db);
  const perHour = Math.max(1, Math.floor(Number(read('letter.per-hour')) * SHARE));
  return { perHour, timeZone: read(TIME_ZONE) };
}

/**
 * Makes a minute's invitations of all imports due, in their order. None are sent at night in the site's time
 * zone. None are released while the mail server is down, because all would be sent at once afterwards.
 * Returns their number. Must run once a minute, on one node.
 */
export async function releaseInvitations(db: Db, now = Date.now()): Promise<number> {
  const { perHour, timeZone } = await invitationPace(db);
  if ((timeZone !== '' && isNight(now, timeZone)) || (await findMailOutage(db, now))) return 0;
  const minute = Math.floor(now / MINUTE);
  const upTo = (end: number) => Math.floor((end * perHour) / 60);
  const { numUpdatedRows } = await db
    .updateTable('mails')
    // The age counts from now, because an outage is detected by mails queued since the last sent one.
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

/** Releases invitations in the background, on one node at a time. */
export class InvitationJob extends RecurringJob {
  constructor(db: Db, log: Log, wakeMailSender: () => void) {
    super({
      interval: MINUTE,
      log,
      failure: 'invitations could not be released',
      run: () =>
        // The lease is shorter than the interval, so that one node gets it in each round.
        withLease(db, 'invitations', 0.9 * MINUTE, async () => {
          if ((await releaseInvitations(db)) > 0) wakeMailSender();
        }),
    });
  }
}
