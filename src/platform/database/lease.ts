import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './open.ts';

/**
 * Does recurring work on one node only: at most one does it at a time, and it is begun at most once in `ms`, however
 * many nodes ask. Answers what `work` did, or undefined when it is not this node's turn.
 *
 * The lease is prolonged while the work goes on, and left to run out afterwards; a node that dies gives it up within
 * `ms`. Should it be lost all the same (the node stood still, the database was away), `signal` is aborted, for another
 * node may have begun. Nodes go by their own clocks, so let `ms` be much longer than these differ.
 */
export async function withLease<T>(
  db: Db,
  name: string,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const holder = randomUUID();
  if (!(await take(db, name, holder, ms))) return undefined;
  const lost = new AbortController();
  const done = new AbortController();
  const prolonging = keep(db, name, holder, ms, done.signal).catch((reason) => lost.abort(reason));
  try {
    return await work(lost.signal);
  } finally {
    done.abort();
    await prolonging;
  }
}

/** One statement decides between nodes that ask at the same moment. */
async function take(db: Db, name: string, holder: string, ms: number): Promise<boolean> {
  const now = Date.now();
  const lease = { holder, expires_at: now + ms };
  const row = await db
    .insertInto('leases')
    .values({ name, ...lease })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(lease).where('leases.expires_at', '<=', now),
    )
    .returning('holder')
    .executeTakeFirst();
  return row !== undefined;
}

/** Prolongs the lease until `done`; throws when it could not be prolonged while it was still ours. */
async function keep(db: Db, name: string, holder: string, ms: number, done: AbortSignal): Promise<void> {
  let heldUntil = Date.now() + ms;
  while (await pause(ms / 3, done)) {
    const now = Date.now();
    const renewed = await db
      .updateTable('leases')
      .set({ expires_at: now + ms })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => numUpdatedRows > 0n)
      .catch(() => 'unknown' as const);
    if (renewed === true) heldUntil = now + ms;
    else if (renewed === false || Date.now() >= heldUntil) throw new Error(`The lease ${name} was lost.`);
  }
}

/** False when `done` came first. */
const pause = (ms: number, done: AbortSignal) =>
  sleep(ms, true, { signal: done, ref: false }).catch(() => false);
