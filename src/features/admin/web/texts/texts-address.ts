export const TEXTS_PATH = '/admin/texts';

/** The screen of a group of texts. */
export const textsHref = (group: string): string => `${TEXTS_PATH}?text=${group}`;
