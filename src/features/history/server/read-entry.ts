import type { Selectable } from 'kysely';
import type { Former } from '#features/catalogue/server/write/change-items.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { invalidInput, notFound } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { type Subject, SubjectType } from '../contract/schemas.ts';
import { isUndoable } from '../shared/undoable.ts';
import { refuseSettings } from './refuse-settings.ts';
import { isRecord, type State } from './walk-back.ts';

export interface Entry extends Subject {
  entryId: number;
  action: string;
  details: Record<string, unknown>;
}

export const NOT_UNDOABLE = 'This change cannot be undone: its previous values are not kept.';
export const UNDONE = 'This change is undone already.';

/** Reads an entry of the audit log. Throws 404, and 400 when its change cannot be undone. */
export async function readEntry(db: Db, id: number, reader: Reader): Promise<Entry> {
  const row = await db.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('This change does not exist.');
  refuseSettings(reader, typeOf(row));
  return entryOf(row);
}

/** The type of an entry's subject. The order of all oceans has an entry of its own type. */
const typeOf = ({ item_type }: { item_type: string }) => (item_type === 'catalogue' ? 'ocean' : item_type);

/** Reads a row of the audit log. Throws 400 when its change cannot be undone. */
export function entryOf(row: Selectable<Tables['audit_log']>): Entry {
  const type = typeOf(row);
  const details = JSON.parse(row.details) as Record<string, unknown>;
  if (!isUndoable({ action: row.action, itemType: row.item_type, details })) throw invalidInput(NOT_UNDOABLE);
  return { entryId: row.id, type: SubjectType.parse(type), id: row.item_id, action: row.action, details };
}

/** Reads, from an entry, the state beside values that the change replaced. */
export const formerOf = ({ position, forgotten, isNew }: Record<string, unknown>): Former => ({
  position: typeof position === 'number' ? position : undefined,
  planned: typeof forgotten === 'number' ? forgotten : undefined,
  isNew: isNew === true,
});

/** Returns the values before and after a change; null before a setting's creation and after its deletion. */
export function valuesOf({ details: { before, after } }: Entry): { before: State; after: State } {
  return { before: isRecord(before) ? before : null, after: isRecord(after) ? after : null };
}

/** Tells whether a state has these values. */
export function equals(now: State, values: State): boolean {
  if (now === null || values === null) return now === values;
  return Object.entries(values).every(
    ([field, value]) => JSON.stringify(now[field]) === JSON.stringify(value),
  );
}
