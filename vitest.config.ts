import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const serverTests = ['src/features/*/server/**/*.test.ts', 'src/app/server-tests/**/*.test.ts'];

/** Every server test runs on both engines: the same files, told by TEST_ENGINE which one to open. */
const onEngine = (engine: 'sqlite' | 'postgres') => ({
  extends: true as const,
  test: {
    name: `server:${engine}`,
    include: serverTests,
    env: { TEST_ENGINE: engine },
    globalSetup: engine === 'postgres' ? ['test/postgres.ts'] : [],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});

export default defineConfig({
  // React's classic half wants an import of React in every file; ours are written for the automatic one.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // Processes, not threads: the SQLite and argon2 bindings then end with the test file that loaded them.
    pool: 'forks',
    // Vitest leaves one core to itself, which on two cores would halve the speed.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/web/**/*.test.{ts,tsx}',
            'src/features/*/shared/**/*.test.ts',
            'src/platform/**/*.test.{ts,tsx}',
            'src/app/**/*.test.{ts,tsx}',
            'scripts/**/*.test.{ts,mjs}',
            'bench/**/*.test.ts',
            'test/**/*.test.ts',
            'deploy/**/*.test.ts',
            'faults/**/*.test.ts',
          ],
          exclude: ['src/app/server-tests/**'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      onEngine('sqlite'),
      onEngine('postgres'),
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A browser on a busy machine may take seconds over what it shows at once on another.
          expect: { poll: { timeout: 15_000 } },
          retry: 1,
        },
      },
    ],
  },
});
