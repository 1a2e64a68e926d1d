import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * docs/security/ addresses every requirement of OWASP ASVS 5.0, levels 1 and 2. Every file and test that it
 * names must exist.
 */

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'docs/security');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Requirements of levels 1 and 2 by section, from OWASP's own list (version 5.0.0). */
const SECTIONS: Record<string, number[]> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
};
const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
  numbers.map((number) => `${section}.${number}`),
);

const STATES = ['pass', 'not applicable', 'accepted'];

const parts = (cell = '') => (cell === '–' ? [] : cell.split('<br>'));

/** Adds the `src/features/` that paths in the tables omit. */
const inRepository = (path: string) =>
  /^(src|e2e|test|scripts|deploy|docs)\//.test(path) || !path.includes('/') ? path : `src/features/${path}`;

const rows = readdirSync(FOLDER)
  .filter((name) => name.startsWith('v'))
  .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n'))
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [id = '', state = '', how = '', built, held, ...rest] = line.slice(2, -2).split(' | ');
    let file = '';
    const tests = parts(held).map((part) => {
      const [, ownFile, title = ''] = /^(?:`([^`]+)` )?› (.+)$/.exec(part) ?? [];
      if (ownFile) file = inRepository(ownFile);
      return { file, title };
    });
    return {
      id,
      state,
      how,
      built: parts(built).map((part) => inRepository(part.replaceAll('`', ''))),
      tests,
      rest,
    };
  });

test('every requirement of levels 1 and 2 has one row', () => {
  expect(REQUIREMENTS).toHaveLength(253);
  expect(rows.map(({ id }) => id).sort()).toEqual([...REQUIREMENTS].sort());
  expect(rows.filter(({ rest }) => rest.length > 0)).toEqual([]);
});

test('each row has a known state and an explanation', () => {
  for (const { id, state, how } of rows) {
    expect(STATES, id).toContain(state);
    expect(how.length, id).toBeGreaterThan(4);
  }
});

test('an accepted requirement has a reason, and the specification causes three', () => {
  const accepted = rows.filter(({ state }) => state === 'accepted');
  for (const { id, how } of accepted) expect(how.length, id).toBeGreaterThan(40);
  const specified = accepted.filter(({ how }) => how.startsWith('The specification'));
  expect(specified.map(({ id }) => id).sort()).toEqual(['14.3.3', '6.2.5', '6.5.5']);
});

test('a passed requirement names a file, and a test unless documents or deploy files meet it', () => {
  const open = rows.filter(
    ({ state, built, tests }) =>
      state === 'pass' &&
      (built.length === 0 || (tests.length === 0 && !built.every((file) => /^(docs|deploy)\//.test(file)))),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

test('every named file and test exists', () => {
  const missing = rows.flatMap(({ id, built, tests }) => [
    ...built.filter((file) => !existsSync(join(ROOT, file))).map((file) => `${id}: ${file}`),
    ...tests
      .filter(
        ({ file, title }) => !/\.test\.\w+$/.test(file) || !existsSync(join(ROOT, file)) || !has(file, title),
      )
      .map(({ file, title }) => `${id}: ${file} › ${title}`),
  ]);
  expect(missing).toEqual([]);
});

/** Tells whether a file has a test, or a table of tests, with the title. */
function has(file: string, title: string): boolean {
  const source = read(file);
  return ["'", '`', '"'].some((quote) => source.includes(quote + title + quote));
}

test('the summary counts the rows', () => {
  const summary = read('docs/security/README.md');
  const counts = STATES.map((state) => rows.filter((row) => row.state === state).length);
  expect(summary).toContain(`| all | ${counts.join(' | ')} |`);
  for (const name of readdirSync(FOLDER).filter((file) => file.startsWith('v')))
    expect(summary, name).toContain(`](${name})`);
});

test('links of the security documents have existing targets', () => {
  const headings = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
  const documents = ['docs/security.md', ...readdirSync(FOLDER).map((name) => `docs/security/${name}`)];
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? document : join(document, '..', path);
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !headings(target).includes(anchor);
      })
      .map(([link]) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});
