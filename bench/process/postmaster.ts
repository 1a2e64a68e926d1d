import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningPostgres } from '#test/database/postgres.ts';

/** The id of a PostgreSQL server's first process, which starts all others. */
export async function postmasterOf({ data }: RunningPostgres): Promise<number> {
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}
