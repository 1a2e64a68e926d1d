import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* docs/specification.md says where each requirement is built and which test holds it: what it names must be there. */

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Row {
  requirement: string;
  built: string[];
  held: { file: string; name: string }[];
}

/** A cell's parts stand under each other. */
const parts = (cell = '') => cell.split('<br>').filter((part) => part !== '');

const rows: Row[] = read('docs/specification.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Requirement '))
  .map((line) => {
    const [requirement = '', built, held] = line.slice(2, -2).split(' | ');
    return {
      requirement,
      built: parts(built).map((part) => part.replaceAll('`', '')),
      held: parts(held).map((part) => {
        const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(part) ?? [];
        return { file, name };
      }),
    };
  });

/** Whether a test, or a table of tests, bears the name. */
const hasTest = (file: string, name: string) => {
  const source = read(file);
  return ["'", '`', '"'].some((quote) => source.includes(quote + name + quote));
};

test('there is a table to check', () => {
  expect(rows.length).toBeGreaterThan(200);
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
            ({ file, name }) =>
              !/\.test\.\w+$/.test(file) || !existsSync(join(ROOT, file)) || !hasTest(file, name),
          )
          .map(({ file, name }) => `${requirement}: ${file} › ${name}`),
  );
  expect(missing).toEqual([]);
});
