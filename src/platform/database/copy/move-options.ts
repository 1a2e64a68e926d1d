import type { Writers } from './snapshot.ts';

/** A move that is impossible or failed, with a message for the person who started it. */
export class MoveError extends Error {}

export interface MoveOptions {
  /** Names the source. Only a move with the same name can resume an interrupted one. */
  sourceName: string;
  /** Delete what the target contains. */
  replace?: boolean;
  /** Whether others may write to the source meanwhile. Their writes are not moved. `blocked` by default. */
  writers?: Writers;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  doing: 'copying' | 'comparing';
  table: string;
  /** Rows of all tables. */
  done: number;
  total: number;
}
