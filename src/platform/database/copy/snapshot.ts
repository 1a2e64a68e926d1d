import { sql } from 'kysely';
import { engineOf } from '../dialect.ts';
import type { Db } from '../open.ts';
import { tableShapes } from './table-shapes.ts';

/**
 * `blocked`: nobody else can write meanwhile. `allowed`: others may write, and the snapshot does not contain
 * it.
 */
export type Writers = 'blocked' | 'allowed';

/**
 * Runs `work` on one state of the database, for any duration. Throws when writers must be blocked and one of
 * them holds its lock too long.
 */
export function inSnapshot<T>(db: Db, writers: Writers, work: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await begin(connection, writers);
    try {
      return await work(connection);
    } finally {
      // Nothing was written. A lost connection has already ended the transaction and thrown its error.
      await sql`rollback`.execute(connection).catch(() => {});
    }
  });
}

async function begin(db: Db, writers: Writers): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    await (writers === 'blocked' ? sql`begin immediate` : sql`begin deferred`).execute(db);
    return;
  }
  const level = writers === 'blocked' ? sql`read committed` : sql`repeatable read read only`;
  await sql`begin isolation level ${level}`.execute(db);
  await sql`
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local lock_timeout = '10s'`.execute(db);
  if (writers === 'allowed') return;
  const names = (await tableShapes(db)).map(({ name }) => sql.table(name));
  await sql`lock table ${sql.join(names)} in share mode`.execute(db);
}
