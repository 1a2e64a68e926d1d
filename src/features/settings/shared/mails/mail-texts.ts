import { ACCOUNT_MAILS } from './account-mails.ts';
import type { MailText } from './mail-text.ts';
import { PAYMENT_MAILS } from './payment-mails.ts';
import { SECURITY_MAILS } from './security-mails.ts';
import { SUBSCRIPTION_MAILS } from './subscription-mails.ts';

/** The mails of the site, whose texts are settings. */
const MAIL_TEXTS = {
  ...ACCOUNT_MAILS,
  ...SECURITY_MAILS,
  ...PAYMENT_MAILS,
  ...SUBSCRIPTION_MAILS,
} as const;

export type MailName = keyof typeof MAIL_TEXTS;
export type MailPart = 'subject' | 'text';
export type MailKey = `mail.${MailName}.${MailPart}`;

/** Values of a mail's own words. */
export type MailValues<Name extends MailName> = Readonly<
  Record<keyof (typeof MAIL_TEXTS)[Name]['words'], string>
>;

export const MAIL_NAMES = Object.keys(MAIL_TEXTS) as MailName[];

export const mailText = (name: MailName): MailText => MAIL_TEXTS[name];

/** Maximum lengths of subject and text, in characters. Mail programs cut longer subjects. */
export const MAX_SUBJECT = 150;
export const MAX_MAIL_TEXT = 6_000;

/** Returns the mail and the part of a setting's key. */
export function mailOfKey(key: string): { name: MailName; part: MailPart } | undefined {
  const [, name, part] = /^mail\.([a-z-]{1,40})\.(subject|text)$/.exec(key) ?? [];
  return name !== undefined && Object.hasOwn(MAIL_TEXTS, name)
    ? { name: name as MailName, part: part as MailPart }
    : undefined;
}

/** The defaults as values of settings. */
export const MAIL_DEFAULTS = Object.fromEntries(
  MAIL_NAMES.flatMap((name) =>
    (['subject', 'text'] as const).map((part) => [`mail.${name}.${part}`, MAIL_TEXTS[name][part]]),
  ),
) as Record<MailKey, string>;
