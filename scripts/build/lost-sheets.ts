import type { Plugin } from 'vite';

/** Two lines of Vite's preload helper about a failed sheet, and their replacements. */
const CHANGES = [
  // The helper would remember the failed sheet as loaded, and show code that needs it without styles.
  [/seen\[href\] = void 0;(\s*throw err;)/, 'delete seen[href];$1'],
  // The failed link element would make the next attempt wait for it.
  [/(e\.type === "error"\) )(rej\()/, '$1link.remove(), $2'],
] as const;

/**
 * Makes retries of failed code also retry its style sheets, for example after a tunnel. Vite does so since
 * 8.4.0 (decision 72). The build fails when the helper's code differs from the expected one.
 */
export const lostSheets: Plugin = {
  name: 'lost-sheets',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      let changed = code;
      for (const [found, becomes] of CHANGES) {
        if (!found.test(changed)) this.error(`Vite's preload helper has no ${found}.`);
        changed = changed.replace(found, becomes);
      }
      return { code: changed, map: null };
    },
  },
};
