import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { HASH_LENGTH, UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import type { Db } from '#platform/database/open.ts';
import { type CatalogueTransaction, changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import type { Setting } from '../contract/schemas.ts';
import { deleteSettingRow, insertSetting, replaceSetting, settingByKey } from './queries.ts';

/*
 * Each change is one transaction with its entry in the audit log. The entry has the complete values, which
 * the history restores. The transaction increases the version first, which blocks other writers until the
 * commit.
 */

type SettingFields = Omit<Setting, 'key'>;

/** Additional details of an audit log entry. */
type Note = Record<string, unknown>;

export const SETTING_FIELDS = ['value', 'category', 'description'] as const;

export const createSetting = (db: Db, author: Author, setting: Setting): Promise<Setting> =>
  changeCatalogue(db, (transaction) => addSetting(transaction, author, setting));

/**
 * Adds a setting. Throws 409 when its key exists with other values. Equal values are no conflict, because an
 * author without a response saves again.
 */
export async function addSetting(
  db: CatalogueTransaction,
  author: Author,
  setting: Setting,
  note?: Note,
): Promise<Setting> {
  const inserted = await insertSetting(db, setting);
  if (!inserted) {
    const message = 'A setting with this key already exists';
    const current = await settingByKey(db, setting.key);
    if (current && !differs(setting, current)) return current;
    throw new HttpError('key-taken', message, { issues: [{ path: 'key', message }], current });
  }
  const { key, ...after } = inserted;
  await record(db, author, 'created', key, { after, ...note });
  return inserted;
}

export function updateSetting(
  db: Db,
  author: Author,
  key: string,
  { changes, basedOn }: { changes: Partial<SettingFields>; basedOn: SettingFields | undefined },
): Promise<Setting> {
  return changeCatalogue(db, async (transaction) => {
    const before = await settingByKey(transaction, key);
    if (!before) throw missing();
    const changed = { ...before, ...changes };
    // Equal values are no conflict, because an author without a response saves again.
    if (basedOn && differs(basedOn, before) && differs(changed, before))
      throw new HttpError('edit-conflict', 'Someone else changed this setting. Check it and try again.', {
        current: before,
      });
    return changeSetting(transaction, author, before, changes);
  });
}

const differs = (a: SettingFields, b: SettingFields) => SETTING_FIELDS.some((field) => a[field] !== b[field]);

/** Changes some fields of a setting. */
export async function changeSetting(
  db: CatalogueTransaction,
  author: Author,
  before: Setting,
  changes: Partial<SettingFields>,
  note?: Note,
): Promise<Setting> {
  const after = await replaceSetting(db, { ...before, ...changes });
  const changed = SETTING_FIELDS.filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return after;
  const values = { before: picked(before, changed), after: picked(after, changed) };
  await record(db, author, 'updated', before.key, { ...values, ...note }, before.value);
  return after;
}

export const deleteSetting = (db: Db, author: Author, key: string): Promise<void> =>
  changeCatalogue(db, (transaction) => removeSetting(transaction, author, key));

/** Deletes a setting, so that its default applies. Throws 404. */
export async function removeSetting(
  db: CatalogueTransaction,
  author: Author,
  key: string,
  note?: Note,
): Promise<void> {
  const deleted = await deleteSettingRow(db, key);
  if (!deleted) throw missing();
  const values = { before: picked(deleted, SETTING_FIELDS) };
  await record(db, author, 'deleted', key, { ...values, ...note }, deleted.value);
}

export const missing = () => notFound('Setting not found');

const record = (
  db: Db,
  author: Author,
  action: 'created' | 'updated' | 'deleted',
  key: string,
  details: Record<string, unknown>,
  oldValue = '',
) =>
  recordChange(db, {
    ...author,
    action,
    itemType: 'setting',
    itemId: key,
    title: key,
    details,
    files: oldValue.match(UPLOADS) ?? [],
  });

const UPLOADS = new RegExp(`${UPLOADS_PREFIX}[0-9a-f]{${HASH_LENGTH}}`, 'g');

const picked = (setting: SettingFields, fields: readonly (keyof SettingFields)[]) =>
  Object.fromEntries(fields.map((field) => [field, setting[field]]));
