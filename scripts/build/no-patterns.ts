/**
 * Stands in for `regexparam`, with which wouter matches patterns of paths. The site's pages match their own
 * (`app/pages.ts`), and every first view would load it.
 */
export const parse = undefined;
