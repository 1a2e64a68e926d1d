import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { SubscriptionRow } from '../queries.ts';
import { changesOf, ITEM_TYPE } from './subscription-page.ts';

type Done =
  | { done: 'refund-retried' }
  | { done: 'subscription-canceled' | 'subscription-ended' | 'subscription-resumed' | 'subscription-checked' }
  | { done: 'payment-refunded'; cents: number; currency: string; payment: string; reason: string };

/** Adds an administrator's action to the audit log, as an `updated` entry with `done`, like `endSessions`. */
export const recordAction = (db: Db, author: Author, row: SubscriptionRow, details: Done): Promise<void> =>
  recordChange(db, {
    ...author,
    action: 'updated',
    itemType: ITEM_TYPE,
    itemId: String(row.id),
    title: row.provider_id ?? '',
    details,
  });

/** Whether an entry is a mere check at the provider. */
const isMereCheck = (details: Record<string, unknown>) => details.done === 'subscription-checked';

/**
 * Throws 409 when somebody else has changed the subscription since the change that the caller's page showed.
 */
export async function assertCurrent(
  db: Db,
  { userId }: Author,
  id: number,
  lastChange: number,
): Promise<void> {
  const changes = await changesOf(db, id, 20);
  const latest = changes.find(({ details }) => !isMereCheck(details));
  if (!latest || latest.id <= lastChange || (latest.user !== null && latest.user.id === userId)) return;
  const who = latest.user?.username ?? 'Somebody';
  throw new HttpError('edit-conflict', `${who} changed this a moment ago. Look again before you go on.`);
}
