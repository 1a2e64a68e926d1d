import type { Db } from '#platform/database/open.ts';
import type { Mail } from '#platform/mail/queue.ts';
import { type MailName, type MailValues, mailText } from '../shared/mails/mail-texts.ts';
import { renderMail } from '../shared/mails/render-mail.ts';
import { SETTING_DEFAULTS } from '../shared/setting-defaults.ts';

interface ComposedMail<Name extends MailName> {
  to: string;
  values: MailValues<Name>;
  publicUrl: string;
  /** Label of the button, where it differs from the mail's default. */
  button?: string | undefined;
  /** Expiration of the mail's link, in epoch ms. */
  expiresAt?: number;
}

/** Composes a mail with the owner's texts, or the defaults. */
export async function composeMail<Name extends MailName>(
  db: Db,
  name: Name,
  mail: ComposedMail<Name>,
): Promise<Mail> {
  return (await mailComposer(db, name))(mail);
}

/** Reads the owner's texts once. Returns a function that composes mails with them. */
export async function mailComposer<Name extends MailName>(
  db: Db,
  name: Name,
): Promise<(mail: ComposedMail<Name>) => Mail> {
  const keys = ['site.title', 'contact.email', `mail.${name}.subject`, `mail.${name}.text`];
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute();
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const mail = mailText(name);
  const written = {
    subject: stored.get(`mail.${name}.subject`) ?? mail.subject,
    text: stored.get(`mail.${name}.text`) ?? mail.text,
  };
  const site = (stored.get('site.title') ?? SETTING_DEFAULTS['site.title']).replace(/\s+/g, ' ');
  const email = stored.get('contact.email') ?? SETTING_DEFAULTS['contact.email'];
  return ({ to, values, publicUrl, button, expiresAt }) => {
    const rendered = renderMail(mail, written, { site, email, publicUrl, values, button });
    return { to, ...rendered, ...(expiresAt ? { expiresAt } : {}) };
  };
}
