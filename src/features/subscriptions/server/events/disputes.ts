import type { Db } from '#platform/database/open.ts';
import type { EventPayment } from '../provider.ts';
import type { SubscriptionRow } from '../queries.ts';

/** State of an event for the administrator, who sees `unmatched` and `dispute`. */
type EventState = 'unmatched' | 'matched' | 'dispute' | 'closed' | 'dismissed';

/**
 * The state of a new event. An open dispute is shown once, and no longer after its end, whatever event comes
 * first.
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
  // A lost dispute of an unknown payment is money that is missing.
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
