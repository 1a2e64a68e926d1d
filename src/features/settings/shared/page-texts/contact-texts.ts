import { unwrap } from './unwrap.ts';

/** The texts of the Contact page. Markup: rich-text.ts. */
export const CONTACT_TEXTS = {
  'contact.intro': 'A person reads every message. We promise to reply soon.',
  'contact.text': unwrap(`
## Write to us

Questions, ideas, mistakes you noticed: we are glad to hear from you.`),
  'contact.help': unwrap(`
## What helps us answer faster

- For a sign-in link: the email address you entered, and about when.
- For a payment: your account’s email address. Please never send a card number.
- For a lesson that does not play: its title, and the browser you use.

[Terms & Privacy](/terms-privacy) explains how we handle what you send.

## In an emergency

We cannot help in an emergency. If you or someone near you is in danger, call your local emergency number.`),
} as const;
