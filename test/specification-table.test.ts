import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* docs/specification.md says where each requirement is built and which test holds it: what it names must be
   there. */

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Row {
  requirement: string;
  built: string[];
  held: { file: string; name: string }[];
}

/** A cell's parts stand under each other. */
const parts = (cell = '') => cell.split('<br>').filter((part) => part !== '');

/** Paths below `src/features/` are written without it. */
const inRepository = (path: string) =>
  /^(src|e2e|test|scripts|deploy|faults|bench|docs|demo|public)\//.test(path) ? path : `src/features/${path}`;

/** `› name` without a file is a test of the file before it. */
function testsOf(cell: string | undefined): { file: string; name: string }[] {
  let file = '';
  return parts(cell).map((part) => {
    const [, ownFile, name = ''] = /^(?:`([^`]+)` )?› (.+)$/.exec(part) ?? [];
    if (ownFile) file = inRepository(ownFile);
    return { file, name };
  });
}

const rows: Row[] = read('docs/specification.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Requirement '))
  .map((line) => {
    const [requirement = '', built, held] = line.slice(2, -2).split(' | ');
    return {
      requirement,
      built: parts(built).map((part) => inRepository(part.replaceAll('`', ''))),
      held: testsOf(held),
    };
  });

/** Journeys are tests in modules, which the test file of each browser engine imports. */
const IS_TEST = /\.test\.\w+$|^e2e\/engines\/journeys\//;

/** Whether a test, or a table of tests, bears the name. */
const hasTest = (file: string, name: string) => {
  const source = read(file);
  return ["'", '`', '"'].some((quote) => source.includes(quote + name + quote));
};

test('there is a table to check', () => {
  expect(rows.length).toBeGreaterThan(200);
});

test('every requirement stands in the table once', () => {
  const names = rows.map(({ requirement }) => requirement);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every requirement is built somewhere, and every file is there', () => {
  const missing = rows.flatMap(({ requirement, built }) =>
    built.length === 0 ? [requirement] : built.filter((file) => !existsSync(join(ROOT, file))),
  );
  expect(missing).toEqual([]);
});

test('every requirement is held by a test, and every test is there', () => {
  const missing = rows.flatMap(({ requirement, held }) =>
    held.length === 0
      ? [requirement]
      : held
          .filter(
            ({ file, name }) => !IS_TEST.test(file) || !existsSync(join(ROOT, file)) || !hasTest(file, name),
          )
          .map(({ file, name }) => `${requirement}: ${file} › ${name}`),
  );
  expect(missing).toEqual([]);
});
