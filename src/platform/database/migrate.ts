import { Migrator } from 'kysely/migration';
import { first } from './migrations/0001-first.ts';
import { search } from './migrations/0002-search.ts';
import { trail } from './migrations/0003-trail.ts';
import { itemVersions } from './migrations/0004-item-versions.ts';
import { uploads } from './migrations/0005-uploads.ts';
import { subscriptions } from './migrations/0006-subscriptions.ts';
import { leases } from './migrations/0007-leases.ts';
import type { Db } from './open.ts';

/** Forward only, in the order of their names. A migration that has been released is never edited. */
export const migrations = {
  '0001-first': first,
  '0002-search': search,
  '0003-trail': trail,
  '0004-item-versions': itemVersions,
  '0005-uploads': uploads,
  '0006-subscriptions': subscriptions,
  '0007-leases': leases,
};

/** Brings the tables to this version's shape; throws when the database is newer than the program. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
