import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { OPEN_EVENT_STATES, type OpenEventState } from '#platform/database/payment-tables.ts';
import type { Tables } from '#platform/database/tables.ts';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { instant } from '#platform/text/instants.ts';
import type { Warning, WarningKind } from '../contract/schemas.ts';

/** Maximum shown warnings per kind; the others follow when these are dismissed. */
const SHOWN = 20;
/** Attempts after which a pending refund is shown. With the backoff, the eighth comes after 42 minutes. */
const LATE_AFTER = 8;

/** Lists the warnings of all kinds, newest first. */
export async function listWarnings(db: Db): Promise<Warning[]> {
  const lists = [await events(db), await refunds(db), await adminRefunds(db), await mails(db)];
  return lists.flat().sort((a, b) => b.at.localeCompare(a.at));
}

function amountOf(cents: number | null | undefined, currency: string | null | undefined): string | null {
  if (cents == null || !currency) return null;
  return `${(cents / 100).toFixed(2)} ${currency}`;
}

interface EventDetails {
  ids?: string[];
  refundId?: string | null;
  disputeId?: string | null;
  subscriptionId?: string | null;
  cents?: number | null;
  currency?: string;
  planId?: string;
  expected?: { cents: number; currency: string };
}

const KINDS: Record<OpenEventState, WarningKind> = {
  unmatched: 'money',
  dispute: 'dispute',
  amount: 'amount',
};

async function events(db: Db): Promise<Warning[]> {
  const rows = await db
    .selectFrom('payment_events')
    .select(['id', 'type', 'state', 'details', 'received_at', 'subscription_id'])
    .where('state', 'in', OPEN_EVENT_STATES)
    .$narrowType<{ state: OpenEventState }>()
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ id, type, state, details, received_at, subscription_id }) => {
    const {
      ids = [],
      refundId,
      disputeId,
      subscriptionId,
      cents,
      currency,
      planId,
      expected,
    }: EventDetails = JSON.parse(details ?? '{}');
    const named = [
      ...(expected ? [`expected ${amountOf(expected.cents, expected.currency)}`] : []),
      ...ids.map((each) => `payment ${each}`),
      ...(refundId ? [`refund ${refundId}`] : []),
      ...(disputeId ? [`dispute ${disputeId}`] : []),
      ...(subscriptionId ? [`subscription ${subscriptionId}`] : []),
    ];
    return {
      kind: KINDS[state],
      id,
      at: instant(received_at),
      about: planId ? `plan ${planId}` : type,
      amount: amountOf(cents, currency),
      details: named.join(', '),
      subscriptionId: subscription_id,
    };
  });
}

/** Returns the condition that a refund was refused, or has been retried for long. */
const needsSomebody = (table: 'refunds' | 'admin_refunds') => {
  const status = sql.ref(`${table}.status`);
  return sql<SqlBool>`(${status} = 'refused' or (${status} = 'due' and attempts >= ${LATE_AFTER}))`;
};

async function refunds(db: Db): Promise<Warning[]> {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.provider', '=', 'refunds.provider')
        .onRef('payments.provider_id', '=', 'refunds.payment_id'),
    )
    .select(['refunds.id', 'payment_id', 'last_error', 'updated_at', 'cents', 'currency'])
    .select('refunds.subscription_id')
    .where(needsSomebody('refunds'))
    .orderBy('refunds.id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ id, payment_id, last_error, updated_at, cents, currency, subscription_id }) => ({
    kind: 'refund',
    id,
    at: instant(updated_at),
    about: `payment ${payment_id}`,
    amount: amountOf(cents, currency),
    details: last_error ?? '',
    subscriptionId: subscription_id,
  }));
}

async function adminRefunds(db: Db): Promise<Warning[]> {
  const rows = await db
    .selectFrom('admin_refunds')
    .innerJoin('payments', 'payments.id', 'admin_refunds.payment_id')
    .selectAll('admin_refunds')
    .select(['payments.provider_id as payment', 'payments.currency'])
    .where(needsSomebody('admin_refunds'))
    .orderBy('admin_refunds.id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    kind: 'admin-refund',
    id: row.id,
    at: instant(row.updated_at),
    about: `payment ${row.payment}`,
    amount: amountOf(row.cents, row.currency),
    details: row.last_error ?? '',
    subscriptionId: row.subscription_id,
  }));
}

async function mails(db: Db): Promise<Warning[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'last_error', 'created_at'])
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '>=', GIVEN_UP)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(mailWarning);
}

type RefusedMail = Pick<
  Selectable<Tables['mails']>,
  'id' | 'recipient' | 'subject' | 'last_error' | 'created_at'
>;

/** Maps a mail that the mail server refused permanently to a warning. */
export const mailWarning = ({ id, recipient, subject, last_error, created_at }: RefusedMail): Warning => ({
  kind: 'mail',
  id,
  at: instant(created_at),
  about: `“${subject}” to ${recipient}`,
  amount: null,
  details: last_error ?? '',
  subscriptionId: null,
});

/** Marks a warning as handled. Returns false when it does not exist. A pending refund is abandoned. */
export async function dismissWarning(db: Db, kind: WarningKind, id: number): Promise<boolean> {
  const changed = await dismissal(db, kind, id).executeTakeFirst();
  return changed !== undefined;
}

function dismissal(db: Db, kind: WarningKind, id: number) {
  switch (kind) {
    case 'money':
    case 'dispute':
    case 'amount':
      return db
        .updateTable('payment_events')
        .set({ state: 'dismissed' })
        .where('id', '=', id)
        .where('state', '=', kind === 'money' ? 'unmatched' : kind)
        .returning('id');
    case 'refund':
    case 'admin-refund':
      return db
        .updateTable(kind === 'refund' ? 'refunds' : 'admin_refunds')
        .set({ status: 'dismissed', next_attempt_at: null, updated_at: Date.now() })
        .where('id', '=', id)
        .where('status', 'in', ['refused', 'due'])
        .returning('id');
    case 'mail':
      return db
        .deleteFrom('mails')
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .where('next_attempt_at', '>=', GIVEN_UP)
        .returning('id');
  }
}
