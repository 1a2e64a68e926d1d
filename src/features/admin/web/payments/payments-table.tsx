import type { PaymentEntry } from '#features/subscriptions/contract/payments-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import { formatDate } from '#platform/text/dates.ts';
import { Link } from '#platform/web/link.tsx';
import * as table from '../cards-table.module.css';
import { priceWord } from '../subscriptions/explain-subscription.ts';
import { subscriptionHref } from '../subscriptions/subscriptions-address.ts';
import * as css from './payments.module.css';
import { TestBadge } from './test-badge.tsx';

const KINDS: Record<PaymentEntry['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  reversal: 'Reversal',
};
const STATES: Record<PaymentEntry['state'], string> = {
  completed: 'Completed',
  'partly-refunded': 'Refunded in part',
  refunded: 'Refunded',
  reversed: 'Reversed',
};

/** Payments, refunds and reversals, the newest first. On phones a row is a card. */
export function PaymentsTable({ entries }: { entries: readonly PaymentEntry[] }) {
  return (
    <table className={`table ${table.table} ${css.table} ${css.entries}`}>
      <caption className="sr">Payments</caption>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Date</th>
          <th scope="col">Kind</th>
          <th scope="col">Amount</th>
          <th scope="col">State</th>
          <th scope="col">Plan</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.key} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry }: { entry: PaymentEntry }) {
  const { kind, at, cents, currency, state, email, isTest, number, payment, subscriptionId } = entry;
  return (
    <tr>
      <th scope="row">
        <Link href={subscriptionHref(subscriptionId)}>
          <b>{email ?? 'No address'}</b>
          <span>{number ?? `Of ${payment}`}</span>
        </Link>
      </th>
      <td data-l="Date">
        <time dateTime={at}>{formatDate(at, 'shortDay')}</time>
      </td>
      <td data-l="Kind">
        <span>
          {KINDS[kind]}
          {isTest ? <TestBadge /> : null}
        </span>
      </td>
      <td data-l="Amount">{formatAmount(cents, currency)}</td>
      <td data-l="State">{STATES[state]}</td>
      <td data-l="Plan">{priceWord(entry)}</td>
    </tr>
  );
}
