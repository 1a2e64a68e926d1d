import { unknownWordProblem } from './closest-word.ts';
import { isSafeHref } from './rich-text.ts';

/** Allowed words in braces in the texts of pages. */
export const PAGE_WORDS = ['title', 'email', 'price', 'period'] as const;

/** Returns the problem of a text: a link with a bad target, or an unknown word in braces. */
export function richTextProblem(text: string): string | undefined {
  for (const [whole, href = ''] of text.matchAll(/\[[^[\]\n]{1,500}\]\(([^()\n]{0,1000})\)/g))
    if (!isSafeHref(href) || /\s/.test(href))
      return `The link ${whole} does not work. Begin its address with https://, mailto: or /`;
  return unknownWordProblem(text, PAGE_WORDS);
}
