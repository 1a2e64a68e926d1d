import type { Engine } from '#platform/database/open.ts';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';

export interface BenchEngine {
  engine: Engine;
  name: string;
  /** The address of a new, empty database; undefined: a file in the site's own folder. */
  newUrl(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Both engines; PostgreSQL is started when it is first asked for. */
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
