import type { Selectable } from 'kysely';
import { hasCome } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { CLOCK_TOLERANCE, HOUR } from '#platform/text/time-units.ts';
import { storedProviders } from '../terms.ts';

/** Refunds that the site owes, and those that administrators order. */
type RefundTable = 'refunds' | 'admin_refunds';

/** Lease of one node on a refund, in ms. If the node dies, the next attempt is due after this time. */
export const LEASE = 60_000;
const MAX_BACKOFF = 6 * HOUR;
/** Exponential backoff in ms, from 20 s. */
export const backoffAfter = (attempts: number): number => Math.min(10_000 * 2 ** attempts, MAX_BACKOFF);

/** Leases all due refunds, one by one, and gives each. Returns whether any was due. */
export async function giveAll<Table extends RefundTable>(
  db: Db,
  table: Table,
  provider: string,
  give: (refund: Selectable<Tables[Table]>) => Promise<void>,
): Promise<boolean> {
  for (let isAny = false; ; isAny = true) {
    const refund = await leaseRefund(db, table, provider);
    if (!refund) return isAny;
    await give(refund);
  }
}

/**
 * Leases a due refund: the one with this id, or the one that has been due longest. One statement, so that
 * only one node gets it.
 */
export function leaseRefund<Table extends RefundTable>(
  db: Db,
  table: Table,
  provider: string,
  id?: number,
): Promise<Selectable<Tables[Table]> | undefined> {
  const now = Date.now();
  const isDue = hasCome('next_attempt_at', now, MAX_BACKOFF + CLOCK_TOLERANCE);
  return db
    .updateTable(table as RefundTable)
    .set((eb) => ({ next_attempt_at: now + LEASE, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom(table as RefundTable)
        .select('id')
        .where('status', '=', 'due')
        .where('provider', 'in', storedProviders(provider))
        .where(isDue)
        .$if(id !== undefined, (query) => query.where('id', '=', id as number))
        .orderBy('next_attempt_at')
        .limit(1),
    )
    .where('status', '=', 'due')
    .where(isDue)
    .returningAll()
    .executeTakeFirst() as Promise<Selectable<Tables[Table]> | undefined>;
}
