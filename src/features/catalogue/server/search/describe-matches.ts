import type { Droplet, SearchNotes } from '../../contract/schemas.ts';
import { fuzzyEdits } from './misspelling.ts';
import { neededWords } from './stop-words.ts';
import type { Synonyms } from './synonyms.ts';
import { termOfWord } from './terms.ts';
import { wordsTyped } from './words.ts';

/** Number of best droplets from which a correction takes its words. */
const CORRECTION_SOURCES = 20;
/** Maximum number of words to mark. */
const MAX_WORDS = 60;
/**
 * Maximum length of the notes, percent-encoded. They travel in a header, and nginx refuses response headers
 * over 4 KB (`proxy_buffer_size`); the other half is for other headers.
 */
const MAX_ENCODED = 2_000;

/** A word in its original spelling. */
const RAW_WORD = /[\p{L}\p{N}\p{M}'’ʼ]+/gu;

interface KnownWord {
  /** The original spelling in lower case. */
  raw: string;
  /** The same without accents. */
  plain: string;
  term: string;
}

/**
 * Describes the results of a query. Uses only words of droplets that the reader sees, so that it reveals no
 * draft. `fuzzy`: the results match typing errors.
 */
export function describeMatches(
  q: string,
  droplets: readonly Droplet[],
  fuzzy: boolean,
  synonyms: Synonyms,
): SearchNotes {
  const typed = [...new Set(wordsTyped(q))];
  const corrections = fuzzy
    ? correct(neededWords(typed), typed.at(-1), droplets)
    : new Map<string, KnownWord>();
  const meant = typed.map((word) => corrections.get(word)?.plain ?? word);
  const terms = new Set(
    neededWords(meant).flatMap((word) => {
      const term = termOfWord(word);
      return [term, ...(synonyms.get(term) ?? []).map(termOfWord)];
    }),
  );
  const last = neededWords(meant).includes(meant.at(-1) ?? '') ? meant.at(-1) : undefined;
  const shown = droplets.flatMap(({ title, keywords }) => [title, ...keywords]);
  const words = knownWords(shown)
    .filter(({ plain, term }) => terms.has(term) || (last !== undefined && plain.startsWith(last)))
    .slice(0, MAX_WORDS)
    .map(({ raw }) => raw);
  if (corrections.size === 0) return shortened({ words });
  const corrected = typed.map((word) => corrections.get(word)?.raw ?? word).join(' ');
  return shortened({ corrected, words });
}

/** Encodes the notes as a header value. */
export const encodeNotes = (notes: SearchNotes): string => encodeURIComponent(JSON.stringify(notes));

/** Leaves out the last words until the header holds the rest. A Cyrillic letter takes six characters. */
function shortened({ words, ...notes }: SearchNotes): SearchNotes {
  let some = words;
  while (some.length > 0 && encodeNotes({ ...notes, words: some }).length > MAX_ENCODED)
    some = some.slice(0, -1);
  return { ...notes, words: some };
}

/** Finds, for each typed word that the best droplets lack, the nearest word that they have. */
function correct(
  needed: readonly string[],
  last: string | undefined,
  droplets: readonly Droplet[],
): Map<string, KnownWord> {
  const best = droplets.slice(0, CORRECTION_SOURCES);
  const known = knownWords(best.flatMap((one) => [one.title, ...one.keywords, one.description]));
  const corrections = new Map<string, KnownWord>();
  for (const word of needed) {
    const term = termOfWord(word);
    if (known.some((one) => one.term === term || (word === last && one.plain.startsWith(word)))) continue;
    let nearest = Number.POSITIVE_INFINITY;
    for (const one of known) {
      const edits = Math.min(fuzzyEdits(word, one.plain), fuzzyEdits(term, one.plain));
      if (edits >= nearest) continue;
      nearest = edits;
      corrections.set(word, one);
    }
  }
  return corrections;
}

/** Lists the distinct words of texts, in their order. */
function knownWords(texts: readonly string[]): KnownWord[] {
  const known = new Map<string, KnownWord>();
  for (const text of texts)
    for (const [word] of text.matchAll(RAW_WORD)) {
      const raw = word.toLowerCase();
      if (known.has(raw)) continue;
      const [plain, ...more] = wordsTyped(raw);
      if (plain !== undefined && more.length === 0) known.set(raw, { raw, plain, term: termOfWord(plain) });
    }
  return [...known.values()];
}
