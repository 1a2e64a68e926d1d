import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* docs/specification.md names each requirement's files and tests. All of them must exist. */

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Row {
  requirement: string;
  built: string[];
  held: { file: string; name: string }[];
}

/** Splits a cell into its lines. */
const parts = (cell = '') => cell.split('<br>').filter((part) => part !== '');

/** Adds the `src/features/` that paths in the table omit. */
const inRepository = (path: string) =>
  /^(src|e2e|test|scripts|deploy|faults|bench|docs|demo|public)\//.test(path) ? path : `src/features/${path}`;

/** Lists the tests of a cell. `› name` without a file belongs to the file before it. */
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

/** Tells whether a file has a test, or a table of tests, with the name. */
const hasTest = (file: string, name: string) => {
  const source = read(file);
  return ["'", '`', '"'].some((quote) => source.includes(quote + name + quote));
};

test('the check finds the table', () => {
  expect(rows.length).toBeGreaterThan(200);
});

test('every requirement is in the table once', () => {
  const names = rows.map(({ requirement }) => requirement);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every requirement names files, and all of them exist', () => {
  const missing = rows.flatMap(({ requirement, built }) =>
    built.length === 0 ? [requirement] : built.filter((file) => !existsSync(join(ROOT, file))),
  );
  expect(missing).toEqual([]);
});

test('every requirement names tests, and all of them exist', () => {
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
