/**
 * Tells whether a setting is the text of a whole page. It may be long, so only pages that show it contain it.
 */
export const isPageText = (key: string): boolean =>
  /^(about|terms|privacy)\.|^contact\.(intro|text|help)$/.test(key);

/** Tells whether only certain pages or mails show a setting. */
export const isApart = (key: string): boolean => isPageText(key) || key.startsWith('mail.');
