import type { Plugin } from 'vite';

/** Two lines of the helper about a sheet that failed, and their replacements. */
const CHANGES = [
  // It remembers the sheet as one that is there: code that needs it would then show without it.
  [/seen\[href\] = void 0;(\s*throw err;)/, 'delete seen[href];$1'],
  // The dead link would tell the next attempt that the sheet is under way.
  [/(e\.type === "error"\) )(rej\()/, '$1link.remove(), $2'],
] as const;

/**
 * Lets code that failed to load try its style sheets again, as in a tunnel and after it. Vite does so itself
 * since 8.4.0 (decision 72). The build fails when the helper is not as expected.
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
