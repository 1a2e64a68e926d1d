import type { Table } from './report/table.ts';

export interface Options {
  /** A smoke test in seconds: few rounds, few responses. Its figures mean nothing. */
  quick: boolean;
  /** Lighthouse runs per page. */
  runs: number;
  /** Options of a soak: length; requests per second, by default half of the highest rate; its only engine. */
  minutes?: number | undefined;
  rate?: number | undefined;
  engine?: 'sqlite' | 'postgres' | undefined;
}

export type Measure = (options: Options) => Promise<Table[]>;

/** The exports of a group's file. */
export interface Group {
  measure: Measure;
  /** Stops what all groups of a run share. Called once, after the last group. */
  close?(): Promise<void>;
}

/**
 * The groups in run order, with their files. A file loads with its group, so a run without a browser needs
 * none.
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

/** Groups that take long, and run only when they are named. */
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
