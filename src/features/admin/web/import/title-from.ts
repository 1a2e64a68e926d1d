import { nameOf } from './plan-folder.ts';

/** Words in lower case in titles, except at the beginning. */
const SMALL = 'a an and as at but by for from in nor of on or the to with'.split(' ');

/**
 * Makes a title from a file's or folder's name: `01-before-the-phone.mov` is Before the Phone. A name that
 * begins with a capital letter was written as a title, in a language that may write only its nouns so.
 */
export function titleFrom(path: string): string {
  const stem = nameOf(path)
    .normalize('NFC')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const words = stem.split(/[\s._-]+/).filter((word) => word !== '');
  if (words.length > 1 && /^\d+$/.test(words[0] ?? '')) words.shift();
  if (/^\p{Lu}/u.test(words[0] ?? '')) return words.join(' ');
  return words
    .map((word, index) =>
      index > 0 && SMALL.includes(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}
