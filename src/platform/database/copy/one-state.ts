import { sql } from 'kysely';
import { engineOf } from '../dialect.ts';
import { type Db, openReadOnly } from '../open.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * Runs reads on one state of the database, for seconds, while others write. Always on the primary: two
 * servers have two states.
 */
export async function inOneState<T>(db: Db, read: (state: Db) => Promise<T>): Promise<T> {
  if (engineOf(db) === 'postgres')
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  const file = rows[0]?.file;
  // In memory there is no second connection.
  if (!file) return db.transaction().execute(read);
  // Reads on a connection of their own: they would block everybody else on the one of the process.
  const copy = await openReadOnly(file);
  try {
    return await inSnapshot(copy.db, 'allowed', read);
  } finally {
    await copy.close();
  }
}
