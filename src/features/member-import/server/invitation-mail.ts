import { mailComposer } from '#features/settings/server/compose-mail.ts';
import type { Db } from '#platform/database/open.ts';
import type { Mail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';

/**
 * Reads the texts of the invitations once. Returns a function that composes one. `lastDay` is the last day, a
 * date or an instant, of the access waiting for an account with the address; null: no access.
 */
export async function invitationMails(
  db: Db,
  publicUrl: string,
): Promise<(to: string, lastDay: string | number | null) => Mail> {
  const plain = await mailComposer(db, 'invitation');
  const withAccess = await mailComposer(db, 'invitation-with-access');
  return (to, lastDay) => {
    const mail =
      lastDay === null
        ? plain({ to, publicUrl, values: { link: `${publicUrl}/` } })
        : withAccess({
            to,
            publicUrl,
            values: { date: formatDate(lastDay, 'day'), link: `${publicUrl}/auth?tab=register` },
          });
    return { ...mail, isBulk: true };
  };
}
