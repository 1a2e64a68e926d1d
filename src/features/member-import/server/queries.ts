import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { MemberImport } from '../contract/schemas.ts';
import { invitationPace } from './release-invitations.ts';

/** Maximum imports in the list. */
const LATEST = 10;
/** Rows per deletion. */
const BATCH = 1_000;
/** Storage time of a checked file, in ms. */
const RETENTION = DAY;

type Pace = Awaited<ReturnType<typeof invitationPace>>;
type Row = Selectable<Tables['member_imports']> & { username: string | null };

const imports = (db: Db) =>
  db
    .selectFrom('member_imports')
    .leftJoin('users', 'users.id', 'member_imports.created_by')
    .selectAll('member_imports')
    .select('users.username');

/** Lists the latest imports, newest first. */
export async function latestImports(db: Db): Promise<MemberImport[]> {
  const rows = await imports(db)
    .where('state', '<>', 'discarded')
    .orderBy('member_imports.id', 'desc')
    .limit(LATEST)
    .execute();
  const pace = await invitationPace(db);
  return rows.map((row) => toImport(row, pace));
}

export async function findImport(db: Db, id: number): Promise<MemberImport | undefined> {
  const row = await imports(db)
    .where('member_imports.id', '=', id)
    .where('state', '<>', 'discarded')
    .executeTakeFirst();
  return row && toImport(row, await invitationPace(db));
}

const toImport = (row: Row, { perHour, timeZone }: Pace): MemberImport => ({
  id: row.id,
  fileName: row.file_name,
  state: row.state as MemberImport['state'],
  createdAt: instant(row.created_at),
  by: row.username,
  members: row.members,
  fresh: row.fresh,
  withPlan: row.with_plan,
  refused: row.refused,
  problems: JSON.parse(row.problems),
  accessUntil: instantOrNull(row.access_until),
  isInviting: toBoolean(row.is_inviting),
  invitationsPerHour: perHour,
  isSentAtNight: timeZone === '',
  handled: row.handled,
  added: row.added,
  granted: row.granted,
  invited: row.invited,
  finishedAt: instantOrNull(row.finished_at),
});

/** Deletes an import that was not started, with its members. Returns false for other imports. */
export async function removeImport(db: Db, id: number): Promise<boolean> {
  // After this update the import cannot be started.
  const { numUpdatedRows } = await db
    .updateTable('member_imports')
    .set({ state: 'discarded' })
    .where('id', '=', id)
    .where('state', 'in', ['checked', 'discarded'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  // In batches, because other requests wait for a long statement.
  for (let deleted = 1n; deleted > 0n; ) {
    const result = await db
      .deleteFrom('member_import_rows')
      .where('import_id', '=', id)
      .where('line', 'in', (eb) =>
        eb
          .selectFrom('member_import_rows')
          .select('line')
          .where('import_id', '=', id)
          .orderBy('line')
          .limit(BATCH),
      )
      .executeTakeFirst();
    deleted = result.numDeletedRows;
    await nextTurn();
  }
  await db.deleteFrom('member_imports').where('id', '=', id).execute();
  return true;
}

/** Deletes checked files that were never imported, and rows of interrupted checks. */
export async function sweepMemberImports(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('member_imports')
    .select('id')
    .where('state', 'in', ['checked', 'discarded'])
    .where('created_at', '<', Date.now() - RETENTION)
    .execute();
  for (const { id } of rows) await removeImport(db, id);
}
