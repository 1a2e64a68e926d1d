import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { engineOf, hasTable } from './dialect.ts';
import { first } from './migrations/0001-0019/0001-first.ts';
import { search } from './migrations/0001-0019/0002-search/search.ts';
import { trail } from './migrations/0001-0019/0003-trail.ts';
import { itemVersions } from './migrations/0001-0019/0004-item-versions.ts';
import { uploads } from './migrations/0001-0019/0005-uploads.ts';
import { subscriptions } from './migrations/0001-0019/0006-subscriptions.ts';
import { leases } from './migrations/0001-0019/0007-leases.ts';
import { revokedSignups } from './migrations/0001-0019/0008-revoked-signups.ts';
import { mailExpiry } from './migrations/0001-0019/0009-mail-expiry.ts';
import { refunds } from './migrations/0001-0019/0010-refunds.ts';
import { passkeys } from './migrations/0001-0019/0011-passkeys.ts';
import { disabledAccounts } from './migrations/0001-0019/0012-disabled-accounts.ts';
import { secondFactor } from './migrations/0001-0019/0013-second-factor.ts';
import { securityEvents } from './migrations/0001-0019/0014-security-events.ts';
import { progress } from './migrations/0001-0019/0015-progress.ts';
import { comfort } from './migrations/0001-0019/0016-comfort.ts';
import { again } from './migrations/0001-0019/0017-again.ts';
import { mediaJobs } from './migrations/0001-0019/0018-media-jobs.ts';
import { letters } from './migrations/0001-0019/0019-letters.ts';
import { welcomes } from './migrations/0020-0039/0020-welcomes.ts';
import { waitingMails } from './migrations/0020-0039/0021-waiting-mails.ts';
import { furtherCaptions } from './migrations/0020-0039/0022-further-captions.ts';
import { writings } from './migrations/0020-0039/0023-writings.ts';
import { resumableUploads } from './migrations/0020-0039/0024-resumable-uploads.ts';
import { imageAlt } from './migrations/0020-0039/0025-image-alt.ts';
import { spokenWords } from './migrations/0020-0039/0026-spoken-words.ts';
import { imageBlur } from './migrations/0020-0039/0027-image-blur.ts';
import { usageCounts } from './migrations/0020-0039/0028-usage-counts.ts';
import { trash } from './migrations/0020-0039/0029-trash.ts';
import { people } from './migrations/0020-0039/0030-people.ts';
import { accessGrants } from './migrations/0020-0039/0031-access-grants.ts';
import { adminRefunds } from './migrations/0020-0039/0032-admin-refunds.ts';
import { health } from './migrations/0020-0039/0033-health.ts';
import { history } from './migrations/0020-0039/0034-history.ts';
import { memberImports } from './migrations/0020-0039/0037-member-imports.ts';
import { schedule } from './migrations/0040-schedule.ts';
import { usageSummaries } from './migrations/0043-usage-summaries.ts';
import { giftCodes } from './migrations/0044-gift-codes.ts';
import { prices } from './migrations/0045-prices.ts';
import { editors } from './migrations/0046-editors.ts';
import { previewLinks } from './migrations/0047-preview-links.ts';
import { unaskedLinks } from './migrations/0048-unasked-links.ts';
import { summaryChoices } from './migrations/0049-summary-choices.ts';
import { sweptRows } from './migrations/0050-swept-rows.ts';
import { rowsOfDeletedItems } from './migrations/0051-rows-of-deleted-items.ts';
import { expiredRows } from './migrations/0052-expired-rows.ts';
import { directParts } from './migrations/0053-direct-parts.ts';
import { importDay } from './migrations/0054-import-day.ts';
import { publishedAt } from './migrations/0055-published-at.ts';
import { removedFavorites } from './migrations/0056-removed-favorites.ts';
import { refusedPayers } from './migrations/0057-refused-payers.ts';
import { paymentReturns } from './migrations/0058-payment-returns.ts';
import type { Db } from './open.ts';

/**
 * All migrations, sorted by name. A released migration never changes its effect. The name of a migration that
 * breaks older programs contains the first compatible one: `0012-drop-captions-needs-0011`
 * (docs/decisions/0011-rolling-upgrades.md).
 */
