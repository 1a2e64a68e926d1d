import { sql } from 'kysely';
import type { Db } from '../open.ts';
import { lastId, skipIds } from './identities.ts';
import { MoveError, type MoveOptions } from './move-options.ts';
import { type MoveState, readState, writeState } from './move-state.ts';
import { countRows, insertRows, keyOf, readRows } from './rows.ts';
import type { TableShape } from './table-shapes.ts';

/**
 * Copies the rows that are missing in the target. The move state in the target prevents duplicate batches.
 */
export async function copyTables(
  source: Db,
  target: Db,
  shapes: readonly TableShape[],
  { onProgress = () => {} }: Pick<MoveOptions, 'onProgress'>,
): Promise<void> {
  const state = await readState(target);
  if (!state) throw new MoveError('Another command finished or replaced this move while it was running.');
  if (state.isFresh) await emptyTables(target, shapes, state);
  let total = 0;
  let done = 0;
  for (const shape of shapes) {
    total += await countRows(source, shape);
    if (state.tables[shape.name]) done += await countRows(target, shape);
  }
  for (const shape of shapes)
    await copyTable(source, target, shape, state, (rows) => {
      done += rows;
      onProgress({ doing: 'copying', table: shape.name, done, total });
    });
  for (const shape of shapes.filter(({ hasIdentity }) => hasIdentity))
    await skipIds(target, shape, await lastId(source, shape));
}

/** Deletes the rows that migrations inserted, because the source contains them too. */
async function emptyTables(target: Db, shapes: readonly TableShape[], state: MoveState): Promise<void> {
  state.isFresh = false;
  await target.transaction().execute(async (transaction) => {
    for (const { name } of shapes.toReversed())
      await sql`delete from ${sql.table(name)}`.execute(transaction);
    await writeState(transaction, state);
  });
}

async function copyTable(
  source: Db,
  target: Db,
  shape: TableShape,
  state: MoveState,
  onRows: (rows: number) => void,
): Promise<void> {
  const before = state.tables[shape.name];
  if (before === 'done') return;
  for await (const rows of readRows(source, shape, before)) {
    state.tables[shape.name] = keyOf(shape, rows.at(-1) ?? []);
    await target.transaction().execute(async (transaction) => {
      await insertRows(transaction, shape, rows).catch((error) => {
        throw new MoveError(`A row of ${shape.name} cannot be copied: ${error.message}`, {
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
