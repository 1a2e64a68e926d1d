import type { Writers } from './snapshot.ts';

/** A move that is impossible or failed, with a message for the person who started it. */
export class MoveError extends Error {}

export interface MoveOptions {
  /** Identifies the source. Only a move with the same name can resume an interrupted one. */
  sourceName: string;
  /** Whether to delete the target's content. */
  replace?: boolean;
  /** Whether others may write to the source meanwhile. Their writes are not moved. Default: `blocked`. */
  writers?: Writers;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  doing: 'copying' | 'comparing';
  table: string;
  /** Number of processed rows of all tables. */
  done: number;
  total: number;
}
