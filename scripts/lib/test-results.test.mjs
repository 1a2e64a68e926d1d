import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResults, slowestFiles } from './test-results.mjs';

let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-results-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a test file that cannot be loaded counts as a failure', () => {
  const file = join(folder, 'report.json');
  const testResults = [
    { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
    { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    { name: 'b.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  writeFileSync(file, JSON.stringify({ numPassedTests: 2, numFailedTests: 1, testResults }));
  expect(readResults(file)).toMatchObject({
    passed: 2,
    failed: 2,
    failedFiles: ['broken.test.ts', 'a.test.ts'],
  });
});

test('a missing report counts no tests', () => {
  expect(readResults(join(folder, 'missing.json'))).toEqual({
    passed: 0,
    failed: 0,
    files: [],
    failedFiles: [],
  });
});

test('a file’s time is the sum of its tests, and a file without tests has none', () => {
  const file = join(folder, 'times.json');
  const testResults = [
    { name: 'a.test.ts', startTime: 1_000, endTime: 3_500, assertionResults: [{ status: 'passed' }] },
    { name: 'broken.test.ts', startTime: 1_000, endTime: 9_000, status: 'failed', assertionResults: [] },
  ];
  writeFileSync(file, JSON.stringify({ numPassedTests: 1, numFailedTests: 0, testResults }));
  expect(readResults(file).files).toEqual([{ name: 'a.test.ts', seconds: 2.5 }]);
});

test('the slowest files come first, and the times of a file that ran twice are added', () => {
  const files = [
    { name: 'quick.test.ts', seconds: 1 },
    { name: 'twice.test.ts', seconds: 3 },
    { name: 'slow.test.ts', seconds: 5 },
    { name: 'twice.test.ts', seconds: 4 },
  ];
  expect(slowestFiles(files, 2)).toEqual([
    { name: 'twice.test.ts', seconds: 7 },
    { name: 'slow.test.ts', seconds: 5 },
  ]);
});
