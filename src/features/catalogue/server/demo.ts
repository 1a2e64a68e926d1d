import { readFile } from 'node:fs/promises';
import type { Db } from '#platform/database/open.ts';
import { insertOceans, type NewOcean } from './insert-oceans.ts';

/**
 * Puts the demo catalogue into an empty database, in one transaction; answers how many droplets it brought, or 0
 * when there was content already. Never overwrites.
 */
export async function loadDemo(db: Db, file: string): Promise<number> {
  const { oceans } = JSON.parse(await readFile(file, 'utf8')) as { oceans: NewOcean[] };
  return db.transaction().execute(async (transaction) => {
    const any = await transaction.selectFrom('oceans').select('id').limit(1).executeTakeFirst();
    return any ? 0 : insertOceans(transaction, oceans);
  });
}
