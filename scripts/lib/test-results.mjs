/** Reads counts and times from Vitest's JSON report. */
import { readFileSync } from 'node:fs';

export const noResults = { passed: 0, failed: 0, files: [], failedFiles: [] };

/**
 * Counts tests, and measures files: seconds from the start of the first test to the end of the last one. A
 * file that could not be loaded counts as one failure, and a missing report as none. `failedFiles` lists the
 * files with a failure.
 */
export function readResults(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return noResults;
  }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    failedFiles: report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
    files: report.testResults
      .filter(({ assertionResults }) => assertionResults.length > 0)
      .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 })),
  };
}

/** Returns the slowest files, slowest first. Adds the times of a file that ran on both database engines. */
export function slowestFiles(files, count) {
  const seconds = new Map();
  for (const file of files) seconds.set(file.name, (seconds.get(file.name) ?? 0) + file.seconds);
  return [...seconds]
    .map(([name, sum]) => ({ name, seconds: sum }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
