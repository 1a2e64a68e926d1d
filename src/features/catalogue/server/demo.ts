import { readFile } from 'node:fs/promises';
import type { Db } from '#platform/database/open.ts';
import type { OceanContent } from '../transfer-contract.ts';
import { changeCatalogue } from './change-catalogue.ts';
import { insertOceans } from './insert-oceans.ts';

/**
 * Puts the demo catalogue into an empty database, in one transaction; answers how many droplets it brought, or 0
 * when there was content already. Never overwrites.
 */
export async function loadDemo(db: Db, file: string): Promise<number> {
  const { oceans } = JSON.parse(await readFile(file, 'utf8')) as { oceans: OceanContent[] };
  const isEmpty = async (among: Db) =>
    !(await among.selectFrom('oceans').select('id').limit(1).executeTakeFirst());
  if (!(await isEmpty(db))) return 0;
  // Another node that starts at the same moment may have found it empty too: one waits for the other, and looks again.
  return changeCatalogue(db, async (transaction) =>
    (await isEmpty(transaction)) ? insertOceans(transaction, oceans) : 0,
  );
}
