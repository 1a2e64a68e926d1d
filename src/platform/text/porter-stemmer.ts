/* Stems of English words by M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980):
   `breathing`, `breathes` and `breath` become one key. Stems are never shown. */

const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
/** Patterns of Porter's measure m, which counts vowel-consonant sequences: m > 0, m = 1 and m > 1. */
const SOME = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const ONE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const MANY = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
/** A final consonant, vowel and consonant, as in `hop`. Such a stem lost an `e`. */
const SHORT_END = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);
const DOUBLED = /([^aeiouylsz])\1$/;

/** Longest endings first, as the algorithm requires. */
const SECOND: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['eli', 'e'],
];
const THIRD: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const FOURTH = /^(.+?)(ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou)$/;

/**
 * Returns the stem of a word in lower case. Short words and words with letters beyond a to z are unchanged.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  // An initial `y` is a consonant.
  const startsWithY = word.startsWith('y');
  let w = startsWithY ? `Y${word.slice(1)}` : word;
  w = dropTense(dropPlural(w));
  if (/.y$/.test(w) && HAS_VOWEL.test(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  w = replaceEnding(replaceEnding(w, SECOND), THIRD);
  w = dropSuffix(w);
  w = dropFinalE(w);
  return startsWithY ? `y${w.slice(1)}` : w;
}

function dropPlural(w: string): string {
  if (/(ss|i)es$/.test(w)) return w.slice(0, -2);
  return /[^s]s$/.test(w) ? w.slice(0, -1) : w;
}

function dropTense(w: string): string {
  if (w.endsWith('eed')) return SOME.test(w.slice(0, -3)) ? w.slice(0, -1) : w;
  const root = /^(.+)(ed|ing)$/.exec(w)?.[1];
  if (root === undefined || !HAS_VOWEL.test(root)) return w;
  if (/(at|bl|iz)$/.test(root)) return `${root}e`;
  if (DOUBLED.test(root)) return root.slice(0, -1);
  return SHORT_END.test(root) ? `${root}e` : root;
}

function replaceEnding(w: string, endings: readonly (readonly [string, string])[]): string {
  const found = endings.find(([ending]) => w.endsWith(ending) && w.length > ending.length);
  if (!found) return w;
  const root = w.slice(0, -found[0].length);
  return SOME.test(root) ? root + found[1] : w;
}

function dropSuffix(w: string): string {
  const root = FOURTH.exec(w)?.[1];
  if (root !== undefined) return MANY.test(root) ? root : w;
  return /[st]ion$/.test(w) && MANY.test(w.slice(0, -3)) ? w.slice(0, -3) : w;
}

function dropFinalE(word: string): string {
  let w = word;
  if (w.endsWith('e')) {
    const root = w.slice(0, -1);
    if (MANY.test(root) || (ONE.test(root) && !SHORT_END.test(root))) w = root;
  }
  return w.endsWith('ll') && MANY.test(w) ? w.slice(0, -1) : w;
}
