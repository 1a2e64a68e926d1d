import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/* Files, headings, commands, messages and metrics that the documents name must exist. */

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const FOLDERS = ['src', 'test', 'e2e', 'bench', 'faults', 'scripts', 'deploy', 'demo', 'docs', 'public'];
const FILES = [
  ...readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.*`, { cwd: ROOT })),
].map((file) => `/${file.replaceAll('\\', '/')}`);
const DOCUMENTS = FILES.filter((file) => file.endsWith('.md')).map((file) => file.slice(1));
const SOURCE = FILES.filter((file) => /^\/(src|scripts)\/.*\.(ts|tsx|mjs)$/.test(file))
  .map(read)
  .join('\n');

/** Paths that the program or the tests create, or that belong to other projects. */
const ELSEWHERE = /^(@|data\/|DATA_DIR|\.cache|\/|https?:)/;

const inBackticks = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside = '']) => inside);

/** Expands `a/{b,c}.ts` to two paths. */
function expanded(path: string): string[] {
  const [whole = '', inside = ''] = /\{([^{}]*)\}/.exec(path) ?? [];
  return whole === '' ? [path] : inside.split(',').flatMap((part) => expanded(path.replace(whole, part)));
}

/** Returns the anchor that common Markdown renderers give a heading. */
const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Tells whether a file exists. The path may begin at any folder. */
const exists = (path: string) => FILES.some((file) => file === `/${path}` || file.endsWith(`/${path}`));

test.each(DOCUMENTS)('%s: files and headings that it links to', (document) => {
  const broken = [...read(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].filter(([, link = '']) => {
    const [path = '', heading] = link.split('#');
    const file = path === '' ? document : join(dirname(document), path);
    if (!existsSync(join(ROOT, file))) return true;
    const headings = heading === undefined ? [] : [...read(file).matchAll(/^#+ (.+)$/gm)];
    return heading !== undefined && !headings.some(([, text = '']) => slugOf(text) === heading);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(DOCUMENTS)('%s: files that it names', (document) => {
  const named = inBackticks(read(document))
    .flatMap(expanded)
    .filter((path) => /^[\w@.-]+(\/[\w@.-]+)*\.(ts|tsx|mjs|css|svg)$/.test(path) && !ELSEWHERE.test(path));
  expect(named.filter((path) => !exists(path))).toEqual([]);
});

test.each(DOCUMENTS)('%s: commands that it names', (document) => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...read(document).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('files touched by a request are named with their folders', () => {
  const [, table = ''] = read('docs/architecture.md').split('### Files touched by four requests');
  const named = inBackticks(table.split('\n## ')[0] ?? '')
    .flatMap(expanded)
    .filter((path) => /^[a-z-]+(\/[a-z-]+)+$/.test(path));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !exists(`${path}.ts`))).toEqual([]);
});

test('messages in the guide for operators are the program’s', () => {
  const [, table = ''] = read('docs/operations.md').split('## When something is wrong');
  const messages = (table.split('\n## ')[0] ?? '')
    .split('\n')
    .flatMap((line) => inBackticks(line.split(' | ')[0] ?? ''))
    .filter((text) => text.includes(' '))
    .flatMap((text) => text.split('…').map((part) => part.trim()));
  expect(messages.length).toBeGreaterThan(7);
  expect(messages.filter((text) => !SOURCE.includes(text))).toEqual([]);
});

test('metrics in the guide for operators are the program’s', () => {
  const [, table = ''] = read('docs/operations.md').split('## What to watch');
  const metrics = (table.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => inBackticks(line)[0] ?? '')
    .filter((name) => !/^(nodejs|process)_/.test(name));
  expect(metrics.length).toBeGreaterThan(10);
  // The pool's metrics have generated names.
  const isMade = (name: string) =>
    SOURCE.includes(`'${name}'`) || /^database_connections_(in_use|idle|waiting)$/.test(name);
  expect(metrics.filter((name) => !isMade(name))).toEqual([]);
});
