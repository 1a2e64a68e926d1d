import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { assertPublishable } from '#features/catalogue/server/check/find-musts.ts';
import { type Rows, rowsById } from '#features/catalogue/server/items/levels.ts';
import { editCatalogue } from '#features/catalogue/server/write/write-items.ts';
import { isOneOf, toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, invalidInput, notFound } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { changeOf } from './apply-values.ts';
import { fieldsOf, isItem, itemIdOf } from './present-state.ts';
import { type Entry, entryOf, equals, formerOf, NOT_UNDOABLE, UNDONE, valuesOf } from './read-entry.ts';
import { publicationStep, takeSteps, type UndoStep } from './undo-publication.ts';
import { changedFields } from './walk-back.ts';

/** Fields of bulk changes. Others, such as files and slugs, are undone one by one. */
const FIELDS = ['isPublished', 'accessType', 'isSample', 'keywords', 'oceanId', 'waveId', 'publishAt'];

/**
 * Undoes the entries of a bulk change in one transaction. Returns the ids of the new entries. Throws 404 for
 * an unknown entry, 400 when one cannot be undone, and 409 when one of its fields was changed since.
 */
export const undoSeveral = (db: Db, reader: Reader, ids: readonly number[]): Promise<number[]> =>
  editCatalogue(db, async (transaction) => {
    const { type, entries } = await readEntries(transaction, ids);
    const found = await rowsById(transaction, type, entries.map(itemIdOf));
    const rows = new Map(found.map((row) => [row.id, row]));
    const steps: Exclude<UndoStep, string>[] = [];
    const stopped: { id: number; title: string; isGone: boolean }[] = [];
    for (const { title, ...entry } of entries) {
      const row = rows.get(itemIdOf(entry));
      const step = row && stepOf(type, row, entry);
      if (!row) stopped.push({ id: entry.entryId, title, isGone: true });
      else if (step === 'changed') stopped.push({ id: entry.entryId, title: row.title, isGone: false });
      else if (step && step !== 'done') steps.push(step);
    }
    if (stopped.length > 0) throw changedSince(ids, stopped);
    if (steps.length === 0) throw new HttpError('edit-conflict', UNDONE);
    const published = steps.filter(
      (step) => 'change' in step && step.change.isPublished && !toBoolean(step.row.is_published),
    );
    await assertPublishable(
      transaction,
      published.map(({ row: { title, media_url } }) => ({ title, mediaUrl: media_url })),
    );
    return takeSteps(transaction, reader.userId, type, steps);
  });

/** Finds what undoes an entry about an item. An item with the values from before needs no change. */
function stepOf(type: ItemType, row: Rows[ItemType], entry: Entry): UndoStep {
  const publication = publicationStep(row, entry);
  if (publication) return publication;
  const { before, after } = valuesOf(entry);
  const now = fieldsOf(type, row as never);
  if (!equals(now, after)) return equals(now, before) ? 'done' : 'changed';
  const change = changeOf(type, before ?? {});
  return { row, change, ...formerOf(entry.details), details: { undoOf: entry.entryId } };
}

/** Reads entries about items of one level, in the order of the changes. */
async function readEntries(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .orderBy('id')
    .execute();
  if (rows.length < ids.length) throw notFound('One of these changes does not exist.');
  const entries = rows.map((row): Entry & { title: string } => ({ ...entryOf(row), title: row.title }));
  const [first] = entries;
  const isBulk = (entry: Entry) =>
    entry.type === first?.type &&
    entry.action === 'updated' &&
    changedFields(entry).every((field) => FIELDS.includes(field));
  if (!first || !isItem(first.type) || !entries.every(isBulk)) throw invalidInput(NOT_UNDOABLE);
  if (new Set(entries.map(({ id }) => id)).size < entries.length)
    throw invalidInput('Two of these changes are about the same item. Undo them one by one.');
  return { type: first.type, entries };
}

function changedSince(
  ids: readonly number[],
  stopped: readonly { id: number; title: string; isGone: boolean }[],
): HttpError {
  const [first] = stopped;
  const others = stopped.length - 1;
  const who = `“${first?.title}”${others === 0 ? '' : ` and ${others} more`}`;
  const were = others === 0 ? 'was' : 'were';
  const what = stopped.every(({ isGone }) => isGone) ? 'deleted' : 'changed';
  const message = `${who} ${were} ${what} since, so nothing was undone. Look again before you go on.`;
  const issues = stopped.map(({ id, isGone }) => ({
    path: `entries.${ids.indexOf(id)}`,
    message: isGone ? 'The item was deleted since' : 'The item was changed since',
  }));
  return new HttpError('edit-conflict', message, { issues });
}
