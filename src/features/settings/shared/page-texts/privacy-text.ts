import { unwrap } from './unwrap.ts';

/**
 * The privacy policy: what is stored, where, why and for how long. It must match the program. Markup:
 * rich-text.ts.
 */
export const PRIVACY_TEXTS = {
  'privacy.text': unwrap(`
{title} stores as little about you as possible. There are no ads and no tracking, here or across sites,
and we never sell or share your data for marketing. If you have questions, write to {email}.

## What we store

- **Your email**: The address you enter, when, and on which page. It gives you access to free content. We
use it for sign-in links, which expire in 15 minutes, for receipts and for answers to your questions.
- **Your weekly letter**: Only if you ask for it: its day, hour and time zone, and which lessons we sent.
We do not see whether you open a letter or follow its links.
- **Your account**: Your username, email, role, favorites, what you have seen, and how you like to
look at the site: theme, text size, motion and captions. Your password, as a hash that cannot be turned back
into the password. The devices where you are logged in, with the name of the browser, so that you can log
out there. What concerns your security, such as logins and new passwords, with
the time and the name of the browser, so that you notice what was not you.
- **Payments**: The payment provider’s ID of your subscription, its status and its dates. Your name, card
and address stay with the provider, under its own privacy policy.
- **Traffic**: Our logs contain no email or IP addresses. To prevent abuse, we count requests per IP address
and messages per email address for up to a day.

## What we count

To learn what helps, we count for each day:

- How often an ocean, wave or droplet is opened, seen to its half, finished, saved and shared.
- How many visits come from another site: only the name of its host, such as \`search.example.com\`.
- Which searches find nothing: up to 60 characters, and none with an email address or more than four digits.

A count is a number. It holds no person, account, address, cookie or time of day, and nothing tells whether
two counts come from one person. One to four are shown as “few”, hosts and searches from five. We do not
count browsers that ask for it with “Do Not Track” or “Global Privacy Control”. After 25 months, counts are
deleted.

## Cookies

We set only the cookies that the site needs, so there is no cookie banner. \`stillwater_session\` keeps you
logged in. \`stillwater_logout\` exists after a logout without a connection, until the site has heard of it.
\`stillwater_device\` lets you log in here for a year, even while others guess at your
password. \`stillwater_visitor\` stops other sites from sending forms in your name. \`stillwater_entered\`
remembers for a year that you entered your email in this browser. \`stillwater_player\` remembers
your player settings for 400 days after the last change, and \`stillwater_comfort\` your theme, text size,
motion and captions. If you subscribe without an account,
\`stillwater_checkout\` gives this browser access for up to a year.

## What your browser stores

Local storage holds the email address you entered, favorites that we could not save yet, what you have seen,
the lesson where you stopped, and the payment provider’s ID of a payment in progress. Session storage holds
your username, email and role until you close the tab. To remove all of this, clear the site’s data in
your browser.

## Video and other sites

The payment provider’s button loads only when you open the subscribe dialog. Some videos come from YouTube
or Vimeo. They load only when you press play. That site then sees your IP address, and its own privacy
policy applies. Some pictures and recordings may load from other servers. Links in Additional Resources lead
to other sites.

## How long we store it

You are logged out after 7 days without a visit, and after 30 days at the latest. Sign-in links expire in 15
minutes. We store the recent activity of your account for 13 months, your account until you delete it, and
your email entry until you ask us to remove it. We store payment records as long as tax law requires.

## Your rights

On your [account page](/account) you can download your data, correct it, and delete your account with
everything in it. This cannot be undone. If you have no account, write to {email} and we will do it for you.
You can also ask what we store, object to it, or complain to your local data protection authority.

## Who else sees your data

Only the companies that run the site for us, as far as their work requires it: our hosting company, our
email service and the payment provider. We share data with authorities only where the law requires it.`),
} as const;
