import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningPostgres } from '#test/database/postgres.ts';

/** Returns the id of PostgreSQL's main process, the parent of all its others. */
export async function postmasterOf({ data }: RunningPostgres): Promise<number> {
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}
