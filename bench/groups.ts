import type { Table } from './report/table.ts';

export interface Options {
  /** A look whether everything works, in seconds: few rounds, few answers. Its figures mean nothing. */
  quick: boolean;
  /** Runs of Lighthouse for each page. */
  runs: number;
}

export type Measure = (options: Options) => Promise<Table[]>;

/** What the file of a group exports. */
export interface Group {
  measure: Measure;
  /** Ends what the groups of a run share; called once all have run. */
  close?(): Promise<void>;
}

/**
 * The groups in the order of a whole run, and the file that measures each. Files are loaded when their group is asked
 * for, so that a run without a browser needs none.
 */
export const groups: Record<string, string> = {
  serving: './serving/serving.ts',
  pages: './pages.ts',
  scale: './scale/scale.ts',
  search: './scale/search.ts',
  favorites: './favorites.ts',
  login: './login.ts',
  memory: './memory.ts',
  starting: './starting.ts',
  bytes: './browser/bytes.ts',
  tap: './browser/tap.ts',
  lighthouse: './browser/lighthouse.ts',
};

/** Names that stand for several groups. */
export const families: Record<string, string[]> = {
  server: ['serving', 'pages', 'scale', 'search', 'favorites', 'login', 'memory', 'starting'],
  browser: ['bytes', 'tap', 'lighthouse'],
};
