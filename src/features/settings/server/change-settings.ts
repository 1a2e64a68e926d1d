import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import type { Setting } from '../contract/schemas.ts';
import { insertSetting, removeSetting, replaceSetting, settingByKey } from './queries.ts';

/*
 * Each change is one transaction with its entry in the audit log. Increasing the version first locks out
 * other writers until the commit.
 */

type Fields = Omit<Setting, 'key'>;

const FIELDS = ['value', 'category', 'description'] as const;

export function createSetting(db: Db, author: Author, setting: Setting): Promise<Setting> {
  return changeCatalogue(db, async (transaction) => {
    const inserted = await insertSetting(transaction, setting);
    if (!inserted) {
      const message = 'A setting with this key already exists';
      const current = await settingByKey(transaction, setting.key);
      throw new HttpError('key-taken', message, { issues: [{ path: 'key', message }], current });
    }
    const { key, ...fields } = inserted;
    await record(transaction, author, 'created', key, { after: truncated(fields) });
    return inserted;
  });
}

export function updateSetting(
  db: Db,
  author: Author,
  key: string,
  { changes, basedOn }: { changes: Partial<Fields>; basedOn: Fields | undefined },
): Promise<Setting> {
  return changeCatalogue(db, async (transaction) => {
    const before = await settingByKey(transaction, key);
    if (!before) throw missing();
    if (basedOn && FIELDS.some((field) => basedOn[field] !== before[field]))
      throw new HttpError('edit-conflict', 'Someone else changed this setting. Check it and try again.', {
        current: before,
      });
    const after = await replaceSetting(transaction, { ...before, ...changes });
    const changed = FIELDS.filter((field) => after[field] !== before[field]);
    if (changed.length > 0)
      await record(transaction, author, 'updated', key, {
        before: truncated(before, changed),
        after: truncated(after, changed),
      });
    return after;
  });
}

export function deleteSetting(db: Db, author: Author, key: string): Promise<void> {
  return changeCatalogue(db, async (transaction) => {
    const deleted = await removeSetting(transaction, key);
    if (!deleted) throw missing();
    await record(transaction, author, 'deleted', key, { before: truncated(deleted) });
  });
}

export const missing = () => notFound('Setting not found');

const record = (
  db: Db,
  author: Author,
  action: 'created' | 'updated' | 'deleted',
  key: string,
  details: Record<string, unknown>,
) => recordChange(db, { ...author, action, itemType: 'setting', itemId: key, title: key, details });

/** Characters of a value in the audit log: every text is whole. A logo can be a picture of 64,000. */
const MAX_LOGGED = 30_000;
const MAX_LOGGED_DATA = 2_000;

const truncated = (setting: Fields, fields: readonly (keyof Fields)[] = FIELDS) =>
  Object.fromEntries(
    fields.map((field) => {
      const text = setting[field];
      const max = text?.startsWith('data:') ? MAX_LOGGED_DATA : MAX_LOGGED;
      return [field, text !== null && text.length > max ? `${text.slice(0, max)}…` : text];
    }),
  );
