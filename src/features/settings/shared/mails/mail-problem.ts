import { unknownWordProblem } from '../closest-word.ts';
import { wordsOf } from './mail-text.ts';
import { type MailName, type MailPart, mailText } from './mail-texts.ts';
import { isMailHref } from './parse-mail.ts';

/** Returns the first problem of a mail's subject or text, with its solution; undefined without one. */
export function mailProblem(name: MailName, part: MailPart, value: string): string | undefined {
  const words = wordsOf(mailText(name));
  const unknown = unknownWordProblem(value, Object.keys(words));
  if (unknown) return unknown;
  if (part === 'subject') {
    if (value.includes('\n')) return 'A subject is one line.';
    const misplaced = Object.entries(words).find(
      ([word, { kind }]) => kind !== undefined && value.includes(`{${word}}`),
    );
    return misplaced && `{${misplaced[0]}} does not fit into a subject.`;
  }
  for (const [whole, href = ''] of value.matchAll(/\[[^[\]\n]{1,200}\]\(([^()\n]{0,1000})\)/g))
    if (!isMailHref(href) || /\s/.test(href))
      return `The link ${whole} does not work. Begin its address with https://, mailto: or /`;
  const missing = Object.entries(words).find(
    ([word, { needed }]) => needed !== undefined && !value.includes(`{${word}}`),
  );
  return missing && `{${missing[0]}} has to stay, or ${missing[1].needed}.`;
}
