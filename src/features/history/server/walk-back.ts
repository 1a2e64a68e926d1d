/** Fields of an item or setting; null for a missing setting, which has its default. */
export type State = Record<string, unknown> | null;

/** An entry of the audit log about one item or setting. */
export interface Change {
  id: number;
  action: string;
  details: Record<string, unknown>;
}

/** A previous state. */
export interface Past {
  state: State;
  /** By field, a sentence that explains why its value is lost. */
  lost: Map<string, string>;
}

const GONE = 'This value is no longer kept.';
const CUT = 'Only the beginning of this value was kept.';

/**
 * Derives the state before changes from the present one. Each entry has the old values of its fields. @param
 * changes the newest first, without a gap
 */
export function walkBack(now: State, changes: readonly Change[]): Past {
  let state = now;
  const lost = new Map<string, string>();
  for (const { action, details } of changes) {
    for (const field of fieldNames(details.fields)) lost.set(field, GONE);
    // A restored item may have another slug now.
    const before = action === 'deleted' && 'slug' in details ? { slug: details.slug } : details.before;
    if (isRecord(before)) {
      state = { ...state, ...before };
      for (const [field, value] of Object.entries(before))
        if (isCut(value)) lost.set(field, CUT);
        else lost.delete(field);
    } else if (action === 'created' && isRecord(details.after)) state = null;
  }
  return { state, lost };
}

/** Names the fields that an entry changed. */
export function changedFields({ action, details }: Omit<Change, 'id'>): string[] {
  if (action === 'reordered') return ['order'];
  if (isPurged(details)) return fieldNames(details.fields);
  const { before, after } = details;
  if (!isRecord(before) || !isRecord(after)) return Object.keys(before ?? after ?? {});
  // An entry of the schedule has both times, of which one may be unchanged.
  return Object.keys({ ...before, ...after }).filter((field) => before[field] !== after[field]);
}

/** Whether an entry's values were purged. It still names its fields. */
export const isPurged = (details: Record<string, unknown>): boolean => Array.isArray(details.fields);

const fieldNames = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lengths to which versions up to 0.1 shortened long values of settings, with an ellipsis. */
const CUTS = [30_001, 2_001];

const isCut = (value: unknown) =>
  typeof value === 'string' && CUTS.includes(value.length) && value.endsWith('…');
