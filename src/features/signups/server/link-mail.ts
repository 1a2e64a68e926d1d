import { letter } from '#platform/mail/letter.ts';
import type { Mail } from '#platform/mail/queue.ts';

export interface SignInLink {
  email: string;
  token: string;
  code: string;
}

/** The returning visitor's mail. The token stands in the fragment, which no server log and no Referer sees. */
export const signInMail = ({ email, token, code }: SignInLink, publicUrl: string): Mail =>
  letter({
    to: email,
    subject: 'Your way back in to Stillwater',
    opening: 'Open this link to come in:',
    link: { label: 'Continue to Stillwater', url: `${publicUrl}/sign-in#token=${token}` },
    code: { opening: 'Or enter this code on the page where you asked for it:', digits: code },
    closing: [
      'The link and the code work once, and expire in 15 minutes.',
      'If you did not ask for this, you can leave it. Nothing happens without the link.',
    ],
  });
