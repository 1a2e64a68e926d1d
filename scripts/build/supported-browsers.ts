/**
 * Oldest browsers that the site supports (decision 0024). The build writes syntax and styles for them.
 * test/browser-support finds APIs and styles that they lack.
 */
export const OLDEST_BROWSERS = { chrome: 109, edge: 109, firefox: 115, safari: 16.4 } as const;

/** The same browsers in the build's format. */
export const BUILD_TARGET: string[] = Object.entries(OLDEST_BROWSERS).map(
  ([name, version]) => name + version,
);
