import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hasTable } from '../dialect.ts';
import { appliedMigrations, bringTables, MOVING_TABLE, migrations } from '../migrate.ts';
import type { Database, Db } from '../open.ts';
import { compareTables, type Difference, describeDifference } from './compare-tables.ts';
import { lastId, skipIds } from './identities.ts';
import { beginState, endState, type MoveState, readState, writeState } from './move-state.ts';
import { countRows, insertRows, keyOf, readRows } from './rows.ts';
import { inSnapshot } from './snapshot.ts';
import { type TableShape, tableShapes } from './table-shapes.ts';

/** A move that cannot be made or did not come out right, with words for the person who asked for it. */
export class MoveError extends Error {}

export interface MoveOptions {
  /** Names the source to the next call that goes on with a move that was broken off. */
  sourceName: string;
  /** Take away what the target holds. */
  replace?: boolean;
  /** Whether others may write to the source meanwhile; what they write is not moved. */
  others?: 'still' | 'moving';
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  doing: 'copying' | 'comparing';
  table: string;
  /** Rows of all tables. */
  done: number;
  total: number;
}

export interface MoveResult {
  /** Rows by table. */
  tables: Record<string, number>;
  /** It went on with one that had been broken off. */
  wasResumed: boolean;
  /** Somebody wrote to the source after an earlier part of this move: how that showed; all was copied anew. */
  startedOver?: string;
}

/**
 * Copies all rows into an empty database of either engine and compares every one of them. Broken off at any point, the
 * same call goes on with it. Throws {@link MoveError}; then the target is half-moved and serves no site.
 */
export async function moveDatabase(
  source: Database,
  target: Database,
  options: MoveOptions,
): Promise<MoveResult> {
  const upTo = await versionOf(source.db);
  await refuseSame(source.db, target.db);
  const wasResumed = await moveIn(target, options);
  await bringTables(target.db, { upTo });
  return inSnapshot(source.db, options.others ?? 'still', async (original) => {
    const shapes = await sharedShapes(original, target.db);
    const copyAndCompare = async () => {
      await copyAll(original, target.db, shapes, options);
      const { differences, digests } = await compareWithProgress(original, target.db, shapes, options);
      if (differences.length > 0) throw new MoveError(explain(differences));
      return Object.fromEntries(Object.entries(digests).map(([name, { rows }]) => [name, rows]));
    };
    let startedOver: string | undefined;
    const tables = await copyAndCompare().catch(async (error) => {
      // What was copied before it was broken off can be older than the rest. Now nobody can write any more.
      if (!wasResumed || !(error instanceof MoveError)) throw error;
      startedOver = error.message;
      await writeState(target.db, freshState(options.sourceName));
      return copyAndCompare();
    });
    await endState(target.db);
    // Its planner knows nothing of the new tables until somebody looks.
    if (target.engine === 'postgres') await sql`analyze`.execute(target.db);
    return { tables, wasResumed, startedOver };
  });
}

/** Compares two databases row by row, changing neither; answers how they differ. */
export async function compareDatabases(
  source: Database,
  target: Database,
  onProgress?: MoveOptions['onProgress'],
): Promise<Difference[]> {
  return inSnapshot(source.db, 'moving', async (original) => {
    const shapes = await sharedShapes(original, target.db);
    return (await compareWithProgress(original, target.db, shapes, { onProgress })).differences;
  });
}

/** The newest migration of a database that this program can read. */
async function versionOf(db: Db): Promise<string> {
  const applied = await appliedMigrations(db);
  const unknown = applied.find((name) => !(name in migrations));
  if (unknown) throw new MoveError(`The source is newer than this program: it has ${unknown}.`);
  const newest = applied.at(-1);
  if (!newest) throw new MoveError('The source holds no Stillwater: there are no tables in it.');
  if (await readState(db)) throw new MoveError('The source is itself half of a move that was broken off.');
  return newest;
}

/** One database can be named in several ways; moved onto itself it would be emptied. */
async function refuseSame(source: Db, target: Db): Promise<void> {
  const name = `moving_probe_${randomBytes(8).toString('hex')}`;
  await target.schema.createTable(name).addColumn('id', 'integer').execute();
  try {
    if (await hasTable(source, name)) throw new MoveError('The source and the target are the same database.');
  } finally {
    await target.schema.dropTable(name).execute();
  }
}

