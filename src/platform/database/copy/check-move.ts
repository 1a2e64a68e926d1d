import { randomBytes } from 'node:crypto';
import { hasTable } from '../dialect.ts';
import { appliedMigrations, migrations } from '../migrate.ts';
import type { Db } from '../open.ts';
import { MoveError, type MoveOptions } from './move-options.ts';
import { readState } from './move-state.ts';
import { type TableShape, tableShapes } from './table-shapes.ts';

/** Returns the newest migration of a source. Throws when this program cannot read the source. */
export async function newestMigration(source: Db): Promise<string> {
  const applied = await appliedMigrations(source);
  const unknown = applied.find((name) => !(name in migrations));
  if (unknown) throw new MoveError(`The source belongs to a newer version of the site: it has ${unknown}.`);
  const newest = applied.at(-1);
  if (!newest) throw new MoveError('The source is not a Stillwater database: it has no tables.');
  if (await readState(source))
    throw new MoveError('The source is itself the target of an unfinished move. Finish that move first.');
  return newest;
}

/** Throws when two URLs name the same database, which a move would empty. */
export async function assertDifferent(source: Db, target: Db): Promise<void> {
  const name = `moving_probe_${randomBytes(8).toString('hex')}`;
  await target.schema.createTable(name).addColumn('id', 'integer').execute();
  try {
    if (await hasTable(source, name)) throw new MoveError('The source and the target are the same database.');
  } finally {
    await target.schema.dropTable(name).execute();
  }
}

/** Throws unless a move may fill the target. Returns whether it would resume an interrupted move. */
export async function checkTarget(
  target: Db,
  { sourceName, replace }: Pick<MoveOptions, 'sourceName' | 'replace'>,
): Promise<boolean> {
  const state = await readState(target);
  if (replace) {
    // This program knows only its own tables: a newer version's tables would remain, and block the next
    // upgrade.
    const unknown = (await appliedMigrations(target)).find((name) => !(name in migrations));
    if (unknown)
      throw new MoveError(
        `The target belongs to a newer version of the site: it has ${unknown}, ` +
          'whose tables would stay in it. Choose an empty database, or use the newer version.',
      );
    return false;
  }
  if (state && state.source !== sourceName)
    throw new MoveError(
      `The target is part of an unfinished move from ${state.source}, which you can still finish. ` +
        'To start over instead, add --replace.',
    );
  if (!state && (await hasTable(target, 'kysely_migration')))
    throw new MoveError(
      'The target already has a Stillwater database. ' +
        'Choose an empty one, or add --replace to delete everything in it.',
    );
  return state !== null;
}

/** Returns the target's tables. Throws when the source has other columns. */
export async function sharedShapes(source: Db, target: Db): Promise<TableShape[]> {
  const columns = new Map((await tableShapes(source)).map((shape) => [shape.name, columnNames(shape)]));
  const shapes = await tableShapes(target);
  for (const shape of shapes)
    if (columns.get(shape.name) !== columnNames(shape))
      throw new MoveError(`The columns of the table ${shape.name} differ between source and target.`);
  return shapes;
}

const columnNames = ({ columns }: TableShape) => columns.map(({ name }) => name).join();
