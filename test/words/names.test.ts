import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['src', 'test', 'e2e', 'bench', 'faults', 'scripts'];

/** Ambiguous or unknown words in names, and their replacements. */
const INSTEAD: [word: string, instead: string][] = [
  ['place', 'index, position, stop, parent, slot, location: whichever it is'],
  ['lane', 'fast path'],
  ['trail', 'audit log'],
  ['postman', 'mail sender'],
  ['explorer', 'classic, or explore'],
];

/** Migrations keep their names, because databases store them. */
const LEFT_OUT = /\/migrations\/|\.d\.ts$|\/migrate\.ts$/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !LEFT_OUT.test(name)),
);

/** Splits a name into words, in lower case and without plural: `lastPlaces` has `last` and `place`. */
const wordsOf = (name: string) =>
  name.split(/[^A-Za-z]|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase().replace(/s$/, ''));

/** Lists the names in a file, including the file's name. */
function namesIn(file: string): string[] {
  const names = new Set([file]);
  const add = ({ name }: { name: string }) => void names.add(name);
  const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  new Visitor({ Identifier: add, PrivateIdentifier: add, JSXIdentifier: add }).visit(program);
  return [...names];
}

const names = files.flatMap((file) =>
  namesIn(file).map((name) => ({ about: `${file}: ${name}`, words: wordsOf(name) })),
);

test.each(INSTEAD)('no name contains %s; the word is %s', (word) => {
  expect(names.filter(({ words }) => words.includes(word)).map(({ about }) => about)).toEqual([]);
});

test('a constant that is a maximum begins with MAX, a minimum with MIN', () => {
  const other = /: (MOST|LONGEST|LARGEST|FURTHEST|WIDEST|HIGHEST|FEWEST|LEAST|SHORTEST|SMALLEST)(_|$)/;
  expect(names.map(({ about }) => about).filter((about) => other.test(about))).toEqual([]);
});
