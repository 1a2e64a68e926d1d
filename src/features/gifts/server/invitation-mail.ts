import { mailComposer } from '#features/settings/server/compose-mail.ts';
import type { Db } from '#platform/database/open.ts';
import type { Mail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';
import { REDEEM_PATH } from '../contract/calls.ts';

const redeemPath = (code: string) => `${REDEEM_PATH}?code=${encodeURIComponent(code)}`;

interface Invitation {
  publicUrl: string;
  code: string;
  months: number;
  /** Until when the code can be redeemed, in ISO 8601. The mail names its day as it is written there. */
  endsAt: string;
}

/** Reads the text of the mail with a gift code. Its link fills the code in; only a press redeems it. */
export async function invitationMails(
  db: Db,
  { publicUrl, code, months, endsAt }: Invitation,
): Promise<(to: string) => Mail> {
  const compose = await mailComposer(db, 'gift');
  const values = {
    months: months === 1 ? 'one month' : `${months} months`,
    code,
    date: formatDate(endsAt.slice(0, '2027-03-28'.length), 'day'),
    link: publicUrl + redeemPath(code),
  };
  return (to) => compose({ to, values, publicUrl, expiresAt: Date.parse(endsAt) });
}

/** Sets the time at which the invitations with a code that were not sent yet are sent. */
export async function rescheduleInvitations(db: Db, code: string, at: number): Promise<void> {
  await db
    .updateTable('mails')
    // An earlier failure is forgotten: a mail that waits for the owner means no outage.
    .set({ next_attempt_at: at, last_error: null })
    .where('sent_at', 'is', null)
    // Every text of this mail has the link, until it is sent or given up. A code has no wildcards.
    .where('text', 'like', `%${redeemPath(code)}%`)
    .execute();
}
