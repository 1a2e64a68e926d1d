import type { Db } from '#platform/database/open.ts';
import { prepareQuery } from '#platform/database/prepare-query.ts';
import type { Setting } from '../contract/schemas.ts';
import { defaultOf } from '../shared/known-settings.ts';
import { SETTING_DEFAULTS } from '../shared/setting-defaults.ts';

const columns = ['key', 'value', 'category', 'description'] as const;

const readAll = prepareQuery((db) => db.selectFrom('settings').select(columns).orderBy('key'));

export const allSettings = (db: Db) => readAll(db, {}) as Promise<Setting[]>;

/** Reads all settings. Returns a function that returns the value of one: stored, or its default. */
export async function readSettings(db: Db): Promise<(key: string) => string> {
  const stored = new Map((await allSettings(db)).map(({ key, value }) => [key, value]));
  return (key) => stored.get(key) ?? defaultOf(key);
}

export const settingsOfCategory = (db: Db, category: string) =>
  db
    .selectFrom('settings')
    .select(columns)
    .where('category', '=', category)
    .orderBy('key')
    .execute() as Promise<Setting[]>;

const readOne = prepareQuery((db, { key }: { key: string }) =>
  db.selectFrom('settings').select(columns).where('key', '=', key),
);

export const settingByKey = async (db: Db, key: string) =>
  (await readOne(db, { key }))[0] as Setting | undefined;

/** Reads the site's name, in one line, for mails and the payment provider. */
export async function siteTitle(db: Db): Promise<string> {
  const title = (await settingByKey(db, 'site.title'))?.value ?? SETTING_DEFAULTS['site.title'];
  return title.replace(/\s+/g, ' ');
}

/** Inserts a setting. Returns undefined when the key exists. */
export const insertSetting = (db: Db, setting: Setting) =>
  db
    .insertInto('settings')
    .values({ ...setting, updated_at: Date.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(columns)
    .executeTakeFirst() as Promise<Setting | undefined>;

export const replaceSetting = (db: Db, { key, ...fields }: Setting) =>
  db
    .updateTable('settings')
    .set({ ...fields, updated_at: Date.now() })
    .where('key', '=', key)
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<Setting>;

export const deleteSettingRow = (db: Db, key: string) =>
  db.deleteFrom('settings').where('key', '=', key).returning(columns).executeTakeFirst() as Promise<
    Setting | undefined
  >;
