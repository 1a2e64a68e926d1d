import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import LongestFirst from './e2e/support/longest-first.ts';

const serverTests = [
  'src/features/*/server/**/*.test.ts',
  'src/app/server-tests/**/*.test.ts',
  'src/platform/**/*.server.test.ts',
];

/** Finds or installs ffmpeg. The second project of a run finds what the first one installed. */
const MEDIA_SETUP = 'test/media/media-setup.ts';
/** Finds or installs Varnish and nginx. */
const CACHE_SETUP = 'test/shared-cache/cache-setup.ts';
/** Finds an S3-compatible store, or installs it in CI. */
const STORE_SETUP = 'test/swift/swift-setup.ts';

/** Every server test runs on both engines: the same files, told by TEST_ENGINE which one to open. */
const onEngine = (engine: 'sqlite' | 'postgres') => ({
  extends: true as const,
  test: {
    name: `server:${engine}`,
    include: serverTests,
    env: { TEST_ENGINE: engine },
    globalSetup: [
      ...(engine === 'postgres' ? ['test/database/postgres-setup.ts'] : []),
      MEDIA_SETUP,
      CACHE_SETUP,
      STORE_SETUP,
    ],
  },
});

/** Journeys that three browser engines make. */
const ENGINE_FILES = 'e2e/engines/*.test.ts';

const inBrowsers = (test: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: {
    testTimeout: 300_000,
    hookTimeout: 300_000,
    ...test,
  },
});

export default defineConfig({
  // React's classic half wants an import of React in every file; ours are written for the automatic one.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // Processes, not threads: the SQLite and argon2 bindings end with the process that loaded them.
    pool: 'forks',
    // The files of a process share its modules. Loading them anew for each file took two fifths of the time.
    isolate: false,
    // One more than cores: a third of the time is waiting, for PostgreSQL, time-outs, and resting pages.
    maxWorkers: 1 + Math.max(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // Generous: a busy machine may take many times as long, and a test that passes never waits for them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
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
          exclude: ['src/app/server-tests/**', 'src/platform/**/*.server.test.ts'],
        },
      },
      onEngine('sqlite'),
      onEngine('postgres'),
      inBrowsers({
        name: 'e2e',
        include: ['e2e/**/*.test.ts'],
        exclude: [ENGINE_FILES],
        globalSetup: ['e2e/support/shared-browser.ts', MEDIA_SETUP],
        setupFiles: ['e2e/support/pages-of-test.ts'],
      }),
      // One engine at a time, after all others: films that play want the processor to themselves.
      inBrowsers({
        name: 'engines',
        include: [ENGINE_FILES],
        globalSetup: [MEDIA_SETUP],
        maxWorkers: 1,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});
