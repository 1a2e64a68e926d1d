import { expect, test } from 'vitest';
import { canonicalLanguage } from './language-tag.ts';
import { bestLanguage, languageName } from './languages.ts';

test.each([
  ['EN', 'en'],
  ['pt-br', 'pt-BR'],
  ['ZH-hant-tw', 'zh-Hant-TW'],
  ['', null],
  ['e', null],
  ['en_US', null],
  ['english language', null],
  ['en-', null],
])('the tag %j is normalized to %j', (tag, expected) => expect(canonicalLanguage(tag)).toBe(expected));

test('a language is shown by its own name, and a tag without a name as it is', () => {
  expect(languageName('es')).toBe('Español');
  expect(languageName('en')).toBe('English');
  expect(languageName('xx-yyyyyyyyyyyy')).toBe('xx-yyyyyyyyyyyy');
});

const choose = (preferred: string[], ...there: string[]) =>
  bestLanguage(
    there.map((language) => ({ language })),
    preferred,
  )?.language;

test.each([
  ['es', ['es'], ['en', 'es']],
  ['pt-PT', ['pt-BR', 'en'], ['en', 'pt-PT']],
  ['pt-BR', ['PT-br'], ['pt-PT', 'pt-BR']],
  ['en', ['en-GB', 'es'], ['en', 'es']],
  ['es', ['de', 'es-MX', 'en'], ['en', 'es']],
  ['en', ['ja'], ['en', 'es']],
  [undefined, ['ja'], []],
])('%s is chosen for a reader of %j out of %j', (expected, preferred, there) =>
  expect(choose(preferred, ...there)).toBe(expected),
);
