import { sql } from 'kysely';
import { engineOf } from '../dialect.ts';
import type { Db } from '../open.ts';
import { tableShapes } from './table-shapes.ts';

/**
 * Lets `work` read one state of the database, however long it takes. `still`: nobody else can write meanwhile; throws
 * when somebody does not let go of what he writes. `moving`: others write, and are not seen.
 */
export function inSnapshot<T>(db: Db, others: 'still' | 'moving', work: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await begin(connection, others);
    try {
      return await work(connection);
    } finally {
      // Nothing was written. Where the connection is gone, so is the transaction, and the reason is thrown already.
      await sql`rollback`.execute(connection).catch(() => {});
    }
  });
}

async function begin(db: Db, others: 'still' | 'moving'): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    await (others === 'still' ? sql`begin immediate` : sql`begin deferred`).execute(db);
    return;
  }
  const level = others === 'still' ? sql`read committed` : sql`repeatable read read only`;
  await sql`begin isolation level ${level}`.execute(db);
  await sql`
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local lock_timeout = '10s'`.execute(db);
  if (others === 'moving') return;
  const names = (await tableShapes(db)).map(({ name }) => sql.table(name));
  await sql`lock table ${sql.join(names)} in share mode`.execute(db);
}
