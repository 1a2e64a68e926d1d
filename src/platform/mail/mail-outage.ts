import type { Db } from '#platform/database/open.ts';
import { MINUTE } from '../text/time-units.ts';
import { GIVEN_UP, IN_PROGRESS } from './mail-sender.ts';

/**
 * Time in ms of failing attempts for a mail, while no other is sent, that means an outage of the mail server.
 */
export const LATE = 15 * MINUTE;

export interface MailOutage {
  /** Epoch ms: creation of the oldest mail retried since the last successful one. */
  since: number;
  /** The mail server's last error about it. */
  error: string;
}

/** Maximum retried mails to examine. */
const MAX_TRIED = 100;
/** Text of nodemailer's error when the mail server refuses the address of a mail. */
const ADDRESS_REFUSED = 'all recipients were rejected';

/**
 * Finds out whether the mail server accepts no mails at all. Temporary refusals, such as of a full mailbox,
 * are no outage: others were sent since, or the refused addresses are of one domain only.
 */
export async function findMailOutage(db: Db, now = Date.now()): Promise<MailOutage | null> {
  const last = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.max('sent_at').as('at'))
    .executeTakeFirst();
  const tried = await db
    .selectFrom('mails')
    .select(['recipient', 'created_at', 'last_error'])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<', GIVEN_UP)
    .where('last_error', 'is not', null)
    .where('last_error', '!=', IN_PROGRESS)
    .where('created_at', '>', last?.at ?? 0)
    .where('created_at', '<', now - LATE)
    .orderBy('created_at')
    .limit(MAX_TRIED)
    .execute();
  const [oldest] = tried;
  const domains = new Set(tried.map(({ recipient }) => recipient.split('@').at(-1)?.toLowerCase()));
  const isOneDomain =
    domains.size === 1 && tried.every(({ last_error }) => last_error?.includes(ADDRESS_REFUSED));
  return oldest && !isOneDomain ? { since: oldest.created_at, error: oldest.last_error ?? '' } : null;
}
