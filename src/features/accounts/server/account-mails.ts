import { letter } from '#platform/mail/letter.ts';
import type { Mail } from '#platform/mail/queue.ts';
import type { IssuedToken } from './email-tokens.ts';

/* Tokens stand in the fragment of a link, which no server log and no Referer sees. Opening a link changes nothing:
   its page asks for one press. */

/** Proves an address: after registration, and before a new address replaces the present one. */
export const proveEmailMail = (to: string, { token, code }: IssuedToken, publicUrl: string): Mail =>
  letter({
    to,
    subject: 'Confirm your address for Stillwater',
    opening: 'This address was given for an account at Stillwater. If that was you, confirm it here:',
    link: { label: 'Confirm this address', url: `${publicUrl}/verify-email#token=${token}` },
    code: { opening: 'Or enter this code on your account page:', digits: code },
    closing: [
      'The link and the code work once, for 24 hours, while you are signed in to that account.',
      'If it was not you, leave this. The account cannot use your address without you.',
    ],
  });

export const resetPasswordMail = (to: string, { token }: IssuedToken, publicUrl: string): Mail =>
  letter({
    to,
    subject: 'A new password for Stillwater',
    opening: 'Choose a new password here:',
    link: { label: 'Choose a new password', url: `${publicUrl}/reset-password#token=${token}` },
    closing: [
      'The link works once, and expires in 15 minutes.',
      'If you did not ask for this, you can leave it. Your password stays as it is.',
    ],
  });

export const passwordChangedMail = (to: string, publicUrl: string): Mail =>
  letter({
    to,
    subject: 'Your Stillwater password was changed',
    opening: 'The password of your account was changed, and every other device was signed out.',
    closing: [`If this was not you, choose a new password now: ${publicUrl}/forgot-password`],
  });

/** Goes to the address that was replaced. */
export const emailChangedMail = (to: string): Mail =>
  letter({
    to,
    subject: 'Your Stillwater address was changed',
    opening: 'Your account uses another address from now on. This one no longer signs you in.',
    closing: ['If this was not you, answer this mail.'],
  });
