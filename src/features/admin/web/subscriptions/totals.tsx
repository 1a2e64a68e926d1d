import { useQuery } from '@tanstack/react-query';
import type { SubscriptionTotals } from '#features/subscriptions/contract/admin-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';

import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { monthName } from '../days.ts';
import { Disclosure } from '../disclosure.tsx';
import * as facts from '../facts.module.css';
import * as css from './subscriptions-page.module.css';
import { totalsQuery } from './subscriptions-queries.ts';

/** Numbers of paying, new and ended subscriptions, and the income. */
export function Totals() {
  const { data } = useQuery(totalsQuery(useApi()));
  if (!data) return null;
  return (
    <section aria-label="Totals">
      <Numbers totals={data} />
      <Disclosure title="All months">
        <Months totals={data} />
      </Disclosure>
    </section>
  );
}

function Numbers({ totals: { states, yearly, months, currency } }: { totals: SubscriptionTotals }) {
  const [now, before] = months;
  if (!now || !before) return null;
  const paying = states.active + states.failed;
  const month = monthName(now.month);
  const last = monthName(before.month);
  const money = (cents: number) => formatAmount(cents, currency);
  return (
    <dl className={`${facts.facts} ${css.totals}`}>
      <div>
        <dt>Paying</dt>
        <dd>
          {paying.toLocaleString('en')}
          <small>
            {(paying - yearly).toLocaleString('en')} monthly, {yearly.toLocaleString('en')} yearly
          </small>
        </dd>
      </div>
      <div>
        <dt>New in {month}</dt>
        <dd>
          {now.began.toLocaleString('en')}
          <small>
            {before.began.toLocaleString('en')} in {last}
          </small>
        </dd>
      </div>
      <div>
        <dt>Ended in {month}</dt>
        <dd>
          {now.ended.toLocaleString('en')}
          <small>
            {before.ended.toLocaleString('en')} in {last}
          </small>
        </dd>
      </div>
      <div>
        <dt>Received in {month}</dt>
        <dd>
          {money(now.receivedCents)}
          <small>
            {money(before.receivedCents)} in {last}
          </small>
        </dd>
      </div>
      <div>
        <dt>Failed renewals</dt>
        <dd>
          {states.failed.toLocaleString('en')}
          <small>{states.failed === 0 ? 'None now' : 'The provider tries again'}</small>
        </dd>
      </div>
    </dl>
  );
}

function Months({ totals: { months, currency, countedAt } }: { totals: SubscriptionTotals }) {
  return (
    <>
      <table className={`table ${css.months}`}>
        <caption className="sr">Months</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">New</th>
            <th scope="col">Ended</th>
            <th scope="col">Received</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, began, ended, receivedCents }) => (
            <tr key={month}>
              <th scope="row">{monthName(month)}</th>
              <td>{began.toLocaleString('en')}</td>
              <td>{ended.toLocaleString('en')}</td>
              <td>{formatAmount(receivedCents, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="meta">
        Received: payments of the month, without what of them was refunded. Months in UTC. Counted on{' '}
        <LocalDate instant={countedAt} style="instant" />, once a minute.
      </p>
    </>
  );
}
