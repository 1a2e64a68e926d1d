/** Tells whether a setting is the text of a whole page. Only pages that show it carry it: it may be long. */
export const isPageText = (key: string): boolean => /^(about|terms|privacy)\./.test(key);
