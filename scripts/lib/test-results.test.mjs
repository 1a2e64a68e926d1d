import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readResults } from './test-results.mjs';

let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillwater-results-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a test file that cannot be loaded counts as a failure', () => {
  const file = join(folder, 'report.json');
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
  ];
  writeFileSync(file, JSON.stringify({ numPassedTests: 1, numFailedTests: 1, testResults }));
  expect(readResults(file)).toEqual({ passed: 1, failed: 2 });
});

test('a report that was never written counts nothing', () => {
  expect(readResults(join(folder, 'missing.json'))).toEqual({ passed: 0, failed: 0 });
});
