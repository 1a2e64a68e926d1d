import { AsyncLocalStorage } from 'node:async_hooks';

/** Lag in ms from which the replica serves nothing, because reads "may be seconds old". */
export const MAX_LAG = 10_000;

/** Oldest state of the database that a read may use. */
export interface ReadNeeds {
  /** Minimum version of the catalogue. */
  version: number;
  /** Minimum position in the primary's log: that of the reader's last write. */
  writtenAt?: number | undefined;
}

interface Reading {
  needs: ReadNeeds;
  isOver: boolean;
}

const reading = new AsyncLocalStorage<Reading>();

/**
 * Runs work whose reads may come from the replica, where it is recent enough. Writes, transactions and work
 * that outlives it use the primary.
 */
export async function readingReplica<T>(needs: ReadNeeds, work: () => Promise<T>): Promise<T> {
  const current: Reading = { needs, isOver: false };
  try {
    return await reading.run(current, work);
  } finally {
    current.isOver = true;
  }
}

/** Returns the needs of the current read; undefined where it needs the latest rows. */
export function neededNow(): ReadNeeds | undefined {
  const current = reading.getStore();
  return current && !current.isOver ? current.needs : undefined;
}
