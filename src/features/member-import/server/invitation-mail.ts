import { mailComposer } from '#features/settings/server/compose-mail.ts';
import type { Db } from '#platform/database/open.ts';
import type { Mail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';

/**
 * Reads the texts of the invitations once. Returns a function that composes one: `accessUntil` is the end of
 * the access that waits for an account with the address, in epoch ms; null: none waits.
 */
export async function invitationMails(
  db: Db,
  publicUrl: string,
): Promise<(to: string, accessUntil: number | null) => Mail> {
  const plain = await mailComposer(db, 'invitation');
  const withAccess = await mailComposer(db, 'invitation-with-access');
  return (to, accessUntil) => {
    const mail =
      accessUntil === null
        ? plain({ to, publicUrl, values: { link: `${publicUrl}/` } })
        : withAccess({
            to,
            publicUrl,
            values: { date: formatDate(accessUntil, 'day'), link: `${publicUrl}/auth?tab=register` },
          });
    return { ...mail, isBulk: true };
  };
}
