/** Reads the counts out of Vitest's JSON report. */
import { readFileSync } from 'node:fs';

export const noResults = { passed: 0, failed: 0 };

/** A file that could not even be loaded counts as one failure; a missing report as none of anything. */
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
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}
