import { exampleContext } from '../shared/mails/example-context.ts';
import { type MailName, mailText } from '../shared/mails/mail-texts.ts';
import { type RenderedMail, renderMail } from '../shared/mails/render-mail.ts';

/** Renders a mail with unsaved texts and example values of its words. `read` returns a setting's value. */
export function previewMail(
  name: MailName,
  written: { subject: string; text: string },
  read: (key: string) => string,
  publicUrl: string,
): RenderedMail {
  const site = { site: read('site.title'), email: read('contact.email'), publicUrl };
  return renderMail(mailText(name), written, exampleContext(name, site));
}
