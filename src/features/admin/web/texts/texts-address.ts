export const TEXTS_PATH = '/admin/texts';

/** Returns the address of a group of texts. */
export const textsHref = (group: string): string => `${TEXTS_PATH}?text=${group}`;
