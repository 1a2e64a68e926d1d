import type { Author } from '#features/audit-log/server/change.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { rowById, rowsUnder } from '#features/catalogue/server/items/levels.ts';
import { isSameOrder, orderList } from '#features/catalogue/server/write/order-items.ts';
import { editCatalogue } from '#features/catalogue/server/write/write-items.ts';
import type { Db } from '#platform/database/open.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { HttpError, invalidInput, notFound } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { Restored } from '../contract/schemas.ts';
import { applyValues, type Restoring } from './apply-values.ts';
import { isItem, itemIdOf, presentState } from './present-state.ts';
import { authorName, changesAfter, entriesOf } from './read-changes.ts';
import { type Entry, equals, formerOf, readEntry, UNDONE, valuesOf } from './read-entry.ts';
import { publicationStep, takeSteps } from './undo-publication.ts';
import { changedFields, walkBack } from './walk-back.ts';

/**
 * Restores the values before a change. Throws 404 for an unknown entry, 400 when it cannot be undone, and 409
 * when one of its fields was changed since.
 */
export const undoChange = (db: Db, reader: Reader, author: Author, id: number): Promise<Restored> =>
  editCatalogue(db, async (transaction) => {
    const entry = await readEntry(transaction, id, reader);
    const restoring = { reader, author, note: { undoOf: id }, former: formerOf(entry.details) };
    if (entry.action === 'reordered') return undoOrder(transaction, entry, restoring);
    const row = isItem(entry.type) && (await rowById(transaction, entry.type, itemIdOf(entry)));
    const step = row && publicationStep(row, entry);
    if (step === 'done') throw new HttpError('edit-conflict', UNDONE);
    if (step === 'changed') throw await changedSince(transaction, entry, reader.userId);
    if (step) {
      const [id = null] = await takeSteps(transaction, reader.userId, entry.type as ItemType, [step]);
      return { id, newSlug: null };
    }
    const { state: now } = await presentState(transaction, entry);
    if (now === null && isItem(entry.type))
      throw notFound(`This ${entry.type} does not exist any more. It may be in the trash.`);
    const { before, after } = valuesOf(entry);
    const isStill = equals(now, after);
    if (!isStill && equals(now, before)) throw new HttpError('edit-conflict', UNDONE);
    if (!isStill) throw await changedSince(transaction, entry, reader.userId);
    const { lost } = walkBack(now, [{ id, action: entry.action, details: entry.details }]);
    const [message] = lost.values();
    if (message !== undefined) throw invalidInput(message);
    return applyValues(transaction, entry, before, restoring);
  });

/** Makes the error that names the author of a later change to one of the entry's fields. */
async function changedSince(db: Db, entry: Entry, userId: number | null): Promise<HttpError> {
  const fields = changedFields(entry);
  const later = (await changesAfter(db, entry, entry.entryId)).find(
    (change) => change.action !== 'updated' || changedFields(change).some((field) => fields.includes(field)),
  );
  const row = await entriesOf(db, entry)
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select(['user_id', 'username', 'author_erased'])
    .where('audit_log.id', '=', later?.id ?? 0)
    .executeTakeFirst();
  const who = row ? authorName(row, userId) : 'Somebody';
  return new HttpError('edit-conflict', `${who} changed this since. Look at both before you go on.`);
}

const CHILDREN = { ocean: 'wave', wave: 'droplet' } as const;

async function undoOrder(db: CatalogueTransaction, entry: Entry, restoring: Restoring): Promise<Restored> {
  const { before, after } = entry.details.order as { before: number[]; after: number[] };
  // The order of all oceans is an entry without an item.
  const parentId = entry.id === '' ? null : Number(entry.id);
  const type: ItemType = parentId === null ? 'ocean' : CHILDREN[entry.type as 'ocean' | 'wave'];
  const present = await idsUnder(db, type, parentId);
  if (isSameOrder(present, before)) throw new HttpError('edit-conflict', UNDONE);
  if (!isSameOrder(present, after))
    throw new HttpError('edit-conflict', 'This list was changed since. Look at it before you go on.');
  await orderList(db, restoring.reader, type, parentId as never, { ids: before }, restoring.note);
  return { id: null, newSlug: null };
}

const idsUnder = async (db: Db, type: ItemType, parentId: number | null) =>
  (await rowsUnder(db, type, parentId as never)).map(({ id }) => id);
