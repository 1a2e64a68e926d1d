import type { FieldComparison, Version } from '#features/history/contract/schemas.ts';
import { fieldLabel, inWords } from '../audit-log/changed-fields.ts';

/** Returns a field's name as a heading. */
export function headingOf({ field, oldWords, nowWords }: FieldComparison): string {
  const isText = field === 'mediaUrl' && (oldWords !== null || nowWords !== null);
  return isText ? 'Text' : fieldLabel(field);
}

/** Tells whether a setting's value is absent, so that its default applies. */
export const isDefault = (field: string, value: unknown): boolean => field === 'value' && value === null;

/** Returns the two values of a comparison as texts. `defaultText`: the setting's default. */
export function textsOf(
  { field, old, now, oldWords, nowWords }: FieldComparison,
  defaultText: string,
): [string, string] {
  const textOf = (value: unknown) =>
    isDefault(field, value) ? defaultText || 'The default' : inWords(value);
  return [oldWords ?? textOf(old), nowWords ?? textOf(now)];
}

/** Returns the author of a version, for the beginning of a sentence. */
export function authorWords({ user, authorErased }: Version, readerId: number | undefined): string {
  if (user === null) return authorErased ? 'Somebody erased' : 'The program';
  return user.id === readerId ? 'You' : user.username;
}

/** Lists names of fields in a sentence: `Title, description, access`. */
export function listOfFields(fields: readonly string[]): string {
  const words = fields.map(fieldLabel).join(', ');
  return words.charAt(0) + words.slice(1).toLowerCase();
}

const ACTIONS: Record<string, string> = {
  created: 'Created',
  deleted: 'Deleted',
  restored: 'Restored from the trash',
  imported: 'Items were imported into it',
  updated: 'Changed',
  reordered: 'Order of the items below',
};

/** Describes a version's changes in a few words. */
export const changeWords = (action: string, fields: readonly string[]): string =>
  action === 'updated' && fields.length > 0 ? listOfFields(fields) : (ACTIONS[action] ?? action);