export const migrations = {
  '0001-first': first,
  '0002-search': search,
  '0003-trail': trail,
  '0004-item-versions': itemVersions,
  '0005-uploads': uploads,
  '0006-subscriptions': subscriptions,
  '0007-leases': leases,
  '0008-revoked-signups': revokedSignups,
  '0009-mail-expiry': mailExpiry,
  '0010-refunds': refunds,
  '0011-passkeys': passkeys,
  '0012-disabled-accounts': disabledAccounts,
  '0013-second-factor': secondFactor,
  '0014-security-events': securityEvents,
  '0015-progress': progress,
  '0016-comfort': comfort,
  '0017-again': again,
  '0018-media-jobs': mediaJobs,
  '0019-letters': letters,
  '0020-welcomes': welcomes,
  '0021-waiting-mails': waitingMails,
  '0022-further-captions': furtherCaptions,
  '0023-writings': writings,
  '0024-resumable-uploads': resumableUploads,
  '0025-image-alt': imageAlt,
  '0026-spoken-words': spokenWords,
  '0027-image-blur': imageBlur,
  '0028-usage-counts': usageCounts,
  '0029-trash': trash,
  '0030-people': people,
  '0031-access-grants': accessGrants,
  '0032-admin-refunds': adminRefunds,
  '0033-health': health,
  '0034-history': history,
  '0037-member-imports': memberImports,
  '0040-schedule': schedule,
  '0043-usage-summaries': usageSummaries,
  '0044-gift-codes': giftCodes,
  '0045-prices': prices,
  '0046-editors': editors,
  '0047-preview-links': previewLinks,
  '0048-unasked-links': unaskedLinks,
  '0049-summary-choices': summaryChoices,
  '0050-swept-rows': sweptRows,
  '0051-rows-of-deleted-items': rowsOfDeletedItems,
  '0052-expired-rows': expiredRows,
  '0053-direct-parts': directParts,
  '0054-import-day': importDay,
  '0055-published-at': publishedAt,
  '0056-removed-favorites': removedFavorites,
  '0057-refused-payers': refusedPayers,
  '0058-payment-returns': paymentReturns,
};

/** The migrations failed, or the database belongs to another version of the program. Nothing was changed. */
export class MigrationError extends Error {}

interface MigrateOptions {
  /** Name of the last migration to apply; all by default. */
  upTo?: string;
  /**
   * Called with the name of the next migration before the first change to a database in use, while no other
   * process can write. When it throws, nothing is changed.
   */
  before?: (migration: string) => Promise<void>;
  /** For tests. */
  from?: Record<string, Migration>;
}

/** Maximum wait of a table change for its lock, because all later users of the table wait behind it. */
const LOCK_TIMEOUT = sql.lit('10s');

/**
 * Applies the missing migrations in one transaction, once even when several processes start together. Returns
 * the names of the applied ones; none when a newer program has already migrated further. Throws {@link
 * MigrationError}.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  if (await hasTable(db, MOVING_TABLE))
    throw new MigrationError(
      'This database is part of an unfinished move or restore. ' + 'Run the same command again to finish it.',
    );
  return applyMigrations(db, options);
}

/** Table of a database that is the target of a copy. It is dropped when all rows are copied. */
export const MOVING_TABLE = 'moving_house';

/** Like {@link migrate}, for a database that is the target of a copy. */
export async function applyMigrations(
  db: Db,
  { upTo, before, from = migrations as Record<string, Migration> }: MigrateOptions = {},
): Promise<string[]> {
  const known = Object.keys(from);
  if (servesNewer(known, await appliedMigrations(db))) return [];
  const intended = Object.entries(from).filter(([name]) => upTo === undefined || name <= upTo);
  const provider = { getMigrations: async () => withPreparation(Object.fromEntries(intended), before) };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return (results ?? []).map((result) => result.migrationName);
  // A newer program may have migrated while this one waited.
  if (servesNewer(known, await appliedMigrations(db))) return [];
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  const state = `The database could not be upgraded and is unchanged`;
  throw new MigrationError(`${state}${failed ? ` (${failed})` : ''}: ${reason}`, { cause: error });
}

/** Returns the names of a database's applied migrations, in order. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/**
 * Tells whether a newer program has migrated the database and this one can serve beside it. Throws
 * {@link MigrationError} when it cannot: an unknown migration needs a newer program, or a known one is
 * missing.
 */
function servesNewer(known: readonly string[], applied: readonly string[]): boolean {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return false;
  const newest = known.at(-1) ?? '';
  const blocking = unknown.find((name) => numberOf(newest) < (/-needs-(\d{4})$/.exec(name)?.[1] ?? ''));
  if (blocking)
    throw new MigrationError(
      `The database is too new for this program: ${blocking} is in it, ` +
        `and ${newest} is the newest known here. ` +
        'Start the newer program, or restore a backup from before.',
    );
  const lacking = known.find((name) => !applied.includes(name));
  if (lacking)
    throw new MigrationError(
      `The database belongs to another branch of the program: it has ${unknown.join(', ')}, ` +
        `and lacks ${lacking}.`,
    );
  return true;
}

const numberOf = (name: string) => name.slice(0, 4);

/** Makes the first migration prepare the transaction of all migrations. */
function withPreparation(
  migrations: Record<string, Migration>,
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
    Object.entries(migrations).map(([name, migration]) => [
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
