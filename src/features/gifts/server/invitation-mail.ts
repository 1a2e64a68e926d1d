import { mailComposer } from '#features/settings/server/compose-mail.ts';
import type { Db } from '#platform/database/open.ts';
import type { Mail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';
import { REDEEM_PATH } from '../contract/calls.ts';

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
    link: `${publicUrl}${REDEEM_PATH}?code=${encodeURIComponent(code)}`,
  };
  return (to) => compose({ to, values, publicUrl, expiresAt: Date.parse(endsAt) });
}
