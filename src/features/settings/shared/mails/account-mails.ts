import type { MailText } from './mail-text.ts';

const TOKEN = '#token=pn4Yw2cUqk8';

const codeWord = { about: 'the code', example: '493 105', kind: 'code' } as const;

/** Mails about entering the site, and about accounts. */
export const ACCOUNT_MAILS = {
  'confirm-email': {
    label: 'Welcome',
    about: 'To everybody who creates an account or changes its address. It confirms the address.',
    subject: 'Confirm your email for {site}',
    text: `Someone used this email address for a {site} account. If it was you, confirm the address here:

{link}

Or enter this code on your account page: {code}

The link and the code work once, for 24 hours, while you are logged in to your account.
If it was not you, you can ignore this email. Your address stays unconfirmed.`,
    button: 'Confirm email',
    words: {
      link: {
        about: 'the link that confirms',
        example: `https://stillwater.example/verify-email${TOKEN}`,
        kind: 'address',
        needed: 'nobody can confirm an address',
      },
      code: codeWord,
    },
  },
  'sign-in': {
    label: 'Sign-in link',
    about: 'To a returning visitor who enters their address.',
    subject: 'Sign in to {site}',
    text: `Use this link to sign in to {site}:

{link}

Or enter this code on the page where you asked for the link: {code}

The link and the code work once and expire in 15 minutes.
If you did not ask for this, you can ignore this email. No one can sign in without it.`,
    button: 'Sign in',
    words: {
      link: {
        about: 'the link that signs in',
        example: `https://stillwater.example/sign-in${TOKEN}`,
        kind: 'address',
        needed: 'nobody can sign in from this mail',
      },
      code: codeWord,
    },
  },
  'reset-password': {
    label: 'New password',
    about: 'To somebody who has forgotten their password.',
    subject: 'Reset your {site} password',
    text: `Use this link to choose a new password:

{link}

The link works once and expires in 15 minutes.
If you did not ask for this, you can ignore this email. Your password stays the same.`,
    button: 'Choose a new password',
    words: {
      link: {
        about: 'the link to a new password',
        example: `https://stillwater.example/reset-password${TOKEN}`,
        kind: 'address',
        needed: 'nobody can choose a new password',
      },
    },
  },
  invitation: {
    label: 'Invitation',
    about: 'To an imported member without a plan, if the import invites.',
    subject: 'You are invited to {site}',
    text: `Your membership has moved to {site}.

{link}

Enter with this email address. You need no password: a link comes by email.
If you do not want this, do nothing: you get no further mail.`,
    button: 'Open the site',
    words: {
      link: {
        about: 'the landing page',
        example: 'https://stillwater.example/',
        kind: 'address',
        needed: 'nobody finds the site',
      },
    },
  },
  'invitation-with-access': {
    label: 'Invitation with access',
    about: 'To an imported member with a plan, if the import invites.',
    subject: 'You are invited to {site}',
    text: `Your membership has moved to {site}. Everything is open for you until {date}.

{link}

Use this email address for the account, and confirm it: then everything opens.
If you do not want this, do nothing: you get no further mail.`,
    button: 'Create your account',
    words: {
      date: { about: 'until when everything is open', example: 'November 20, 2026' },
      link: {
        about: 'the page that creates an account',
        example: 'https://stillwater.example/auth?tab=register',
        kind: 'address',
        needed: 'nobody can use their access',
      },
    },
  },
} as const satisfies Record<string, MailText>;
