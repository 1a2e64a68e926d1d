import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts } from '../../scripts/words/read-texts.ts';

const ROOT = join(import.meta.dirname, '../..');

/*
 * Words that texts of the interface, the mails and the API avoid: words that users misunderstood, idioms, and
 * British spelling. `npm run words` prints all texts.
 */

const PHRASES: RegExp[] = [
  /\bway back in\b/,
  /\b[Cc]ome in\b/,
  /\bOne press\b/,
  /\bdoes not open any more\b/,
  /\bYou have none\b/,
  /^Leave$/,
  /\bstands? in\b/,
  /\bpull on a\b/,
  /\breads wrong\b/,
  /\bNo sample\b/,
  /\bPreview of the medium\b/,
  /\banew\b/,
  /\bare no medical\b/,
  /\bOnly water here\b/,
  /\b[Aa]nswer this mail\b/,
  /\b[Ss]omebody else\b/,
  /\bmeanwhile\b/,
  /\bsigned out\b/,
  // Texts about work in progress end with three dots, as in the specification.
  /^\w+ing\b[^{]*…/,
];

/** British spellings and their American forms. */
const SPELLINGS: [british: RegExp, american: string][] = [
  [/\bpractis(e|es|ed|ing)\b/i, 'practice'],
  [/\bcancell(ed|ing)\b/i, 'canceled, canceling'],
  [/\b(colour|favourite|behaviour|neighbour|honour|flavour|harbour)/i, '-or'],
  [/\b(cent|met|theat|lit|fib)re(s|d)?\b/i, '-er'],
  [/\b(travell|labell|modell|signall)(ed|ing|er)\b/i, 'one l'],
  [
    /\b(organ|recogn|personal|custom|synchron|author|minim|optim|summar|apolog)is(e|es|ed|ing|ation)\b/i,
    '-ize',
  ],
  [/\b(grey|licence|defence|programme|whilst|amongst|towards|learnt|spelt|judgement)\b/i, 'American'],
];

const texts = readTexts();

describe.each(PHRASES.map((phrase) => [phrase.source, phrase] as const))('%s', (_, phrase) => {
  test('occurs in no text', () => {
    expect(texts.filter(({ text }) => phrase.test(text))).toEqual([]);
  });
});

test.each(SPELLINGS.map(([british, american]) => [american, british] as const))(
  'texts are spelled in American English: %s',
  (_, british) => {
    expect(texts.filter(({ text }) => british.test(text))).toEqual([]);
  },
);

test('only one module formats dates', () => {
  const files = sourcesWith(/\bDateTimeFormat\(.+\)\.format|toLocale(Date|Time)String|dateStyle/);
  expect(files).toEqual(['src/platform/text/dates.ts']);
});

function sourcesWith(pattern: RegExp): string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter((name) => pattern.test(readFileSync(join(ROOT, name), 'utf8')));
}
