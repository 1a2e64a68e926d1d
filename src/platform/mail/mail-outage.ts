import type { Db } from '#platform/database/open.ts';
import { GIVEN_UP, IN_PROGRESS } from './mail-sender.ts';

/** A mail that is tried for this many ms while no other leaves means that the mail server does not work. */
export const LATE = 15 * 60_000;

export interface MailOutage {
  /** Epoch ms: creation of the oldest mail that is tried since the last one left. */
  since: number;
  /** The mail server's last words about it. */
  error: string;
}

/**
 * Finds out whether the mail server takes no mails at all. One that it refuses for now, such as to a full
 * mailbox, is no outage: others were sent since.
 */
export async function findMailOutage(db: Db, now = Date.now()): Promise<MailOutage | null> {
  const last = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.max('sent_at').as('at'))
    .executeTakeFirst();
  const tried = await db
    .selectFrom('mails')
    .select(['created_at', 'last_error'])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<', GIVEN_UP)
    .where('last_error', 'is not', null)
    .where('last_error', '!=', IN_PROGRESS)
    .where('created_at', '>', last?.at ?? 0)
    .where('created_at', '<', now - LATE)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return tried ? { since: tried.created_at, error: tried.last_error ?? '' } : null;
}
