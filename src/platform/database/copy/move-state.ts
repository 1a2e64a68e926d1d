import { sql } from 'kysely';
import { hasTable, wholeType } from '../dialect.ts';
import { MOVING_TABLE } from '../migrate.ts';
import type { Database, Db } from '../open.ts';
import type { Value } from './rows.ts';

/** Progress of a move. It is stored in the target, and changes in the same transactions as the rows. */
export interface MoveState {
  /** Name of the source. Only a move from the same source can resume. */
  source: string;
  /** True until the rows that migrations inserted are deleted. */
  isFresh: boolean;
  /** Key of the last copied row, or `done`. */
  tables: Record<string, Value[] | 'done'>;
}

/** Reads the state; null when no move is in progress. */
export async function readState(db: Db): Promise<MoveState | null> {
  if (!(await hasTable(db, MOVING_TABLE))) return null;
  const { rows } = await sql<{ state: string }>`select state from ${sql.table(MOVING_TABLE)}`.execute(db);
  return rows[0] ? (JSON.parse(rows[0].state) as MoveState) : null;
}

export async function writeState(db: Db, state: MoveState): Promise<void> {
  await sql`update ${sql.table(MOVING_TABLE)} set state = ${JSON.stringify(state)}`.execute(db);
}

/**
 * Stores the initial state. Runs in a transaction, because a table without its row would lock the database
 * permanently.
 */
export async function beginState(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  state: MoveState,
): Promise<void> {
  await db.schema
    .createTable(MOVING_TABLE)
    .addColumn('id', wholeType(engine), (c) => c.primaryKey().notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .execute();
  await sql`insert into ${sql.table(MOVING_TABLE)} (id, state) values (1, ${JSON.stringify(state)})`.execute(
    db,
  );
}

export const endState = (db: Db): Promise<void> => db.schema.dropTable(MOVING_TABLE).execute();
