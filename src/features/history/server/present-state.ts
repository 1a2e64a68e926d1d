import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { toFields } from '#features/catalogue/server/items/item-fields.ts';
import { parentIdOf, type Rows, rowById } from '#features/catalogue/server/items/levels.ts';
import { SETTING_FIELDS } from '#features/settings/server/change-settings.ts';
import { settingByKey } from '#features/settings/server/queries.ts';
import { settingTitle } from '#features/settings/shared/setting-title.ts';
import type { Db } from '#platform/database/open.ts';
import { PathId } from '#platform/http/contract/fields.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import type { Subject } from '../contract/schemas.ts';
import type { State } from './walk-back.ts';

export const isItem = (type: string): type is ItemType =>
  type === 'ocean' || type === 'wave' || type === 'droplet';

/** Parses an item's id. Throws 404. */
export function itemIdOf({ id }: Subject): number {
  const parsed = PathId.safeParse(id);
  if (!parsed.success) throw notFound('Not found');
  return parsed.data;
}

interface Present {
  state: State;
  title: string | null;
  parentId: number | null;
}

/** Reads the present fields of an item or a setting; `state` is null when it does not exist. */
export async function presentState(db: Db, subject: Subject): Promise<Present> {
  const { type } = subject;
  if (isItem(type)) return presentItem(db, type, itemIdOf(subject));
  const setting = await settingByKey(db, subject.id);
  const state = setting && Object.fromEntries(SETTING_FIELDS.map((field) => [field, setting[field]]));
  return { state: state ?? null, title: settingTitle(subject.id), parentId: null };
}

async function presentItem<T extends ItemType>(db: Db, type: T, id: number): Promise<Present> {
  const row = await rowById(db, type, id);
  if (!row) return { state: null, title: null, parentId: null };
  return { state: fieldsOf(type, row), title: row.title, parentId: parentIdOf[type](row) };
}

export const fieldsOf = <T extends ItemType>(type: T, row: Rows[T]): Record<string, unknown> => ({
  ...toFields[type](row),
});
