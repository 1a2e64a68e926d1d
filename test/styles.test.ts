import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/* Rules of decision 17 about style sheets, checked for every sheet and component under src. */

const ROOT = join(import.meta.dirname, '..');
const DESIGN = 'src/platform/design/';
/** File that orders the layers and imports the shared design set. */
const ENTRY = 'src/app/styles.css';

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map(
  (name) => `src/${name.replaceAll('\\', '/')}`,
);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const sheets = files.filter((file) => file.endsWith('.css')).map((file) => ({ file, ...parse(read(file)) }));
const modules = sheets.filter(({ file }) => file.endsWith('.module.css'));
const globals = sheets.filter((sheet) => !modules.includes(sheet));
const components = files
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
  .map((file) => ({ file, text: read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }));

interface Sheet {
  /** At-rules and selectors outside of any block. */
  top: string[];
  /** Classes in the sheet's own selectors. */
  classes: Set<string>;
  /** Classes inside `:global()`. */
  global: Set<string>;
}

/** Reads the selectors of a sheet. */
function parse(text: string): Sheet {
  const sheet: Sheet = { top: [], classes: new Set(), global: new Set() };
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'/g, '');
  let depth = 0;
  for (const [, words = '', end] of bare.matchAll(/([^{};]*)([{};])/g)) {
    if (depth === 0) sheet.top.push(words.trim());
    if (end === '{' && !words.trim().startsWith('@')) {
      const own = words.replaceAll(/:global\(([^)]*)\)/g, (_, inner: string) => {
        for (const name of classesIn(inner)) sheet.global.add(name);
        return '';
      });
      for (const name of classesIn(own)) sheet.classes.add(name);
    }
    depth += end === '{' ? 1 : end === '}' ? -1 : 0;
  }
  sheet.top = sheet.top.filter((words) => words !== '');
  return sheet;
}

function classesIn(selector: string): string[] {
  return [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);
}

/** Lists the CSS module classes that a component uses, by module file. */
function usedOf({ file, text }: { file: string; text: string }) {
  return [...text.matchAll(/^import \* as (\w+) from '([^']+\.module\.css)'/gm)].map(
    ([statement, name = '', specifier = '']) => {
      const sheet = specifier.startsWith('#')
        ? `src/${specifier.slice(1)}`
        : join(dirname(file), specifier).replaceAll('\\', '/');
      const rest = text.replace(statement, '');
      const uses = [...rest.matchAll(new RegExp(`(?<![\\w.-])${name}\\b(?!-)(?:\\.(\\w+))?`, 'g'))];
      return { file, sheet, names: uses.map(([whole, used]) => used ?? whole) };
    },
  );
}
const uses = components.flatMap(usedOf);

test('the check finds sheets and components', () => {
  expect(sheets.length).toBeGreaterThan(20);
  expect(modules.length).toBeGreaterThan(1);
  expect(uses.length).toBeGreaterThan(3);
});

test('every rule is in the layer of its folder', () => {
  const layers = (file: string) =>
    file.startsWith(DESIGN) ? /^@layer (tokens|ground|design)$/ : /^@layer feature$/;
  const outside = sheets
    .filter(({ file }) => file !== ENTRY)
    .flatMap(({ file, top }) =>
      top.filter((words) => !layers(file).test(words)).map((words) => [file, words]),
    );
  expect(outside).toEqual([]);
  const entry = sheets.find(({ file }) => file === ENTRY);
  expect(entry?.top[0]).toBe('@layer tokens, ground, design, feature');
  expect(entry?.top.slice(1).filter((words) => !words.startsWith('@import'))).toEqual([]);
});

