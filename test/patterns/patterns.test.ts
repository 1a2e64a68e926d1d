import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from 'recheck';
import { expect, test } from 'vitest';
import { findPatterns } from './find-patterns.ts';

/*
 * Every regular expression of the program runs in linear time. One that did not once blocked a node with 200
 * bytes of input.
 */

const ROOT = resolve(import.meta.dirname, '../..');

const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
  .map((name) => name.replaceAll('\\', '/'))
  // The showcase runs in development only, on the project's own style sheet.
  .filter((name) => !/\.test\.tsx?$|^src\/platform\/design\/showcase\//.test(name));

/**
 * Number of patterns per file that are built of constants at run time. Reviewers check these, because this
 * test cannot.
 */
const COMPUTED: Record<string, number> = {
  // One character class, repeated at most once.
  'src/features/catalogue/server/search/words.ts': 1,
  'src/platform/database/migrations/0001-0019/0002-search/words.ts': 3,
  // Addresses of uploads: a prefix and 32 hexadecimal digits.
  'src/features/settings/server/change-settings.ts': 1,
  // The paths of our own calls, with `[^/]+` between slashes.
  'src/platform/http/cache/serve-cached.ts': 1,
  'src/platform/web/query-keys.ts': 1,
  // The name of a cookie.
  'src/features/comfort/shared/read-comfort.ts': 1,
  'src/features/catalogue/web/player/playback/preferences.ts': 1,
};

/** A pattern without an unbounded quantifier is linear. */
const REPEATS = /[*+]|\{\d+,/;

/**
 * Fuzzing, for patterns that automata cannot judge, is limited by steps: a timeout would fail on a busy
 * machine.
 */
const NO_TIMEOUTS = { timeout: null, incubationTimeout: null, attackTimeout: null, seedingTimeout: null };
/** Timeout in ms. The test takes half a minute on an idle machine. */
const ON_A_BUSY_MACHINE = 600_000;
/** Rounds of fuzzing. The first round finds all known examples. */
const ROUNDS = { maxIteration: 5 };

async function verdict(source: string, flags: string): Promise<string> {
  const result = await check(source, flags, { ...NO_TIMEOUTS, ...ROUNDS });
  return result.status === 'vulnerable' ? result.complexity.summary : result.status;
}

test(
  'every regular expression runs in linear time',
  async () => {
    const seen = new Map<string, string>();
    const computed: Record<string, number> = {};
    for (const file of files) {
      const found = findPatterns(file, readFileSync(join(ROOT, file), 'utf8'));
      if (found.computed > 0) computed[file] = found.computed;
      for (const { source, flags, line } of found.patterns)
        if (REPEATS.test(source)) seen.set(`${source}/${flags}`, `${file}:${line}`);
    }
    expect(computed).toEqual(COMPUTED);
    const slow: string[] = [];
    for (const [pattern, at] of seen) {
      const end = pattern.lastIndexOf('/');
      const found = await verdict(pattern.slice(0, end), pattern.slice(end + 1));
      if (found !== 'safe') slow.push(`${at} /${pattern}: ${found}`);
    }
    expect(slow).toEqual([]);
  },
  ON_A_BUSY_MACHINE,
);

test('the check recognizes slow patterns, also those composed of constants', async () => {
  expect(await verdict('^(<!--.*?-->\\s*)*<svg', 's')).toContain('exponential');
  expect(await verdict('-+$', '')).toContain('polynomial');
  // Automata do not support lookbehind.
  expect(await verdict('(?<!x)-+$', 'u')).toContain('polynomial');
  expect(await verdict('(?<=x)(a+)+$', '')).toContain('exponential');
  const code = "const WORD = String.raw`\\w`;\nconst MANY = WORD;\nnew RegExp(MANY, 'u'); new RegExp(input);";
  expect(findPatterns('x.ts', code)).toEqual({
    patterns: [{ source: '\\w', flags: 'u', line: 3 }],
    computed: 1,
  });
});
