import { sessionsOf } from '#features/accounts/server/session/sessions.ts';
import type { AuditEntry } from '#features/audit-log/contract/schemas.ts';
import { auditLogOf } from '#features/audit-log/server/queries.ts';
import { securityEventsPage } from '#features/audit-log/server/security-events/read-security-events.ts';
import type { AccessGrant } from '#features/grants/contract/schemas.ts';
import { grantsOf } from '#features/grants/server/read-grants.ts';
import { toSubscription } from '#features/subscriptions/server/own-subscription.ts';
import type { Db } from '#platform/database/open.ts';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { describeDevice } from '#platform/text/describe-device.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import type { PersonDetails, PersonMail } from '../../contract/schemas.ts';
import type { FoundPerson } from './find-person.ts';

/** Maximum entries per list on a person's page. */
const MAX_ENTRIES = 50;

/** Collects the stored data about a person. Mails are those to their address, even if unverified. */
export async function personDetails(db: Db, found: FoundPerson): Promise<PersonDetails> {
  const { person, userId, emailKey, signup } = found;
  const [sessions, grants, mails, subscriptions, changes, events] = await Promise.all([
    found.staff === null ? [] : sessionsOf(db, found.staff),
    grantsAbout(db, found),
    emailKey === null ? [] : mailsTo(db, emailKey),
    subscriptionsOf(db, found),
    changesOf(db, found, MAX_ENTRIES),
    userId === null ? [] : securityEventsPage(db, userId, { limit: MAX_ENTRIES }).then((page) => page.events),
  ]);
  return {
    ...person,
    disabledAt: instantOrNull(found.disabledAt),
    addressRevoked: found.addressRevoked,
    sessions: sessions.map(({ createdAt, lastSeenAt, userAgent }) => ({
      createdAt: instant(createdAt),
      lastSeenAt: instant(lastSeenAt),
      device: describeDevice(userAgent),
    })),
    signup,
    sameAddress: found.sameAddress,
    grants,
    mails,
    subscriptions,
    changes,
    events,
  };
}

/** Reads the account's grants, or those that wait for the address of a sign-up. */
async function grantsAbout(
  db: Db,
  { userId, emailKey }: Pick<FoundPerson, 'userId' | 'emailKey'>,
): Promise<AccessGrant[]> {
  if (userId !== null) return grantsOf(db, { userId }, MAX_ENTRIES);
  return emailKey === null ? [] : grantsOf(db, { emailKey }, MAX_ENTRIES);
}

async function mailsTo(db: Db, emailKey: string): Promise<PersonMail[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'subject', 'created_at', 'sent_at', 'attempts', 'next_attempt_at', 'last_error'])
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', emailKey))
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
  return rows.map((row) => {
    const common = {
      id: row.id,
      subject: row.subject,
      queuedAt: instant(row.created_at),
      error: row.last_error,
    };
    if (row.sent_at !== null) return { ...common, outcome: 'sent', outcomeAt: instant(row.sent_at) };
    if (row.next_attempt_at === GIVEN_UP) return { ...common, outcome: 'given-up', outcomeAt: null };
    if (row.last_error === null) return { ...common, outcome: 'waiting', outcomeAt: null };
    return { ...common, outcome: 'retrying', outcomeAt: instant(row.next_attempt_at) };
  });
}

/**
 * Reads subscriptions and their payments. Without an account: those paid in a browser that named the address,
 * which is no verification.
 */
async function subscriptionsOf(
  db: Db,
  { userId, emailKey }: FoundPerson,
): Promise<PersonDetails['subscriptions']> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .$if(userId === null, (query) =>
      query
        .where('user_id', 'is', null)
        .where('email_key', '=', emailKey)
        .where('activated_at', 'is not', null),
    )
    .where('status', 'not in', ['created', 'abandoned'])
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
  if (rows.length === 0) return [];
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where(
      'subscription_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id', 'desc')
    .execute();
  const now = Date.now();
  return rows.map((row) => ({
    ...toSubscription(row, now),
    id: row.id,
    createdAt: instant(row.created_at),
    payments: payments
      .filter((payment) => payment.subscription_id === row.id)
      .map((payment) => ({
        id: payment.id,
        status: payment.status,
        cents: payment.cents,
        currency: payment.currency,
        refundedCents: payment.refunded_cents,
        paidAt: instantOrNull(payment.paid_at),
        undoneAt: instantOrNull(payment.undone_at),
      })),
  }));
}

/** Reads changes of a person and their sign-up, newest first. */
export async function changesOf(
  db: Db,
  { userId, signup }: Pick<FoundPerson, 'userId' | 'signup'>,
  limit: number,
): Promise<AuditEntry[]> {
  const about = async (itemType: string, id: number | null) =>
    id === null ? [] : (await auditLogOf(db, null, { itemType, itemId: String(id), limit })).entries;
  const entries = [...(await about('account', userId)), ...(await about('email-signup', signup?.id ?? null))];
  return entries.sort((a, b) => b.id - a.id).slice(0, limit);
}