/** Throws unless the target is ours to fill; answers whether a move into it had begun. */
export async function mayMoveInto(
  target: Db,
  { sourceName, replace }: Pick<MoveOptions, 'sourceName' | 'replace'>,
): Promise<boolean> {
  const state = await readState(target);
  if (replace) return false;
  if (state && state.source !== sourceName)
    throw new MoveError(
      `The target is half of a move from ${state.source}, which can be gone on with. To give that up, add --replace.`,
    );
  if (!state && (await hasTable(target, 'kysely_migration')))
    throw new MoveError(
      'The target holds a Stillwater already. Name an empty database, or add --replace to delete all that is in it.',
    );
  return state !== null;
}

async function moveIn(target: Database, options: MoveOptions): Promise<boolean> {
  if (await mayMoveInto(target.db, options)) return true;
  await target.db.transaction().execute(async (transaction) => {
    if (options.replace) await dropAll(transaction);
    await beginState({ db: transaction, engine: target.engine }, freshState(options.sourceName));
  });
  return false;
}

async function dropAll(db: Db): Promise<void> {
  for (const { name } of (await tableShapes(db)).reverse()) await db.schema.dropTable(name).execute();
  for (const name of ['kysely_migration', 'kysely_migration_lock', MOVING_TABLE])
    await db.schema.dropTable(name).ifExists().execute();
}

async function sharedShapes(source: Db, target: Db): Promise<TableShape[]> {
  const theirs = new Map((await tableShapes(source)).map((shape) => [shape.name, namesOf(shape)]));
  const shapes = await tableShapes(target);
  for (const shape of shapes)
    if (theirs.get(shape.name) !== namesOf(shape))
      throw new MoveError(`The table ${shape.name} has other columns in the source than in the target.`);
  return shapes;
}

const namesOf = ({ columns }: TableShape) => columns.map(({ name }) => name).join();

const freshState = (source: string): MoveState => ({ source, isFresh: true, tables: {} });

async function copyAll(
  original: Db,
  target: Db,
  shapes: readonly TableShape[],
  { onProgress = () => {} }: MoveOptions,
): Promise<void> {
  const state = await readState(target);
  if (!state) throw new MoveError('Somebody else has ended this move meanwhile.');
  if (state.isFresh) await takeOutAll(target, shapes, state);
  let total = 0;
  let done = 0;
  for (const shape of shapes) {
    total += await countRows(original, shape);
    if (state.tables[shape.name]) done += await countRows(target, shape);
  }
  for (const shape of shapes)
    await copyTable(original, target, shape, state, (rows) => {
      done += rows;
      onProgress({ doing: 'copying', table: shape.name, done, total });
    });
  for (const shape of shapes.filter(({ hasIdentity }) => hasIdentity))
    await skipIds(target, shape, await lastId(original, shape));
}

/** Empties the tables: a migration may have brought rows of its own, which come from the source too. */
async function takeOutAll(db: Db, shapes: readonly TableShape[], state: MoveState): Promise<void> {
  state.isFresh = false;
  await db.transaction().execute(async (transaction) => {
    for (const { name } of shapes.toReversed())
      await sql`delete from ${sql.table(name)}`.execute(transaction);
    await writeState(transaction, state);
  });
}

/** Each batch comes in with the note that it is there, so that none comes twice. */
async function copyTable(
  original: Db,
  target: Db,
  shape: TableShape,
  state: MoveState,
  onRows: (rows: number) => void,
): Promise<void> {
  const before = state.tables[shape.name];
  if (before === 'done') return;
  for await (const rows of readRows(original, shape, before)) {
    state.tables[shape.name] = keyOf(shape, rows.at(-1) ?? []);
    await target.transaction().execute(async (transaction) => {
      await insertRows(transaction, shape, rows).catch((error) => {
        throw new MoveError(`A row of ${shape.name} cannot be taken over: ${error.message}`, {
          cause: error,
        });
      });
      await writeState(transaction, state);
    });
    onRows(rows.length);
  }
  state.tables[shape.name] = 'done';
  await writeState(target, state);
}

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
  `The copy is not what the source is:\n${differences.map((one) => `  ${describeDifference(one)}`).join('\n')}`;
