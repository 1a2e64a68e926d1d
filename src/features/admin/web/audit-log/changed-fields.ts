import type { AuditEntry } from '#features/audit-log/contract/schemas.ts';
import { FIELD_LABELS } from '../editor/field-labels.ts';
import { type WordDifference, wordDifference } from './word-difference.ts';

/** A field of an entry with its old and new value. */
interface ChangedField {
  label: string;
  difference: WordDifference;
}

/** Field labels, as in the forms. */
const LABELS: Record<string, string> = {
  ...FIELD_LABELS,
  value: 'Value',
  category: 'Category',
  role: 'Role',
  secondFactor: 'Second factor',
  order: 'Order',
  publishAt: 'Goes live',
  unpublishAt: 'Taken down',
};

export const fieldLabel = (field: string): string => LABELS[field] ?? field;

/**
 * Lists an entry's changed fields with their texts. Created and deleted settings have values on one side
 * only. Entries without details have no fields.
 */
export function changedFields({ details }: Pick<AuditEntry, 'details'>): ChangedField[] {
  const { moved } = details as { moved?: { title: string; from: number; to: number } };
  if (moved) return [moveOf(moved)];
  const before = asRecord(details.before);
  const after = asRecord(details.after);
  const parents = asRecord(details.parents);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const isParent = field === 'oceanId' || field === 'waveId';
    const [from, to] =
      isParent && typeof parents.before === 'string' && typeof parents.after === 'string'
        ? [parents.before, parents.after]
        : [inWords(before[field]), inWords(after[field])];
    return from === to ? [] : [{ label: fieldLabel(field), difference: wordDifference(from, to) }];
  });
}

const moveOf = ({ title, from, to }: { title: string; from: number; to: number }): ChangedField => ({
  label: fieldLabel('order'),
  difference: {
    start: `“${title}” moved from position ${from + 1} to position ${to + 1}`,
    before: '',
    after: '',
    end: '',
  },
});

export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Formats a value like the forms do. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(elementInWords).join(', ');
  return String(value);
}

/** Formats a keyword, or a resource with all its fields. */
const elementInWords = (element: unknown): string =>
  typeof element === 'object' && element !== null
    ? Object.values(element)
        .filter((part) => part !== null && part !== '')
        .join(' · ')
    : String(element);
