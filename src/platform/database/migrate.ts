import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { engineOf, hasTable } from './dialect.ts';
import { first } from './migrations/0001-first.ts';
import { search } from './migrations/0002-search.ts';
import { trail } from './migrations/0003-trail.ts';
import { itemVersions } from './migrations/0004-item-versions.ts';
import { uploads } from './migrations/0005-uploads.ts';
import { subscriptions } from './migrations/0006-subscriptions.ts';
import { leases } from './migrations/0007-leases.ts';
import type { Db } from './open.ts';

/**
 * Forward only, in the order of their names. A migration that has been released is never edited. One that programs
 * without it could not live with says in its name from which on they can: `0012-drop-captions-needs-0011`
 * (docs/decisions/0011-upgrades-while-the-site-serves.md).
 */
export const migrations = {
  '0001-first': first,
  '0002-search': search,
  '0003-trail': trail,
  '0004-item-versions': itemVersions,
  '0005-uploads': uploads,
  '0006-subscriptions': subscriptions,
  '0007-leases': leases,
};

/** The tables could not be brought to this version's shape, or are not for this program; nothing was changed. */
export class MigrationError extends Error {}

export interface MigrateOptions {
  /** The newest one wanted, by name; all without it. */
  upTo?: string;
  /**
   * Called before the first change to a database that has been in use, with the name of the migration that is next,
   * while no other process can write. Nothing is changed when it throws.
   */
  before?: (migration: string) => Promise<void>;
  /** Tests walk through others. */
  from?: Record<string, Migration>;
}

/** How long a change to a table waits for whoever uses it: behind it, all that want the table wait too. */
const LOCK_TIMEOUT = sql.lit('10s');

/**
 * Brings the tables to this version's shape in one transaction: wholly or not at all, and once however many processes
 * start together. Answers what was done; nothing when a newer program has been here and left what this one needs.
 * Throws {@link MigrationError}.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  if (await hasTable(db, MOVING_TABLE))
    throw new MigrationError(
      'This database is half of a move or a restore that was broken off. Run the same command again to finish it.',
    );
  return bringTables(db, options);
}

/** Stands in a database that rows are being copied into, until all of them are there. */
export const MOVING_TABLE = 'moving_house';

/** {@link migrate}, for who is moving in. */
export async function bringTables(
  db: Db,
  { upTo, before, from = migrations as Record<string, Migration> }: MigrateOptions = {},
): Promise<string[]> {
  const known = Object.keys(from);
  if (servesNewer(known, await appliedMigrations(db))) return [];
  const wanted = Object.entries(from).filter(([name]) => upTo === undefined || name <= upTo);
  const provider = { getMigrations: async () => withPreparation(Object.fromEntries(wanted), before) };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return (results ?? []).map((result) => result.migrationName);
  // A newer program may have been first while this one waited for its turn.
  if (servesNewer(known, await appliedMigrations(db))) return [];
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  throw new MigrationError(
    `The database could not be brought to this version and is as it was before${failed ? ` (${failed})` : ''}: ${reason}`,
    { cause: error },
  );
}

/** The names of the migrations that a database has been through, in their order. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/**
 * Whether a newer program has been here, and this one can serve beside it. Throws {@link MigrationError} when it cannot:
 * a migration that it does not know needs a newer one, or lacks one that this program brings.
 */
function servesNewer(known: readonly string[], applied: readonly string[]): boolean {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return false;
  const newest = known.at(-1) ?? '';
  const blocking = unknown.find((name) => numberOf(newest) < (/-needs-(\d{4})$/.exec(name)?.[1] ?? ''));
  if (blocking)
    throw new MigrationError(
      `The database is too new for this program: ${blocking} is in it, and ${newest} is the newest known here. Start the newer program, or restore a backup from before.`,
    );
  const lacking = known.find((name) => !applied.includes(name));
  if (lacking)
    throw new MigrationError(
      `The database comes from another line of the program: it has ${unknown.join(', ')}, and lacks ${lacking}.`,
    );
  return true;
}

const numberOf = (name: string) => name.slice(0, 4);

/** Lets the first one that is due prepare the transaction that all of them run in. */
function withPreparation(
  wanted: Record<string, Migration>,
  before: MigrateOptions['before'],
): Record<string, Migration> {
  let prepared = false;
  const prepare = async (db: Db, name: string) => {
    if (prepared) return;
    prepared = true;
    if (engineOf(db) === 'postgres')
      await sql`set local lock_timeout = ${LOCK_TIMEOUT}; set local statement_timeout = 0`.execute(db);
    if (before && (await appliedMigrations(db)).length > 0) await before(name);
  };
  return Object.fromEntries(
    Object.entries(wanted).map(([name, migration]) => [
      name,
      {
        async up(db) {
          await prepare(db as Db, name);
          await migration.up(db);
        },
      },
    ]),
  );
}
