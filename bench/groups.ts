import type { Table } from './report/table.ts';

export interface Options {
  /** Runs a smoke test of seconds with few rounds and responses. Its figures mean nothing. */
  quick: boolean;
  /** Lighthouse runs per page. */
  runs: number;
  /**
   * Options of a soak: its length, its requests per second (default: half of the highest rate), and its
   * engine (default: both).
   */
  minutes?: number | undefined;
  rate?: number | undefined;
  engine?: 'sqlite' | 'postgres' | undefined;
}

export type Measure = (options: Options) => Promise<Table[]>;

/** Exports of a group's file. */
export interface Group {
  measure: Measure;
  /** Stops resources that all groups of a run share. Called once, after the last group. */
  close?(): Promise<void>;
}

/**
 * Groups in run order, with their files. A file is loaded with its group, so a run without browser groups
 * needs no browser.
 */
export const groups: Record<string, string> = {
  serving: './serving/serving.ts',
  'shared-cache': './serving/shared-cache.ts',
  pages: './pages.ts',
  scale: './scale/scale.ts',
  search: './scale/search.ts',
  favorites: './favorites.ts',
  progress: './progress/progress.ts',
  replica: './replica/replica.ts',
  media: './media/media.ts',
  letters: './scale/letters.ts',
  people: './scale/people.ts',
  analytics: './scale/analytics.ts',
  history: './scale/history.ts',
  million: './scale/million.ts',
  day: './day/day.ts',
  soak: './soak/soak.ts',
  login: './login.ts',
  memory: './memory.ts',
  starting: './starting.ts',
  bytes: './browser/bytes.ts',
  tap: './browser/tap.ts',
  lighthouse: './browser/lighthouse.ts',
};

/** Long groups, which run only when they are named. */
export const onlyNamed: readonly string[] = ['million', 'day', 'soak'];

/** Names of sets of groups. */
export const families: Record<string, string[]> = {
  server: [
    'serving',
    'shared-cache',
    'pages',
    'scale',
    'search',
    'favorites',
    'progress',
    'replica',
    'media',
    'letters',
    'people',
    'analytics',
    'history',
    'login',
    'memory',
    'starting',
  ],
  browser: ['bytes', 'tap', 'lighthouse'],
};
