import type { Transaction } from 'kysely';
import { bumpCatalogue } from '#platform/database/bump-catalogue.ts';
import { isUniqueViolation } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { conflict } from '#platform/http/errors.ts';

/**
 * Writes to the catalogue: in one transaction, which moves the catalogue's version. Such writers take turns, so that
 * what one has read stays true until it has written.
 */
export async function changeCatalogue<T>(db: Db, work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await bumpCatalogue(transaction);
      return work(transaction);
    });
  } catch (error) {
    // Slugs are looked at before; this is somebody who does not take turns, such as a restore.
    if (isUniqueViolation(error))
      throw conflict('Somebody else has changed the catalogue just now. Please try again.');
    throw error;
  }
}
