import { sql } from 'kysely';
import { applyMigrations, MOVING_TABLE } from '../migrate.ts';
import type { Database, Db } from '../open.ts';
import { assertDifferent, checkTarget, newestMigration, sharedShapes } from './check-move.ts';
import { compareTables, type Difference, describeDifference } from './compare-tables.ts';
import { copyTables } from './copy-tables.ts';
import { MoveError, type MoveOptions } from './move-options.ts';
import { beginState, endState, type MoveState, writeState } from './move-state.ts';
import { countRows } from './rows.ts';
import { inSnapshot } from './snapshot.ts';
import { type TableShape, tableShapes } from './table-shapes.ts';

interface MoveResult {
  /** Number of rows by table. */
  tables: Record<string, number>;
  /** Whether it resumed an interrupted move. */
  wasResumed: boolean;
  /** The difference that restarted the copying: the source had changed since an interrupted move. */
  startedOver?: string;
}

/**
 * Copies all rows into an empty database of either engine and compares every one. After an interruption the
 * same call resumes. Throws {@link MoveError}; the target is then incomplete, and no site starts with it.
 */
export async function moveDatabase(
  source: Database,
  target: Database,
  options: MoveOptions,
): Promise<MoveResult> {
  const upTo = await newestMigration(source.db);
  await assertDifferent(source.db, target.db);
  const wasResumed = await beginMove(target, options);
  await applyMigrations(target.db, { upTo });
  return inSnapshot(source.db, options.writers ?? 'blocked', async (original) => {
    const shapes = await sharedShapes(original, target.db);
    const copyAndCompare = async () => {
      await copyTables(original, target.db, shapes, options);
      const { differences, digests } = await compareWithProgress(original, target.db, shapes, options);
      if (differences.length > 0) throw new MoveError(explain(differences));
      return Object.fromEntries(Object.entries(digests).map(([name, { rows }]) => [name, rows]));
    };
    let startedOver: string | undefined;
    const tables = await copyAndCompare().catch(async (error) => {
      // Rows from before an interruption can be stale. From here on the snapshot keeps the source unchanged.
      if (!wasResumed || !(error instanceof MoveError)) throw error;
      startedOver = error.message;
      await writeState(target.db, freshState(options.sourceName));
      return copyAndCompare();
    });
    await endState(target.db);
    // PostgreSQL's planner has no statistics of the new tables yet.
    if (target.engine === 'postgres') await sql`analyze`.execute(target.db);
    return { tables, wasResumed, startedOver };
  });
}

/** Compares two databases row by row without changing them. Returns their differences. */
export async function compareDatabases(
  source: Database,
  target: Database,
  onProgress?: MoveOptions['onProgress'],
): Promise<Difference[]> {
  return inSnapshot(source.db, 'allowed', async (original) => {
    const shapes = await sharedShapes(original, target.db);
    return (await compareWithProgress(original, target.db, shapes, { onProgress })).differences;
  });
}

/** Prepares the target. Returns whether an interrupted move resumes. */
async function beginMove(target: Database, options: MoveOptions): Promise<boolean> {
  if (await checkTarget(target.db, options)) return true;
  await target.db.transaction().execute(async (transaction) => {
    if (options.replace) await dropTables(transaction);
    await beginState({ db: transaction, engine: target.engine }, freshState(options.sourceName));
  });
  return false;
}

async function dropTables(db: Db): Promise<void> {
  for (const { name } of (await tableShapes(db)).reverse()) await db.schema.dropTable(name).execute();
  for (const name of ['kysely_migration', 'kysely_migration_lock', MOVING_TABLE])
    await db.schema.dropTable(name).ifExists().execute();
}

const freshState = (source: string): MoveState => ({ source, isFresh: true, tables: {} });

async function compareWithProgress(
  original: Db,
  copy: Db,
  shapes: readonly TableShape[],
  { onProgress = () => {} }: Pick<MoveOptions, 'onProgress'>,
) {
  let total = 0;
  for (const shape of shapes) total += await countRows(original, shape);
  let done = 0;
  return compareTables(original, copy, shapes, ({ name }, rows) => {
    done += rows;
    onProgress({ doing: 'comparing', table: name, done, total });
  });
}

const explain = (differences: readonly Difference[]) =>
  ['The copy differs from the source:', ...differences.map((one) => `  ${describeDifference(one)}`)].join(
    '\n',
  );
