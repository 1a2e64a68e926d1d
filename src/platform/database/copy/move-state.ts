import { sql } from 'kysely';
import { hasTable, wholeType } from '../dialect.ts';
import { MOVING_TABLE } from '../migrate.ts';
import type { Database, Db } from '../open.ts';
import type { Value } from './rows.ts';

/** How far a move has come; stands in the database that is moved into, and changes with its rows. */
export interface MoveState {
  /** Where the rows come from: only the same source goes on with it. */
  source: string;
  /** The tables are as the migrations made them; what these brought is not yet taken out. */
  isFresh: boolean;
  /** The key of the last row that is there, or that all are. */
  tables: Record<string, Value[] | 'done'>;
}

/** Null: nobody is moving in. */
export async function readState(db: Db): Promise<MoveState | null> {
  if (!(await hasTable(db, MOVING_TABLE))) return null;
  const { rows } = await sql<{ state: string }>`select state from ${sql.table(MOVING_TABLE)}`.execute(db);
  return rows[0] ? (JSON.parse(rows[0].state) as MoveState) : null;
}

export async function writeState(db: Db, state: MoveState): Promise<void> {
  await sql`update ${sql.table(MOVING_TABLE)} set state = ${JSON.stringify(state)}`.execute(db);
}

/** To be called in a transaction: a half of it would shut the database for good. */
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
