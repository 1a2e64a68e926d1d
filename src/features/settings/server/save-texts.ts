import type { Author } from '#features/audit-log/server/change.ts';
import type { Db } from '#platform/database/open.ts';
import { type CatalogueTransaction, changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Setting } from '../contract/schemas.ts';
import { type KnownKey, knownSetting } from '../shared/known-settings.ts';
import { addSetting, changeSetting, removeSetting } from './change-settings.ts';
import { settingByKey } from './queries.ts';

/** A text to save; null restores its default. */
interface TextChange {
  key: KnownKey;
  value: string | null;
  /** The value that the editor loaded; null: the default. */
  expected: string | null;
}

const OVERTAKEN = 'Someone else changed this text. Look at it again before you go on.';

/**
 * Saves the texts of one page or mail: all, or none if another person has changed one since. Returns those
 * that differ from their defaults.
 */
export const saveTexts = (db: Db, author: Author, changes: readonly TextChange[]): Promise<Setting[]> =>
  changeCatalogue(db, async (transaction) => {
    const after: Setting[] = [];
    for (const change of changes) {
      const saved = await saveText(transaction, author, change);
      if (saved) after.push(saved);
    }
    return after;
  });

async function saveText(
  db: CatalogueTransaction,
  author: Author,
  { key, value, expected }: TextChange,
): Promise<Setting | undefined> {
  const before = await settingByKey(db, key);
  // Equal values are no conflict, because an author without a response saves again.
  if ((before?.value ?? null) === value) return before;
  if ((before?.value ?? null) !== expected)
    throw new HttpError('edit-conflict', OVERTAKEN, {
      issues: [{ path: key, message: OVERTAKEN }],
      current: before ?? null,
    });
  if (value === null) {
    await removeSetting(db, author, key);
    return undefined;
  }
  if (before) return changeSetting(db, author, before, { value });
  const category = knownSetting(key)?.category ?? 'content';
  return addSetting(db, author, { key, value, category, description: null });
}
