import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { groups } from '../groups.ts';
import { RESULTS_FILE, replaceFigures } from './results-file.ts';

const page = `# Speed
<!-- figures: search -->
old
<!-- end of search -->
Why it is so.
<!-- figures: login -->
<!-- end of login -->
`;

test('new figures replace the old ones and nothing else', () => {
  const once = replaceFigures(page, 'search', 'new');
  expect(once).toBe(page.replace('old', 'new'));
  expect(replaceFigures(once, 'search', 'old')).toBe(page);
});

test('a group without markers in the document is an error that names the group', () => {
  expect(() => replaceFigures(page, 'memory', 'x')).toThrow('memory');
});

test('every group has its markers in docs/performance.md', async () => {
  const document = await readFile(RESULTS_FILE, 'utf8');
  for (const group of Object.keys(groups))
    expect(() => replaceFigures(document, group, 'x'), group).not.toThrow();
});
