import type { Author } from '#features/audit-log/server/change.ts';
import {
  DropletChange,
  OceanChange,
  OptionalAddress,
  WaveChange,
} from '#features/catalogue/contract/form-schemas.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Change } from '#features/catalogue/server/items/item-fields.ts';
import { rowById } from '#features/catalogue/server/items/levels.ts';
import type { Former } from '#features/catalogue/server/write/change-items.ts';
import { freeSlugs } from '#features/catalogue/server/write/slugs.ts';
import { changeOne } from '#features/catalogue/server/write/write-items.ts';
import { type Setting, valueProblem } from '#features/settings/contract/schemas.ts';
import { addSetting, changeSetting, removeSetting } from '#features/settings/server/change-settings.ts';
import { settingByKey } from '#features/settings/server/queries.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { invalidInput, notFound } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { Restored, Subject } from '../contract/schemas.ts';
import { missingFiles } from './missing-files.ts';
import { isItem, itemIdOf } from './present-state.ts';
import { latestEntry } from './read-changes.ts';
import type { State } from './walk-back.ts';

/** Imported items may lack the picture that the forms of oceans and waves require. */
const imageUrl = OptionalAddress.optional();
const SCHEMAS = {
  ocean: OceanChange.extend({ imageUrl }),
  wave: WaveChange.extend({ imageUrl }),
  droplet: DropletChange,
} as const;

/** Author of a restoration, and its details for the audit log. */
export interface Restoring {
  reader: Reader;
  author: Author;
  note: Record<string, unknown>;
  former?: Former;
}

/**
 * Gives an item or a setting previous values, by the rules of any change: checks them, runs the check before
 * publishing, and replaces a taken slug. Null `values` delete a setting.
 */
export async function applyValues(
  db: CatalogueTransaction,
  subject: Subject,
  values: State,
  restoring: Restoring,
): Promise<Restored> {
  const { type } = subject;
  const before = (await latestEntry(db, subject))?.id;
  const newSlug = isItem(type)
    ? await applyToItem(db, type, itemIdOf(subject), values ?? {}, restoring)
    : await applyToSetting(db, subject.id, values, restoring);
  const after = (await latestEntry(db, subject))?.id;
  return { id: after === before ? null : (after ?? null), newSlug };
}

async function applyToItem<T extends ItemType>(
  db: CatalogueTransaction,
  type: T,
  id: number,
  values: Record<string, unknown>,
  { reader, note, former }: Restoring,
): Promise<string | null> {
  const row = await rowById(db, type, id);
  if (!row) throw notFound(`This ${type} does not exist any more. It may be in the trash.`);
  const change = changeOf(type, values);
  const [gone] = await missingFiles(db, values, Object.keys(values));
  if (gone !== undefined)
    throw invalidInput('The file of this version is no longer kept.', [
      { path: gone, message: 'The file is no longer kept' },
    ]);
  const newSlug = await slugInstead(db, type, id, change.slug);
  const fitting = newSlug === null ? change : { ...change, slug: newSlug };
  await changeOne(db, reader, type, { row, change: fitting, ...former, details: note });
  return newSlug;
}

/** Checks previous values by the rules of the form. Throws 400. */
export function changeOf(type: ItemType, values: Record<string, unknown>): Change {
  const parsed = SCHEMAS[type].safeParse(values);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw invalidInput(`This does not fit today’s rules: ${issues[0]?.message}`, issues);
  }
  const { expectedVersion, ...change } = parsed.data as Change;
  return change;
}

/** Returns another slug if an item has taken the restored one; else null. */
async function slugInstead(db: CatalogueTransaction, type: ItemType, id: number, slug: string | undefined) {
  if (slug === undefined) return null;
  const taken = await db
    .selectFrom(TABLE_OF[type])
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', id)
    .executeTakeFirst();
  return taken ? ((await freeSlugs(db, type, [slug]))[0] ?? null) : null;
}

async function applyToSetting(
  db: CatalogueTransaction,
  key: string,
  values: State,
  { author, note }: Restoring,
): Promise<null> {
  const present = await settingByKey(db, key);
  if (values === null) {
    if (present) await removeSetting(db, author, key, note);
    return null;
  }
  const setting = { key, ...present, ...values } as Setting;
  const problem = valueProblem(key, setting.value);
  if (problem) throw invalidInput(problem, [{ path: 'value', message: problem }]);
  if (present) await changeSetting(db, author, present, setting, note);
  else await addSetting(db, author, setting, note);
  return null;
}
