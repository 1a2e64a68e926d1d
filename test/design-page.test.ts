import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* The page of the shared design components (`/design` in development) shows all of them. */

const DESIGN = join(import.meta.dirname, '../src/platform/design');
const files = readdirSync(DESIGN, { recursive: true, encoding: 'utf8' }).map((file) =>
  file.replaceAll('\\', '/'),
);
const shown = files
  .filter((file) => file.startsWith('showcase/') && file.endsWith('.tsx'))
  .map((file) => readFileSync(join(DESIGN, file), 'utf8'))
  .join('\n');

test('the design page shows every component of the shared design set', () => {
  // The shell renders the only toast region.
  const components = files.filter(
    (file) => file.endsWith('.tsx') && !file.startsWith('showcase/') && file !== 'toast/toast-region.tsx',
  );
  expect(components.length).toBeGreaterThan(10);
  expect(components.filter((file) => !shown.includes(`from '../${file}'`))).toEqual([]);
});

test('the design page names every class of the shared design set', () => {
  const words = new Set(shown.match(/[\w-]+/g));
  const sheets = files.filter((file) => file.endsWith('.css') && !file.startsWith('showcase/'));
  const classes = sheets.flatMap((file) => {
    const text = readFileSync(join(DESIGN, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|'[^']*'/g, '');
    const selectors = [...text.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector);
    return selectors.flatMap((selector) => selector.match(/(?<=\.)[a-zA-Z][\w-]*/g) ?? []);
  });
  expect(classes.length).toBeGreaterThan(50);
  expect([...new Set(classes)].filter((name) => !words.has(name))).toEqual([]);
});
