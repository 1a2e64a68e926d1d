import type { ManagedSubscription } from '#features/subscriptions/contract/admin-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import * as table from '../cards-table.module.css';
import { Marked } from '../people/people-table.tsx';
import { Words } from '../people/person-sections.tsx';
import { explainSubscription, nextWord, payerWord, priceWord, STATE_BADGES } from './explain-subscription.ts';
import { subscriptionHref } from './subscriptions-address.ts';
import * as css from './subscriptions-page.module.css';

interface SubscriptionsTableProps {
  subscriptions: readonly ManagedSubscription[];
  search: string;
}

/** Subscriptions with a sentence for each. On phones a row is a card. */
export function SubscriptionsTable({ subscriptions, search }: SubscriptionsTableProps) {
  return (
    <table className={`table ${table.table} ${css.table}`}>
      <caption className="sr">Subscriptions</caption>
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">State</th>
          <th scope="col">Plan</th>
          <th scope="col">Next date</th>
          <th scope="col">Last payment</th>
          <th scope="col">In plain words</th>
        </tr>
      </thead>
      <tbody>
        {subscriptions.map((subscription) => (
          <Row key={subscription.id} subscription={subscription} search={search} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ subscription, search }: { subscription: ManagedSubscription; search: string }) {
  const { id, state, email, lastPayment } = subscription;
  const [word, badge] = STATE_BADGES[state];
  return (
    <tr>
      <th scope="row">
        <Link href={subscriptionHref(id)}>
          <b>
            <Marked text={payerWord(subscription)} search={search} />
          </b>
          <span>{email === null ? 'No address' : <Marked text={email} search={search} />}</span>
        </Link>
      </th>
      <td>
        <span className={badge}>{word}</span>
      </td>
      <td data-l="Plan">{priceWord(subscription)}</td>
      <td data-l="Next date">
        <span>
          <Words sentence={nextWord(subscription)} />
        </span>
      </td>
      <td data-l="Last paid">
        {lastPayment === null ? (
          'Nothing'
        ) : (
          <span>
            {formatAmount(lastPayment.cents, lastPayment.currency)}, <LocalDate instant={lastPayment.at} />
          </span>
        )}
      </td>
      <td data-l="">
        <span>
          <Words sentence={explainSubscription(subscription, Date.now())} />
        </span>
      </td>
    </tr>
  );
}
