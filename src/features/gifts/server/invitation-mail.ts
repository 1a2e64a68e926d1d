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
  /** End of the code's validity in ISO 8601. The mail shows this text's own day. */
  endsAt: string;
}

/** Reads the text of the mail with a gift code. Its link fills in the code; redeeming needs a press. */
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

/** Sets the sending time of unsent invitations with a code. */
export async function rescheduleInvitations(db: Db, code: string, at: number): Promise<void> {
  await db
    .updateTable('mails')
    // The error of an earlier attempt is cleared, because a mail that waits for the owner is no outage.
    .set({ next_attempt_at: at, last_error: null })
    .where('sent_at', 'is', null)
    // Every unsent text of this mail contains the link. A code has no wildcards.
    .where('text', 'like', `%${redeemPath(code)}%`)
    .execute();
}
