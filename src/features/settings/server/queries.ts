import type { Db } from '#platform/database/open.ts';
import type { Setting } from '../contract.ts';

const columns = ['key', 'value', 'category', 'description'] as const;

export const allSettings = (db: Db) =>
  db.selectFrom('settings').select(columns).orderBy('key').execute() as Promise<Setting[]>;

export const settingsOfCategory = (db: Db, category: string) =>
  db
    .selectFrom('settings')
    .select(columns)
    .where('category', '=', category)
    .orderBy('key')
    .execute() as Promise<Setting[]>;

export const settingByKey = (db: Db, key: string) =>
  db.selectFrom('settings').select(columns).where('key', '=', key).executeTakeFirst() as Promise<
    Setting | undefined
  >;
