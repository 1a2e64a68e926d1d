import { type MailName, mailText } from './mail-texts.ts';
import type { MailContext } from './render-mail.ts';

/** Returns values for a preview of a mail, with addresses of this site. */
export function exampleContext(
  name: MailName,
  site: { site: string; email: string; publicUrl: string },
): MailContext {
  const words = Object.entries(mailText(name).words);
  return {
    ...site,
    values: Object.fromEntries(
      words.map(([word, { example }]) => [
        word,
        example.replace('https://stillwater.example', site.publicUrl),
      ]),
    ),
  };
}
