import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import type { OceanContent } from '../../contract/transfer-schemas.ts';
import { insertItems } from './insert-items.ts';

/** Adds whole oceans, the first at position 0, in one transaction. */
export const insertOceans = (db: Db, oceans: readonly OceanContent[]): Promise<number[]> =>
  changeCatalogue(db, (transaction) => insertItems(transaction, 'ocean', oceans, null, 0));
