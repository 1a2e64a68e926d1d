/** Tells whether a setting is the text of a whole page. Only pages that show it carry it: it may be long. */
export const isPageText = (key: string): boolean =>
  /^(about|terms|privacy)\.|^contact\.(intro|text|help)$/.test(key);

/** Tells whether a setting is shown on certain pages only, or in mails only. */
export const isApart = (key: string): boolean => isPageText(key) || key.startsWith('mail.');
