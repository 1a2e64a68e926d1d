/** Values of a form. Must never contain a password. */
export type DraftValues = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of a draft that differ from the saved values. A draft has only typed fields, so that it
 * cannot undo changes by others. An absent field counts as empty.
 */
export const differingKeys = (draft: DraftValues, saved: DraftValues): string[] =>
  Object.keys(draft).filter((key) => JSON.stringify(draft[key] ?? '') !== JSON.stringify(saved[key] ?? ''));

/** Returns the values that differ from the saved ones. */
export const typedValues = (values: DraftValues, saved: DraftValues): DraftValues =>
  Object.fromEntries(differingKeys(values, saved).map((key) => [key, values[key]]));

/** Tells whether a draft equals the saved values. */
export const isSaved = (draft: DraftValues, saved: DraftValues): boolean =>
  differingKeys(draft, saved).length === 0;
