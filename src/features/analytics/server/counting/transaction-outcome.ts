import { sql } from 'kysely';
import { engineOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';

/** The response to a commit was lost. Only the database knows whether the transaction was committed. */
export class OutcomeUnknown extends Error {
  readonly transaction: string;

  constructor(transaction: string, cause: unknown) {
    super('The answer to a commit was lost.', { cause });
    this.transaction = transaction;
  }
}

/**
 * Runs a transaction that must not be repeated. Throws {@link OutcomeUnknown} when the commit fails. In
 * SQLite a failed commit never took effect.
 */
export async function transactOnce(db: Db, work: (transaction: Db) => Promise<void>): Promise<void> {
  let id: string | undefined;
  try {
    await db.transaction().execute(async (transaction) => {
      await work(transaction);
      if (engineOf(db) !== 'postgres') return;
      const { rows } = await sql<{ id: string }>`
        select pg_current_xact_id()::text as id`.execute(transaction);
      id = rows[0]?.id;
    });
  } catch (error) {
    throw id === undefined ? error : new OutcomeUnknown(id, error);
  }
}

/** Tells whether a transaction was committed; undefined while it is still running. */
export async function wasCommitted(db: Db, { transaction }: OutcomeUnknown): Promise<boolean | undefined> {
  const { rows } = await sql<{ status: string | null }>`
    select pg_xact_status(${transaction}::xid8) as status`.execute(db);
  const status = rows[0]?.status;
  return status === 'in progress' ? undefined : status === 'committed';
}
