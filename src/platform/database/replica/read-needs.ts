import { AsyncLocalStorage } from 'node:async_hooks';

/** Oldest state of the database that a read may see. */
export interface ReadNeeds {
  /** Of this version of the catalogue. */
  version: number;
  /** As of this position of the primary's log: the reader's last write. */
  writtenAt?: number | undefined;
}

interface Reading {
  needs: ReadNeeds;
  isOver: boolean;
}

const reading = new AsyncLocalStorage<Reading>();

/**
 * Runs work whose reads may come from the replica, where it has what they need. Its writes, its transactions
 * and what it leaves running after its end go to the primary.
 */
export async function readingReplica<T>(needs: ReadNeeds, work: () => Promise<T>): Promise<T> {
  const current: Reading = { needs, isOver: false };
  try {
    return await reading.run(current, work);
  } finally {
    current.isOver = true;
  }
}

/** Returns the needs of the read in progress; undefined where it must see the latest rows. */
export function neededNow(): ReadNeeds | undefined {
  const current = reading.getStore();
  return current && !current.isOver ? current.needs : undefined;
}
