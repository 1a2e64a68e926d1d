import type { FieldComparison } from '#features/history/contract/schemas.ts';
import { fieldLabel, inWords } from '../audit-log/changed-fields.ts';

/** A field's name, for a heading. */
export function headingOf({ field, oldWords, nowWords }: FieldComparison): string {
  const isText = field === 'mediaUrl' && (oldWords !== null || nowWords !== null);
  return isText ? 'Text' : fieldLabel(field);
}

/** The two values of a comparison as texts. */
export function textsOf({ field, old, now, oldWords, nowWords }: FieldComparison): [string, string] {
  const isDefault = (value: unknown) => field === 'value' && value === null;
  return [
    oldWords ?? (isDefault(old) ? 'The default' : inWords(old)),
    nowWords ?? (isDefault(now) ? 'The default' : inWords(now)),
  ];
}

/** Names of fields in a sentence: `Title, description, access`. */
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

/** What a version changed, in a few words. */
export const changeWords = (action: string, fields: readonly string[]): string =>
  action === 'updated' && fields.length > 0 ? listOfFields(fields) : (ACTIONS[action] ?? action);
