import { unwrap } from './unwrap.ts';

/** The terms of service. Markup: rich-text.ts. */
export const TERMS_TEXTS = {
  'terms.text': unwrap(`
These terms apply between you and {title} when you use this site. If you do not agree with them, please do
not use the site.

## What you get

You get short lessons, organized in oceans, waves and droplets. Some are free, some are free samples, and
some are premium. Enter your email address to see the free content. With an account you can save favorites
and use your subscription on all your devices.

## Your health

The lessons are for learning. They are not medical or psychological advice, diagnosis or treatment, and do
not replace a professional who knows you. Do only what feels safe, and stop if something hurts or worries
you. If you feel light-headed, go back to normal breathing. In an emergency, call your local emergency
number.

## Your account

Use your own email address and keep your password private. If someone else may be using your account, tell
us at {email}. You must be at least 16, or have permission from a parent or guardian. Each account is for
one person.

## Subscription and price

A subscription unlocks every premium ocean, wave and droplet. It costs {price} and renews every
{period} until you cancel. You pay by card or wallet through our payment provider. We never see your card
number. The provider or your bank may add taxes or convert the currency, and shows you this before you
agree.

If a payment fails, the provider tries again over the next few days, and you keep your access during
that time. If it keeps failing, your access to premium content ends and you are not charged again. If the
price changes, we will write to you at least 30 days before, so that you can cancel first.

## Canceling

You can cancel at any time, on your account page or with the payment provider. You will not be charged
again, and you keep access to premium content until the end of the {period} you paid for.

## Refunds

Write to {email} within 14 days of a payment and we will refund it. You do not need a reason. We also refund
duplicate or mistaken payments, no matter when you notice them. A refund ends the access that the payment
covered. This does not limit your consumer rights under the law of your country.

## What we ask of you

Watch, listen, read and practice as much as you like. Please do not copy, sell or publish the lessons, do
not try to get around locks, and do not disrupt the site for others. If you do, we may revoke your access,
and we will tell you so.

## What we can promise

We take good care of the site, but lessons may change or be removed, and the site may sometimes be
unavailable. As far as the law allows, we are liable only for harm that we cause on purpose or through gross
negligence, and otherwise for no more than you paid us in the last twelve months. Nothing in these terms
limits liability that the law does not allow us to limit.

## Changes to these terms

If a change affects you, we will write to your account’s email address before it applies. If you do not
agree, you can cancel your subscription and delete your account before then.`),
} as const;
