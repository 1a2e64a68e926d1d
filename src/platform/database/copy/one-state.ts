import { sql } from 'kysely';
import { engineOf } from '../dialect.ts';
import { type Db, openReadOnly } from '../open.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * Runs reads on one state of the database, for seconds, while others write. Always uses the primary, because
 * two servers have two states.
 */
export async function inOneState<T>(db: Db, read: (state: Db) => Promise<T>): Promise<T> {
  if (engineOf(db) === 'postgres')
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  const file = rows[0]?.file;
  // A database in memory has no second connection.
  if (!file) return db.transaction().execute(read);
  // Reads use a separate connection, because they would block all others on the shared one.
  const copy = await openReadOnly(file);
  try {
    return await inSnapshot(copy.db, 'allowed', read);
  } finally {
    await copy.close();
  }
}