test('hover rules are only for pointers that hover: after a tap they would stick', () => {
  const sticking = sheets.flatMap(({ file }) => {
    const blocks: string[] = [];
    const found: string[] = [];
    const bare = read(file).replaceAll(/\/\*[\s\S]*?\*\//g, '');
    for (const [, words = '', end] of bare.matchAll(/([^{};]*)([{};])/g)) {
      if (end === '{') blocks.push(words.trim());
      if (words.includes(':hover') && !blocks.includes('@media (hover: hover)'))
        found.push(`${file}: ${words.trim()}`);
      if (end === '}') blocks.pop();
    }
    return found;
  });
  expect(sticking).toEqual([]);
});

/** Selector with `:has()` of a chosen or focused control. */
const STATE_WITHIN = /\S.*:has\([^{]*:(checked|focus\S*)\)[^{]*(?= \{)/g;
/** Selectors with `:has()` whose state another rule shows, too. */
const SHOWN_TWICE = [
  // `@supports` checks for `:has()` beside it.
  '.card:has(.title a:focus-visible) .cover',
  // The radio button in the label has its own rule.
  '.plans label:has(input:checked)',
];

test('chosen and focused states are visible without :has(), which Firefox 115 lacks', () => {
  const shown = sheets.flatMap(({ file }) => read(file).match(STATE_WITHIN) ?? []);
  expect(shown.sort()).toEqual(SHOWN_TWICE);
});

test('links and controls disable the tap highlight, because they have a pressed style', () => {
  const design = globals.map(({ file }) => read(file)).join('');
  expect(design).toContain('-webkit-tap-highlight-color: transparent');
  for (const pressed of ['a', 'summary', '.btn', '.icon-btn', '.chip'])
    expect(design).toMatch(new RegExp(`(^|\\s)${pressed.replace('.', '\\.')}:active`));
});

test('text-decoration has one word: Safari before 26.2 ignores it with a thickness or a color', () => {
  const ignored = sheets.flatMap(({ file }) => read(file).match(/text-decoration: *[^; ]+ [^;]*/g) ?? []);
  expect(ignored).toEqual([]);
});

test('sheets outside of the design are CSS modules with unique file names', () => {
  const plain = globals.filter(({ file }) => !file.startsWith(DESIGN) && file !== ENTRY);
  expect(plain.map(({ file }) => file)).toEqual([]);
  const names = modules.map(({ file }) => basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe.each(modules)('$file', ({ file, classes, global }) => {
  test('names classes with whole words in camelCase', () => {
    const bad = [...classes].filter((name) => !/^[a-z][a-zA-Z0-9]{3,}$/.test(name));
    expect(bad).toEqual([]);
  });

  test('defines exactly the classes that components use', () => {
    const used = new Set(uses.filter(({ sheet }) => sheet === file).flatMap(({ names }) => names));
    expect([...used].filter((name) => !classes.has(name))).toEqual([]);
    expect([...classes].filter((name) => !used.has(name))).toEqual([]);
  });

  test('is used by components of its own folder only', () => {
    const users = uses.filter(({ sheet }) => sheet === file);
    expect(
      users.filter((user) => !user.file.startsWith(`${dirname(file)}/`)).map((user) => user.file),
    ).toEqual([]);
  });

  test('refers to global classes of the shared design set only', () => {
    expect([...global].filter((name) => !shared.has(name))).toEqual([]);
  });
});

const shared = new Set(globals.flatMap(({ classes }) => [...classes]));

test('every class in a component’s markup is defined', () => {
  const unknown = components.flatMap(({ file, text }) =>
    classNamesIn(text)
      .filter((name) => !shared.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('every class of the shared design set is used in a component’s markup', () => {
  const design = globals.filter(({ file }) => file.startsWith(DESIGN)).flatMap(({ classes }) => [...classes]);
  // The design page uses every class, so it does not count as a use.
  const others = components.filter(({ file }) => !file.includes('/showcase/'));
  const words = new Set(others.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []));
  expect(design.filter((name) => !words.has(name))).toEqual([]);
});

/** Lists the words of the strings in `className={…}`, without the inserted parts of templates. */
function classNamesIn(text: string): string[] {
  return [...text.matchAll(/\bclassName=(?:"([^"]*)"|\{)/g)].flatMap((match) => {
    if (match[1] !== undefined) return match[1].split(/\s+/);
    let depth = 1;
    let end = match.index + match[0].length;
    const start = end;
    for (; depth > 0 && end < text.length; end += 1) depth += { '{': 1, '}': -1 }[text[end] as string] ?? 0;
    const strings =
      text
        .slice(start, end - 1)
        .replaceAll(/[=!]== '[^']*'/g, '')
        .match(/'[^']*'|`[^`]*`/g) ?? [];
    return strings.flatMap((quoted) =>
      quoted
        .slice(1, -1)
        .replaceAll(/\$\{[^}]*\}/g, '…')
        .split(/\s+/)
        .filter((word) => word !== '' && !word.includes('…')),
    );
  });
}
