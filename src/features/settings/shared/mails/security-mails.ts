import type { MailText } from './mail-text.ts';

const passwordPage = {
  about: 'the page for a new password',
  example: 'https://stillwater.example/forgot-password',
  kind: 'address',
} as const;

const name = { about: 'the person’s username', example: 'temi' } as const;

/** Mails to the owner of an account about actions on it. */
export const SECURITY_MAILS = {
  'password-changed': {
    label: 'Password was changed',
    about: 'To the owner of an account, after its password was changed.',
    subject: 'Your {site} password was changed',
    text: `Your password was changed. You are logged out on all other devices.

If this was not you, choose a new password right away: {password-page}`,
    button: 'Choose a new password',
    words: { 'password-page': { ...passwordPage, needed: 'nobody can stop a stranger' } },
  },
  'passkey-added': {
    label: 'Passkey was added',
    about: 'To the owner of an account, after a passkey was added to it.',
    subject: 'A passkey was added to your {site} account',
    text: `The passkey “{passkey}” can now log in to your account.

If this was not you, choose a new password right away: {password-page}
Then remove the passkey on your account page.`,
    button: 'Choose a new password',
    words: {
      passkey: { about: 'the name of the passkey', example: 'Temi’s phone' },
      'password-page': { ...passwordPage, needed: 'nobody can stop a stranger' },
    },
  },
  'login-changed': {
    label: 'Login was changed',
    about:
      'To the owner of an account, after codes from an app were turned on or off, ' +
      'new recovery codes were made, a recovery code was used, or a passkey was removed.',
    subject: 'The login of your {site} account was changed',
    text: `{change}

If this was not you, choose a new password right away: {password-page}
That logs you out on all devices. If you cannot log in afterwards, reply to this email and we will help you.`,
    button: 'Choose a new password',
    words: {
      change: {
        about: 'what was changed',
        example: 'Codes from an app were turned off.',
        needed: 'nobody can tell whether a stranger did it',
      },
      'password-page': { ...passwordPage, needed: 'nobody can stop a stranger' },
    },
  },
  'email-changed': {
    label: 'Address was changed',
    about: 'To the former address of an account.',
    subject: 'Your {site} email was changed',
    text: `Your account now uses a different email address. You can no longer sign in with this one.

If this was not you, reply to this email and we will help you.`,
    button: '',
    words: {},
  },
  'account-deleted': {
    label: 'Account was deleted',
    about: 'To the owner of an account, after a deletion on the account page.',
    subject: 'Your {site} account was deleted',
    text: `Your account “{name}” was deleted, with everything in it. This cannot be undone.
If it had a subscription, that has ended too.

If this was not you, reply to this email to let us know.`,
    button: '',
    words: { name },
  },
  'new-device': {
    label: 'New device',
    about: 'To the owner of an account, after a login on a device that was not used before.',
    subject: 'New login to your {site} account',
    text:
      `Someone logged in to your account on a new device: {device}, on {time}.

{link}

If it was you, there is nothing to do.
If it was not you, choose “Log out everywhere” on that page, ` +
      'and then a new password right away: {password-page}',
    button: 'See where you are logged in',
    words: {
      name,
      device: { about: 'browser and system', example: 'Firefox on Windows' },
      time: { about: 'when it was', example: 'November 20, 2026, 5:30 PM UTC' },
      link: {
        about: 'the account page',
        example: 'https://stillwater.example/account',
        kind: 'address',
        needed: 'nobody can log a stranger out',
      },
      'password-page': passwordPage,
    },
  },
} as const satisfies Record<string, MailText>;
