import type { Selectable } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { HOUR } from '#platform/text/time-units.ts';
import { storedProviders } from '../terms.ts';

/** Refunds that the site owes, and those that administrators order. */
type RefundTable = 'refunds' | 'admin_refunds';

/** Lease of one node on a refund, in ms. A refund in progress has its next attempt within this time. */
export const LEASE = 60_000;
/** Exponential backoff in ms: 20 s to 6 h. */
export const backoffAfter = (attempts: number): number => Math.min(10_000 * 2 ** attempts, 6 * HOUR);

/** Leases all refunds that are due, one after the other, and gives each. Returns whether any was due. */
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
  return db
    .updateTable(table as RefundTable)
    .set((eb) => ({ next_attempt_at: now + LEASE, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom(table as RefundTable)
        .select('id')
        .where('status', '=', 'due')
        .where('provider', 'in', storedProviders(provider))
        .where('next_attempt_at', '<=', now)
        .$if(id !== undefined, (query) => query.where('id', '=', id as number))
        .orderBy('next_attempt_at')
        .limit(1),
    )
    .where('status', '=', 'due')
    .where('next_attempt_at', '<=', now)
    .returningAll()
    .executeTakeFirst() as Promise<Selectable<Tables[Table]> | undefined>;
}
