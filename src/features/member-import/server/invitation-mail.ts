import { letter } from '#platform/mail/letter.ts';
import type { Mail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';

interface Invitation {
  site: string;
  to: string;
  publicUrl: string;
  /** End of the access that waits for an account with the address, in epoch ms; null: none waits. */
  accessUntil: number | null;
}

/** The mail to an imported member. */
export function invitationMail({ site, to, publicUrl, accessUntil }: Invitation): Mail {
  const ending = 'If you do not want this, do nothing: you get no further mail.';
  const written =
    accessUntil === null
      ? {
          opening: `Your membership has moved to ${site}.`,
          link: { label: `Open ${site}`, url: `${publicUrl}/` },
          closing: ['Enter with this email address. You need no password: a link comes by email.', ending],
        }
      : {
          opening:
            `Your membership has moved to ${site}. ` +
            `Everything is open for you until ${formatDate(accessUntil, 'day')}.`,
          link: { label: 'Create your account', url: `${publicUrl}/auth?tab=register` },
          closing: ['Use this email address for the account, and confirm it: then everything opens.', ending],
        };
  return { ...letter({ site, to, subject: `You are invited to ${site}`, ...written }), isBulk: true };
}
