/** Options of `setValue` that make a value set by a button count as typed. */
export const SET_BY_BUTTON = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
