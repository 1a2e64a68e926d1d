import { readFile } from 'node:fs/promises';
import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import type { OceanContent } from '../../contract/transfer-schemas.ts';
import { insertItems } from '../write/insert-items.ts';

/**
 * Inserts the demo catalogue into an empty database, in one transaction. Returns the number of its droplets,
 * or 0 without a change when the database has content.
 */
export async function loadDemo(db: Db, file: string): Promise<number> {
  const { oceans }: { oceans: OceanContent[] } = JSON.parse(await readFile(file, 'utf8'));
  if (await hasOceans(db)) return 0;
  // A node that starts at the same moment may have found it empty too. The transaction checks again.
  return changeCatalogue(db, async (transaction) => {
    if (await hasOceans(transaction)) return 0;
    await insertItems(transaction, 'ocean', oceans, null, 0);
    return oceans.flatMap(({ waves }) => waves).reduce((sum, { droplets }) => sum + droplets.length, 0);
  });
}

const hasOceans = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('oceans').select('id').limit(1).executeTakeFirst()) !== undefined;
