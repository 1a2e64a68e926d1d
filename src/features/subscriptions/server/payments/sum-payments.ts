import { type SqlBool, sql } from 'kysely';
import { utcMonth } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { MonthSums } from '../../contract/payments-schemas.ts';
import { FIRST_TERMS } from '../../shared/prices.ts';
import { isTestProvider } from './list-payments.ts';
import type { Period } from './period.ts';

/**
 * Sums the entries of a period by month, currency, and real or test payments, the latest month first. A
 * refund counts in the month in which the money went back.
 */
export async function sumPayments(db: Db, period: Period): Promise<MonthSums[]> {
  const sums = new Map<string, MonthSums>();
  const add = (row: Group, values: Partial<MonthSums>) => {
    const currency = row.currency ?? FIRST_TERMS.currency;
    const isTest = isTestProvider(row.provider);
    const key = `${row.month} ${isTest ? 1 : 0} ${currency}`;
    const none = { payments: 0, paidCents: 0, refundedCents: 0, reversedCents: 0 };
    const sum = sums.get(key) ?? { month: row.month, currency, isTest, ...none };
    for (const [name, value] of Object.entries(values) as [keyof typeof none, number][]) sum[name] += value;
    sums.set(key, sum);
  };
  for (const row of await paidByMonth(db, period))
    add(row, { payments: Number(row.n), paidCents: Number(row.cents) });
  for (const row of await returnedByMonth(db, period))
    add(row, { [row.kind === 'reversal' ? 'reversedCents' : 'refundedCents']: Number(row.cents) });
  return [...sums]
    .sort(([, a], [, b]) => b.month.localeCompare(a.month) || Number(a.isTest) - Number(b.isTest))
    .map(([, sum]) => sum);
}

interface Group {
  month: string;
  currency: string | null;
  provider: string;
}

function paidByMonth(db: Db, { from, to }: Period) {
  const month = utcMonth(db, 'payments.paid_at');
  return db
    .selectFrom('payments')
    .select(['currency', 'provider', month.as('month')])
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('cents').as('cents')])
    .where('cents', 'is not', null)
    .where(sql<SqlBool>`paid_at >= ${from} and paid_at < ${to}`)
    .groupBy([month, 'currency', 'provider'])
    .execute();
}

function returnedByMonth(db: Db, { from, to }: Period) {
  const month = utcMonth(db, 'payment_returns.returned_at');
  return db
    .selectFrom('payment_returns')
    .innerJoin('payments', 'payments.id', 'payment_returns.payment_id')
    .select(['payments.currency', 'payments.provider', 'payment_returns.kind', month.as('month')])
    .select((eb) => eb.fn.sum<number>('payment_returns.cents').as('cents'))
    .where(sql<SqlBool>`returned_at >= ${from} and returned_at < ${to}`)
    .groupBy([month, 'payments.currency', 'payments.provider', 'payment_returns.kind'])
    .execute();
}
