import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { instant } from '#platform/text/instants.ts';
import type { PaymentEntry } from '../../contract/payments-schemas.ts';
import type { SubscriptionRow } from '../queries.ts';
import { providerOf, termsOf } from '../terms.ts';
import type { Period } from './period.ts';

/*
 * Payments, refunds and reversals in the order of their times. Each of the two tables has an index by time.
 * A page reads the first rows of both and merges them. Payments whose time or amount is not known yet,
 * because only their refund is, have no entry.
 */

interface PageRequest {
  period: Period;
  order: 'oldest' | 'newest';
  limit: number;
  cursor?: string | undefined;
}

const PAYMENTS = 0;
const RETURNS = 1;
type Source = typeof PAYMENTS | typeof RETURNS;

/** An entry's position. At the same time payments come before returns in the oldest-first order. */
interface Position {
  source: Source;
  at: number;
  id: number;
}

type EntryRow = Omit<Position, 'source'> &
  Pick<SubscriptionRow, 'price_cents' | 'price_currency' | 'price_interval' | 'email_key'> & {
    kind: PaymentEntry['kind'];
    cents: number | null;
    currency: string | null;
    status: string;
    refunded_cents: number;
    provider: string;
    payment: string;
    number: string | null;
    subscription_id: number;
    subscription: string | null;
    email: string | null;
  };

/** Reads a page of the entries of a period. `next`: the cursor of the next page; undefined at the end. */
export async function listPaymentEntries(
  db: Db,
  { period, order, limit, cursor }: PageRequest,
): Promise<{ entries: PaymentEntry[]; next: string | undefined }> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const read = async (source: Source) => {
    const rows = await readSource(db, source, { period, order, after, limit: limit + 1 });
    return rows.map((row) => ({ row, position: { source, at: row.at, id: row.id } }));
  };
  const found = [...(await read(PAYMENTS)), ...(await read(RETURNS))];
  const sign = order === 'oldest' ? 1 : -1;
  found.sort((a, b) => sign * compare(a.position, b.position));
  const shown = found.slice(0, limit);
  return {
    entries: shown.map(({ row }) => toEntry(row)),
    next: found.length > limit ? writeCursor(shown.at(-1)?.position as Position) : undefined,
  };
}

const compare = (a: Position, b: Position) => a.at - b.at || a.source - b.source || a.id - b.id;
const writeCursor = ({ source, at, id }: Position) => `${source}.${at}.${id}`;
function readCursor(text: string): Position {
  const [source = 0, at = 0, id = 0] = text.split('.').map(Number);
  return { source: source as Source, at, id };
}

interface Part extends Omit<PageRequest, 'cursor'> {
  after: Position | undefined;
}

const TIME = { [PAYMENTS]: sql`payments.paid_at`, [RETURNS]: sql`payment_returns.returned_at` };
const ID = { [PAYMENTS]: sql`payments.id`, [RETURNS]: sql`payment_returns.id` };

function readSource(db: Db, source: Source, { period, order, after, limit }: Part): Promise<EntryRow[]> {
  const [time, id] = [TIME[source], ID[source]];
  const direction = order === 'oldest' ? 'asc' : 'desc';
  // Both have the columns of an entry's row.
  const rows = source === PAYMENTS ? paymentRows(db) : (returnRows(db) as unknown as PaymentRows);
  return rows
    .where(sql<SqlBool>`${time} >= ${period.from} and ${time} < ${period.to}`)
    .$if(after !== undefined, (query) => query.where(isAfter(source, order, after as Position)))
    .orderBy(time, direction)
    .orderBy(id, direction)
    .limit(limit)
    .execute() as Promise<EntryRow[]>;
}

/** Condition for the rows of a table after a position, which may be one in the other table. */
function isAfter(source: Source, order: PageRequest['order'], after: Position): RawBuilder<SqlBool> {
  const [time, id] = [TIME[source], ID[source]];
  const further = sql.raw(order === 'oldest' ? '>' : '<');
  if (source === after.source)
    // The first comparison limits the range of the index.
    return sql`${time} ${further}= ${after.at}
      and (${time} ${further} ${after.at} or ${id} ${further} ${after.id})`;
  const isTieAfter = source > after.source === (order === 'oldest');
  return isTieAfter ? sql`${time} ${further}= ${after.at}` : sql`${time} ${further} ${after.at}`;
}

const paymentRows = (db: Db) =>
  withPayer(db)
    .select(['payments.id', 'payments.paid_at as at', 'payments.cents', 'payments.provider_id as number'])
    .select(sql.lit('payment').as('kind'))
    .where('payments.cents', 'is not', null);

type PaymentRows = ReturnType<typeof paymentRows>;

const returnRows = (db: Db) =>
  withPayer(db)
    .innerJoin('payment_returns', 'payment_returns.payment_id', 'payments.id')
    .select(['payment_returns.id', 'payment_returns.returned_at as at', 'payment_returns.cents'])
    .select(['payment_returns.kind', 'payment_returns.provider_id as number']);

const withPayer = (db: Db) =>
  db
    .selectFrom('payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'payments.subscription_id')
    .leftJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['payments.currency', 'payments.status', 'payments.refunded_cents', 'payments.provider'])
    .select(['payments.provider_id as payment', 'payments.subscription_id', 'users.email'])
    .select(['subscriptions.provider_id as subscription', 'subscriptions.email_key'])
    .select(['subscriptions.price_cents', 'subscriptions.price_currency', 'subscriptions.price_interval']);

/** Whether payments of a stored provider name are test payments. */
export const isTestProvider = (provider: string): boolean => providerOf(provider) === 'sandbox';

function toEntry(row: EntryRow): PaymentEntry {
  const price = termsOf(row);
  const isPayment = row.kind === 'payment';
  return {
    key: `${row.kind}-${row.id}`,
    kind: row.kind,
    at: instant(row.at),
    cents: isPayment ? (row.cents ?? 0) : -(row.cents ?? 0),
    currency: row.currency ?? price.currency,
    state: isPayment ? stateOf(row) : 'completed',
    email: row.email ?? row.email_key,
    price,
    subscriptionId: row.subscription_id,
    subscription: row.subscription,
    payment: row.payment,
    number: row.number,
    provider: providerOf(row.provider),
    isTest: isTestProvider(row.provider),
  };
}

function stateOf({ status, cents, refunded_cents }: EntryRow): PaymentEntry['state'] {
  if (status === 'reversed') return status;
  // Refunds in parts leave the status of a payment as it was.
  if (status === 'refunded' || refunded_cents >= (cents ?? Number.POSITIVE_INFINITY)) return 'refunded';
  return refunded_cents > 0 ? 'partly-refunded' : 'completed';
}
