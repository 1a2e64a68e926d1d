import type { Db } from '#platform/database/open.ts';
import type { EventState } from '#platform/database/payment-tables.ts';
import type { EventPayment } from '../provider.ts';
import type { SubscriptionRow } from '../queries.ts';

/**
 * Returns the state of a new event. An open dispute is shown once, and not after its end, in any order of
 * events.
 */
export async function eventState(
  db: Db,
  row: SubscriptionRow | undefined,
  payment: EventPayment | null,
): Promise<EventState | null> {
  if (payment === null) return null;
  if (payment.disputeId === null) return row && payment.ids.length > 0 ? null : 'unmatched';
  const isOver = payment.change !== 'disputed';
  const known = await eventsOfDispute(db, payment.disputeId);
  if (isOver && known.length > 0)
    await db
      .updateTable('payment_events')
      .set({ state: 'closed' })
      .where(
        'id',
        'in',
        known.map(({ id }) => id),
      )
      .execute();
  // A lost dispute about an unknown payment is missing money.
  if (payment.change === 'lost' && !row) return 'unmatched';
  return isOver || known.length > 0 ? 'closed' : 'dispute';
}

async function eventsOfDispute(db: Db, disputeId: string): Promise<{ id: number }[]> {
  const events = await db
    .selectFrom('payment_events')
    .select(['id', 'details'])
    .where('state', 'in', ['dispute', 'closed', 'dismissed'])
    .where('details', 'like', '%"disputeId":"%')
    .execute();
  return events.filter(({ details }) => JSON.parse(details ?? '{}').disputeId === disputeId);
}
