import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/* Size limits of CONTRIBUTING.md ('Sizes'), for every code file and style sheet. */

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'e2e', 'test', 'scripts', 'bench', 'faults', 'deploy'];

const MAX_FILE_LINES = 250;
const MAX_TEST_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 90;
const MAX_LINE_LENGTH = 110;
const FULLEST_FOLDER = 25;

/** File of the designers, left unchanged so that a new version can replace it. */
const DELIVERED = 'src/features/catalogue/server/media/cover.mjs';

/** Only file with a longer function, because a released migration never changes. */
const RELEASED = 'src/platform/database/migrations/0001-0019/0006-subscriptions.ts';

interface CodeFile {
  path: string;
  text: string;
  lines: string[];
}

const files: CodeFile[] = [...FOLDERS.flatMap(pathsIn), 'vite.config.ts', 'vitest.config.ts']
  .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && path !== DELIVERED)
  .map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return { path, text, lines: text.trimEnd().split('\n') };
  });

function pathsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name.replaceAll('\\', '/')}`,
  );
}

const isTest = (path: string) => /\.test\.|^(test|e2e)\//.test(path);

test('the check finds files', () => {
  for (const folder of FOLDERS)
    expect(
      files.some(({ path }) => path.startsWith(`${folder}/`)),
      folder,
    ).toBe(true);
});

test('a file has at most 250 lines, tests and their support 300', () => {
  const long = files.filter(
    ({ path, lines }) => lines.length > (isTest(path) ? MAX_TEST_FILE_LINES : MAX_FILE_LINES),
  );
  expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([]);
});

test('a function has at most 90 lines, except `describe` and end-to-end tests', () => {
  const functions = files
    .filter(({ path }) => !path.endsWith('.css') && path !== RELEASED)
    .flatMap(functionsIn);
  expect(functions.length).toBeGreaterThan(1000);
  expect(functions.filter(({ length }) => length > MAX_FUNCTION_LINES)).toEqual([]);
});

/** Finds the functions to which the limit applies. `length` is in lines, with comments and empty lines. */
function functionsIn({ path, text }: CodeFile): { start: string; length: number }[] {
  // `describe` only groups tests, and an end-to-end test is a sequence of a person's steps.
  const unlimited = path.startsWith('e2e/') ? ['describe', 'test'] : ['describe'];
  const exempt = new Set<ESTree.Node>();
  const found: { start: string; length: number }[] = [];
  const onFunction = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    if (exempt.has(node)) return;
    const code = text.slice(node.start, node.end).split('\n');
    found.push({ start: `${path}: ${code[0]}`, length: code.length });
  };
  new Visitor({
    CallExpression(node) {
      const [name = ''] = /^\w+/.exec(text.slice(node.start, node.start + 20)) ?? [];
      if (unlimited.includes(name)) for (const argument of node.arguments) exempt.add(argument);
    },
    FunctionDeclaration: onFunction,
    FunctionExpression: onFunction,
    ArrowFunctionExpression: onFunction,
  }).visit(parseSync(path, text).program);
  return found;
}

test('a line has at most 110 characters', () => {
  const long = files.flatMap(({ path, lines }) =>
    lines.flatMap((line, at) => (line.length > MAX_LINE_LENGTH ? [`${path}:${at + 1}: ${line.length}`] : [])),
  );
  expect(long).toEqual([]);
});

test('half of the source files have at most 55 lines, nine of ten at most 130', () => {
  const lengths = files
    .filter(({ path }) => path.startsWith('src/') && !isTest(path))
    .map(({ lines }) => lines.length)
    .sort((a, b) => a - b);
  const percentile = (part: number) => lengths[Math.floor(lengths.length * part)];
  expect(percentile(0.5)).toBeLessThanOrEqual(55);
  expect(percentile(0.9)).toBeLessThanOrEqual(130);
});

test('a folder of code has at most 25 files', () => {
  const counts = new Map<string, number>();
  for (const path of FOLDERS.flatMap(pathsIn))
    if (/\.\w+$/.test(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > FULLEST_FOLDER)).toEqual([]);
});
