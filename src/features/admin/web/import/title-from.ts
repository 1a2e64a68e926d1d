import { nameOf } from './plan-folder.ts';

/** Words in lower case within titles. */
const SMALL = 'a an and as at but by for from in nor of on or the to with'.split(' ');

/**
 * Derives a title from a file or folder name: `01-before-the-phone.mov` becomes Before the Phone. A name with
 * a capital first letter is already a title, perhaps in a language that capitalizes only nouns.
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
