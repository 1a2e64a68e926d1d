import { sql, type Transaction } from 'kysely';
import { announceVersion } from '../dialect.ts';
import type { Db } from '../open.ts';
import type { Tables } from '../tables.ts';
import type { CatalogueVersion } from './catalogue-version.ts';

/*
 * The only code that increases the version of the catalogue and the settings, under which responses are
 * cached.
 */

declare const bumped: unique symbol;

/**
 * A transaction that has increased the version. Only {@link changeCatalogue} makes one, so writers require
 * this type.
 */
export type CatalogueTransaction = Transaction<Tables> & { readonly [bumped]: true };

/** Cached version of each open database in this process. */
const versions = new WeakMap<Db, CatalogueVersion>();

/**
 * Registers a database's version. {@link changeCatalogue} invalidates it, so that writers see their own
 * write.
 */
export function attachVersion(db: Db, version: CatalogueVersion): CatalogueVersion {
  versions.set(db, version);
  return version;
}

/**
 * Runs `work` in a transaction that increases the version first. The version's row is also a lock: such
 * transactions are serialized on all nodes, so rows that `work` reads stay unchanged until it has written.
 */
export async function changeCatalogue<T>(
  db: Db,
  work: (transaction: CatalogueTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await bumpVersion(transaction);
      return work(transaction as CatalogueTransaction);
    });
  } finally {
    // Also after an error, because a lost connection does not show whether the commit succeeded.
    versions.get(db)?.invalidate();
  }
}

/**
 * Sets the version to the current time in epoch ms, which no node has seen. For a database whose rows were
 * replaced. Later increases are by one, so they never reach the version of a later restoration.
 */
export async function skipCatalogueVersions(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('catalogue_version')
      .set({ version: Date.now() })
      .where('id', '=', 1)
      .where('version', '<', Date.now())
      .execute();
    await bumpVersion(transaction);
  });
}

async function bumpVersion(transaction: Transaction<Tables>): Promise<void> {
  const { version } = await transaction
    .updateTable('catalogue_version')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow();
  await announceVersion(transaction, version);
}
