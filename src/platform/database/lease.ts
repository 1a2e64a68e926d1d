import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { CLOCK_TOLERANCE } from '../text/time-units.ts';
import type { Db } from './open.ts';

/**
 * Runs recurring work on one node at a time, and starts it at most once per `ms`. Returns the result of
 * `work`, or undefined when another node holds the lease.
 *
 * The lease is renewed while the work runs and expires afterwards; a dead node's lease expires within `ms`.
 * When renewal fails, `signal` aborts, because another node may have started. Such a node may also have a
 * clock that is ahead by more than `ms`.
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
  const renewing = renew(db, name, holder, ms, done.signal).catch((reason) => lost.abort(reason));
  try {
    return await work(lost.signal);
  } finally {
    done.abort();
    await renewing;
  }
}

/**
 * Returns the condition that the time in a column has passed, or is more than `most` ms ahead. Only a fast
 * clock can have set a time that far ahead, so nothing waits for it.
 */
export const hasCome = (column: string, now: number, most: number): RawBuilder<SqlBool> =>
  sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now + most})`;

/** A single statement decides between simultaneous nodes. */
async function take(db: Db, name: string, holder: string, ms: number): Promise<boolean> {
  const now = Date.now();
  const lease = { holder, expires_at: now + ms };
  const row = await db
    .insertInto('leases')
    .values({ name, ...lease })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(lease)
        .where(hasCome('leases.expires_at', now, ms + CLOCK_TOLERANCE)),
    )
    .returning('holder')
    .executeTakeFirst();
  return row !== undefined;
}

/** Renews the lease until `done`. Throws when it expires or another node takes it. */
async function renew(db: Db, name: string, holder: string, ms: number, done: AbortSignal): Promise<void> {
  const isLostAfter = followLease(ms);
  const extend = async () => {
    const { numUpdatedRows } = await db
      .updateTable('leases')
      .set({ expires_at: Date.now() + ms })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  while (await pause(ms / 3, done))
    if (await isLostAfter(extend)) throw new Error(`The lease ${name} was lost.`);
}

/**
 * Tracks a lease of `ms` from its beginning. The returned function extends it by a statement that tells
 * whether this node still held it. It returns whether the lease is lost: taken by another node, or expired
 * while the database did not respond.
 */
export function followLease(ms: number): (extend: () => Promise<boolean>) => Promise<boolean> {
  // A monotonic clock, because the wall clock may be set back.
  let heldUntil = performance.now() + ms;
  return async (extend) => {
    const askedAt = performance.now();
    const isExtended = await extend().catch(() => undefined);
    if (isExtended) heldUntil = askedAt + ms;
    return isExtended === false || performance.now() >= heldUntil;
  };
}

/** Resolves to false when `done` aborts first. */
const pause = (ms: number, done: AbortSignal) =>
  sleep(ms, true, { signal: done, ref: false }).catch(() => false);
