import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slowest files, the longest first. `npm test` prints the slowest files at its end. */
const SLOWEST_FILES = [
  'deploy/rotation.test.ts',
  'src/platform/database/copy/move-database.server.test.ts',
  'src/platform/database/migrations/migrations.server.test.ts',
  'src/features/subscriptions/server/state/subscription-histories.test.ts',
  'test/patterns/patterns.test.ts',
  'scripts/paypal.test.ts',
  'e2e/site/accessibility.test.ts',
  'e2e/engines/webkit.test.ts',
  'e2e/learner/catalogue-sizes.test.ts',
  'e2e/engines/firefox.test.ts',
  'e2e/engines/chromium.test.ts',
  'e2e/visitor/first-view.test.ts',
  'e2e/operations/workers.test.ts',
];

/**
 * Starts the longest test files first. Vitest orders files by the durations of its last run, which a fresh
 * clone does not have, or else by size. Then the longest file began late and ended alone.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOWEST_FILES.findIndex((file) => moduleId.endsWith(file));
      return index === -1 ? SLOWEST_FILES.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
