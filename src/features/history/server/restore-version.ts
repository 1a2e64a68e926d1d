import type { Author } from '#features/audit-log/server/change.ts';
import { editCatalogue } from '#features/catalogue/server/write/write-items.ts';
import type { Db } from '#platform/database/open.ts';
import { invalidInput } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { Restored, Subject } from '../contract/schemas.ts';
import { applyValues } from './apply-values.ts';
import { presentState } from './present-state.ts';
import { assertLatest, changesAfter } from './read-changes.ts';
import { walkBack } from './walk-back.ts';

/** Fields that are valid only together. */
const COMPANIONS: Record<string, string> = {
  mediaType: 'mediaUrl',
  mediaUrl: 'mediaType',
  captionsUrl: 'captionsLanguage',
  captionsLanguage: 'captionsUrl',
};

interface Restoration {
  version: number;
  fields: readonly string[];
  latest: number;
}

/**
 * Restores the values of fields after an entry. Throws 409 when there is a later entry than the one that the
 * page showed.
 */
export const restoreVersion = (
  db: Db,
  reader: Reader,
  author: Author,
  subject: Subject,
  { version, fields, latest }: Restoration,
): Promise<Restored> =>
  editCatalogue(db, async (transaction) => {
    await assertLatest(transaction, subject, latest, reader.userId);
    const { state: now } = await presentState(transaction, subject);
    const past = walkBack(now, await changesAfter(transaction, subject, version));
    const chosen = new Set(fields.flatMap((field) => [field, COMPANIONS[field] ?? field]));
    for (const field of fields) {
      const message = past.lost.get(field);
      if (message !== undefined) throw invalidInput(message, [{ path: field, message }]);
    }
    // A setting is created or deleted as a whole.
    const isWhole = past.state === null || now === null;
    const values = isWhole
      ? past.state
      : Object.fromEntries(Object.entries(past.state ?? {}).filter(([field]) => chosen.has(field)));
    return applyValues(transaction, subject, values, { reader, author, note: { restoredFrom: version } });
  });
