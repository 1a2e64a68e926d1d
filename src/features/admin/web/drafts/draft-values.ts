/** Values of a form. Never a password. */
export type DraftValues = Readonly<Record<string, unknown>>;

/**
 * The fields of a draft that differ from what is saved. A draft has only what was typed, so that it brings
 * back nothing that somebody else has changed meanwhile. An absent field is an empty one.
 */
export const differingKeys = (draft: DraftValues, saved: DraftValues): string[] =>
  Object.keys(draft).filter((key) => JSON.stringify(draft[key] ?? '') !== JSON.stringify(saved[key] ?? ''));

/** The values that differ from what is saved. */
export const typedValues = (values: DraftValues, saved: DraftValues): DraftValues =>
  Object.fromEntries(differingKeys(values, saved).map((key) => [key, values[key]]));

/** Whether a draft has nothing that is not saved. */
export const isSaved = (draft: DraftValues, saved: DraftValues): boolean =>
  differingKeys(draft, saved).length === 0;
