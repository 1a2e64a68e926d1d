import type { MailText } from './mail-text.ts';
import { account, paid, period, VIEW } from './payment-words.ts';

/** Mails about payments and gifts. */
export const PAYMENT_MAILS = {
  receipt: {
    label: 'Receipt',
    about: 'To a subscriber, after each payment.',
    subject: 'Your {site} receipt',
    text: `Thank you. You paid {amount} for a {period} of {site}.

{link}

Date: {date}.
Payment: {payment}.
You can cancel any time.`,
    button: VIEW,
    words: { ...paid, link: account },
  },
  'receipt-without-account': {
    label: 'Receipt without an account',
    about: 'To a subscriber who has no account yet, after each payment.',
    subject: 'Your {site} receipt',
    text:
      'Thank you. You paid {amount} for a {period} of {site}. Create an account with this email address to ' +
      `use your subscription on all your devices.

{link}

Date: {date}.
Payment: {payment}.
Until you create it, your subscription works in the browser where you paid.`,
    button: 'Create your account',
    words: {
      ...paid,
      link: {
        about: 'the page that creates an account',
        example: 'https://stillwater.example/auth?tab=register&returnTo=/account',
        kind: 'address',
        needed: 'nobody can use the subscription elsewhere',
      },
    },
  },
  'payment-failed': {
    label: 'Payment did not go through',
    about: 'To a subscriber whose payment failed.',
    subject: 'Your {site} payment did not go through',
    text: `We could not charge your {period} payment. We will try again over the next few days. {access}

{link}

{subscription}
If your card or wallet can be charged then, nothing changes for you.`,
    button: 'Change your card',
    words: {
      period,
      access: {
        about: 'until when access stays, if that is known',
        example: 'You keep full access until December 1, 2026.',
        kind: 'sentence',
      },
      link: {
        about: 'the page that changes the card',
        example: 'https://www.paypal.com/myaccount/autopay/',
        kind: 'address',
        needed: 'nobody can change their card',
      },
      subscription: {
        about: 'the account page, where the link leads elsewhere',
        example: 'Your subscription: https://stillwater.example/account',
        kind: 'sentence',
      },
    },
  },
  'paid-twice': {
    label: 'Two subscriptions',
    about: 'To a subscriber who had two subscriptions, after one was stopped.',
    subject: 'We stopped one of your two {site} subscriptions',
    text: `You were subscribed twice, so we stopped one subscription. It will not be charged again.

{link}

If both are charged for the same time, we refund one.`,
    button: VIEW,
    words: { link: account },
  },
  refunded: {
    label: 'Refund',
    about: 'To a payer, after the site or an administrator refunded a payment.',
    subject: 'We refunded your payment to {site}',
    text: `{reason}

{link}

Payment: {payment}.
The money returns to the card or account that you paid with, usually within a few days.`,
    button: VIEW,
    words: {
      reason: {
        about: 'what happened, with the sum',
        example: 'Your payment of $20.00 USD was taken after you canceled, so we refunded it.',
        kind: 'sentence',
        needed: 'nobody knows what was refunded',
      },
      link: { ...account, about: 'the account page, if there is an account' },
      payment: paid.payment,
    },
  },
  gift: {
    label: 'Gift',
    about: 'To each address that a gift code is sent to.',
    subject: 'A gift for you: {months} of {site}',
    text: `This gift opens everything on {site} for {months}.

{link}

Your code is {code}. It can be redeemed until {date}.
Nothing is paid, and nothing renews by itself.`,
    button: 'Redeem the gift',
    words: {
      months: { about: 'how long everything is open', example: '3 months' },
      code: { about: 'the gift code', example: 'CALM-7KX2-M9QD', kind: 'code' },
      date: { about: 'until when it can be redeemed', example: 'November 20, 2026' },
      link: {
        about: 'the page that redeems the code',
        example: 'https://stillwater.example/redeem?code=CALM-7KX2-M9QD',
        kind: 'address',
        needed: 'nobody can redeem the gift',
      },
    },
  },
} as const satisfies Record<string, MailText>;
