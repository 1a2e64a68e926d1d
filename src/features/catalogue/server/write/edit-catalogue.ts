import { isUniqueViolation } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { type CatalogueTransaction, changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { HttpError } from '#platform/http/serve/errors.ts';

/** Runs an administrator's edit by {@link changeCatalogue}. Throws 409 when a slug was taken meanwhile. */
export async function editCatalogue<T>(
  db: Db,
  work: (transaction: CatalogueTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await changeCatalogue(db, work);
  } catch (error) {
    // Edits check slugs first. Only a writer without the lock, such as a restore, can take one in between.
    if (isUniqueViolation(error))
      throw new HttpError('catalogue-busy', 'Someone else was saving at the same time. Please try again.');
    throw error;
  }
}
