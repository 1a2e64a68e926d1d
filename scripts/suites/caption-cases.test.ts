import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { resolveReferences } from '#features/uploads/server/captions/resolve-references.ts';
import { plainCueText } from '#platform/text/captions/cue-text.ts';
import { parseWebVtt } from '#platform/text/captions/parse-webvtt.ts';
import { folderOf } from './fetch-suite.ts';
import { CAPTION_CASES } from './public-suites.ts';

/*
 * Runs the Web Platform Tests of webvtt/parsing if `npm run suites` has fetched them. parse-webvtt.test.ts
 * and captions.test.ts have the same cases in rewritten form.
 */

const folder = (name: string) => join(folderOf(CAPTION_CASES), 'test', name);
const namesIn = (path: string, end: string) =>
  existsSync(path)
    ? readdirSync(path).flatMap((name) => (name.endsWith(end) ? [name.slice(0, -end.length)] : []))
    : [];
const FILES = namesIn(folder('wpt-file-parsing'), '.js');
const TEXTS = namesIn(folder('wpt-cue-parsing'), '.json');

/**
 * The player shows captions at one position, so positions and regions are stored and not parsed. For these
 * files only the number of captions is compared.
 */
const IS_ABOUT_POSITION = /^(settings|regions)-/;
/** Lines about positions in a file about null characters. */
const OF_POSITION = /^.*\.(align|position|line|size|vertical|region)\b.*$/gm;

const same = (found: unknown, expected: unknown, message?: string) => expect(found, message).toBe(expected);
const assertions = {
  assert_equals: same,
  assert_true: (found: unknown, message?: string) => same(found, true, message),
  assert_false: (found: unknown, message?: string) => same(found, false, message),
};

test.skipIf(FILES.length === 0)('files of the Web Platform Tests have the expected captions', () => {
  expect(FILES.length).toBeGreaterThan(30);
  for (const name of FILES) {
    const read = (end: string) => readFileSync(join(folder('wpt-file-parsing'), name + end), 'utf8');
    const found = parseWebVtt(read('.vtt')) ?? [];
    const cues = found.map(({ id, start, end, text }) => ({ id, startTime: start, endTime: end, text }));
    const facts = read('.js');
    const count = /cues\.length, (\d+)/.exec(facts)?.[1];
    if (count !== undefined) expect(cues.length, name).toBe(Number(count));
    if (!IS_ABOUT_POSITION.test(name))
      runInNewContext(facts.replace(OF_POSITION, ''), { ...assertions, cues });
  }
});

interface Case {
  text: string;
  /** Nodes of the caption, one a line; a text is in quotes and may have several lines. */
  expectedTree: string;
}

test.skipIf(TEXTS.length === 0)('texts of the Web Platform Tests have the expected words', () => {
  const failed: unknown[] = [];
  let compared = 0;
  for (const name of TEXTS)
    for (const { text, expectedTree } of JSON.parse(
      readFileSync(join(folder('wpt-cue-parsing'), `${name}.json`), 'utf8'),
    ) as Case[]) {
      const expected = [...expectedTree.matchAll(/^\|\s+"([\s\S]*?)"$/gm)].map(([, words]) => words).join('');
      const file = `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`;
      const found = plainCueText(parseWebVtt(resolveReferences(file))?.[0]?.text ?? '');
      compared += 1;
      if (found.trimEnd() !== expected.trimEnd()) failed.push({ name, text, expected, found });
    }
  expect(failed).toEqual([]);
  expect(compared).toBeGreaterThan(70);
});
