import type { Engine } from '#platform/database/open.ts';
import { type RunningPostgres, startPostgres } from '#test/database/postgres.ts';

interface BenchEngine {
  engine: Engine;
  name: string;
  /** Creates an empty database and returns its URL; undefined for a file in the site's folder. */
  newUrl(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Returns both engines. PostgreSQL starts on first use. */
export function engines(): BenchEngine[] {
  let postgres: Promise<RunningPostgres> | undefined;
  return [
    { engine: 'sqlite', name: 'SQLite', newUrl: async () => undefined, stop: async () => {} },
    {
      engine: 'postgres',
      name: 'PostgreSQL',
      async newUrl() {
        postgres ??= startPostgres();
        return (await postgres).createDatabase();
      },
      async stop() {
        await (await postgres)?.stop();
      },
    },
  ];
}
