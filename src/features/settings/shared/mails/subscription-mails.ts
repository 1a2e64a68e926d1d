import type { MailText } from './mail-text.ts';
import { account, period, VIEW } from './payment-words.ts';

const given = {
  about: 'until when somebody keeps access that was given to them, if it was',
  example: 'You keep full access until December 1, 2026, because it was given to you.',
  kind: 'sentence',
} as const;

/** Mails about subscriptions, and about the weekly letter. */
export const SUBSCRIPTION_MAILS = {
  canceled: {
    label: 'Subscription is canceled',
    about: 'To a subscriber who has canceled.',
    subject: 'Your {site} subscription is canceled',
    text: `You will not be charged again. {access}

{link}

{again}`,
    button: VIEW,
    words: {
      access: {
        about: 'until when access stays, or when it ended',
        example: 'You keep full access until December 1, 2026.',
        kind: 'sentence',
      },
      link: account,
      again: {
        about: 'how to come back',
        example: 'You can undo this until then, and subscribe again later.',
        kind: 'sentence',
      },
    },
  },
  'money-returned': {
    label: 'Last payment was returned',
    about: 'To a subscriber whose last payment was returned.',
    subject: 'Your {site} subscription has ended',
    text: `Your last payment was returned, and your subscription has ended. {given}

{link}

You will not be charged again. Your account and your favorites stay.`,
    button: VIEW,
    words: { given, link: account },
  },
  ended: {
    label: 'Subscription has ended',
    about: 'To a subscriber whose subscription an administrator ended at once.',
    subject: 'Your {site} subscription has ended',
    text: `We ended your subscription. You will not be charged again. {given}

{link}

Your account and your favorites stay. If you have a question, reply to this email.`,
    button: VIEW,
    words: { given, link: account },
  },
  'renewal-unpaid': {
    label: 'Renewal was not paid',
    about: 'To a subscriber whose access ended because a payment failed and was not made in time.',
    subject: 'Your {site} subscription has ended',
    text:
      'We could not charge your {period} payment in time, so your subscription and your access have ended. ' +
      `You will not be charged again.

{link}

Your favorites and your progress stay. You can subscribe again at any time.`,
    button: VIEW,
    words: { period, link: account },
  },
  'payment-refused': {
    label: 'Payment was not accepted',
    about: 'To somebody whose payment does not match the plan.',
    subject: 'We could not accept your payment to {site}',
    text:
      'We received a payment that does not match our {period} plan. It did not start a subscription, and ' +
      `you will not be charged again.

{link}

If you were charged, reply to this email and we will refund you.`,
    button: VIEW,
    words: { period, link: account },
  },
  'confirm-letter': {
    label: 'Confirm the weekly letter',
    about: 'To somebody who asks for the weekly letter.',
    subject: 'Confirm your weekly letter from {site}',
    text: `Someone asked for one lesson a week from {site}, to this address. If it was you, confirm it here:

{link}

The link works once, for 24 hours.
If it was not you, you can ignore this email. No letter comes without the link.`,
    button: 'Confirm the letter',
    words: {
      link: {
        about: 'the link that confirms',
        example: 'https://stillwater.example/letter/link#token=pn4Yw2cUqk8&day=1&hour=7&zone=Europe/Berlin',
        kind: 'address',
        needed: 'nobody gets the letter',
      },
    },
  },
} as const satisfies Record<string, MailText>;
