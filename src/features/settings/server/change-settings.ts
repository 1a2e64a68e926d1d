import { recordChange } from '#features/trail/server/record-change.ts';
import { bumpCatalogue } from '#platform/database/bump-catalogue.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, notFound } from '#platform/http/errors.ts';
import type { Setting } from '../contract.ts';
import { insertSetting, removeSetting, replaceSetting, settingByKey } from './queries.ts';

/* Each change is one transaction with its line in the trail. Moving the version first makes writers take turns, so
   that nothing changes between reading and writing. */

type Fields = Omit<Setting, 'key'>;

const FIELDS = ['value', 'category', 'description'] as const;

export function createSetting(db: Db, userId: number | null, setting: Setting): Promise<Setting> {
  return db.transaction().execute(async (transaction) => {
    await bumpCatalogue(transaction);
    const made = await insertSetting(transaction, setting);
    if (!made) {
      const message = 'A setting with this key already exists';
      const current = await settingByKey(transaction, setting.key);
      throw new HttpError(409, message, { issues: [{ path: 'key', message }], current });
    }
    const { key, ...fields } = made;
    await record(transaction, userId, 'created', key, { after: brief(fields) });
    return made;
  });
}

export function updateSetting(
  db: Db,
  userId: number | null,
  key: string,
  { given, basedOn }: { given: Partial<Fields>; basedOn: Fields | undefined },
): Promise<Setting> {
  return db.transaction().execute(async (transaction) => {
    await bumpCatalogue(transaction);
    const before = await settingByKey(transaction, key);
    if (!before) throw missing();
    if (basedOn && FIELDS.some((field) => basedOn[field] !== before[field]))
      throw new HttpError(409, 'Somebody else has changed this setting meanwhile.', { current: before });
    const after = await replaceSetting(transaction, { ...before, ...given });
    const changed = FIELDS.filter((field) => after[field] !== before[field]);
    if (changed.length > 0)
      await record(transaction, userId, 'updated', key, {
        before: brief(before, changed),
        after: brief(after, changed),
      });
    return after;
  });
}

export function deleteSetting(db: Db, userId: number | null, key: string): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await bumpCatalogue(transaction);
    const gone = await removeSetting(transaction, key);
    if (!gone) throw missing();
    await record(transaction, userId, 'deleted', key, { before: brief(gone) });
  });
}

export const missing = () => notFound('Setting not found');

const record = (
  db: Db,
  userId: number | null,
  action: 'created' | 'updated' | 'deleted',
  key: string,
  details: Record<string, unknown>,
) => recordChange(db, { userId, action, itemType: 'setting', itemId: key, title: key, details });

/** Enough to tell and to restore a text by; a whole picture in a logo would only swell the trail. */
const TOLD = 2_000;

const brief = (setting: Fields, fields: readonly (keyof Fields)[] = FIELDS) =>
  Object.fromEntries(
    fields.map((field) => {
      const text = setting[field];
      return [field, text !== null && text.length > TOLD ? `${text.slice(0, TOLD)}…` : text];
    }),
  );
