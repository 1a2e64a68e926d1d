import type { MonthSums } from '#features/subscriptions/contract/payments-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import * as table from '../cards-table.module.css';
import { monthName } from '../days.ts';
import * as css from './payments.module.css';
import { TestBadge } from './test-badge.tsx';

/** Sums by month: what came in, what went back, and what is left. On phones a month is a card. */
export function MonthTable({ sums }: { sums: readonly MonthSums[] }) {
  return (
    <section aria-label="Months">
      <table className={`table ${table.table} ${css.table}`}>
        <caption className="sr">Months</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Paid</th>
            <th scope="col">Refunded</th>
            <th scope="col">Reversed</th>
            <th scope="col">Left</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <MonthRow key={`${sum.month} ${sum.currency} ${sum.isTest}`} sum={sum} />
          ))}
        </tbody>
      </table>
      <p className="meta">
        Only the chosen days of a month count. A refund counts in the month in which the money went back. The
        provider’s fees are not included.
      </p>
    </section>
  );
}

function MonthRow({ sum }: { sum: MonthSums }) {
  const { month, currency, isTest, payments, paidCents, refundedCents, reversedCents } = sum;
  const money = (cents: number) => formatAmount(cents, currency);
  // A negated zero would be `-$0.00`.
  const gone = (cents: number) => money(cents === 0 ? 0 : -cents);
  return (
    <tr>
      <th scope="row">
        {monthName(month)}
        {currency === 'USD' ? null : ` in ${currency}`}
        {isTest ? <TestBadge /> : null}
      </th>
      <td data-l="Paid">
        <span>
          {money(paidCents)} <small>in {payments.toLocaleString('en')}</small>
        </span>
      </td>
      <td data-l="Refunded">{gone(refundedCents)}</td>
      <td data-l="Reversed">{gone(reversedCents)}</td>
      <td data-l="Left">
        <b>{money(paidCents - refundedCents - reversedCents)}</b>
      </td>
    </tr>
  );
}
