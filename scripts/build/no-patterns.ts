/**
 * Replaces `regexparam`, which wouter uses to match path patterns. The site matches its own paths
 * (`app/pages.ts`), and every first view would load the library.
 */
export const parse = undefined;
