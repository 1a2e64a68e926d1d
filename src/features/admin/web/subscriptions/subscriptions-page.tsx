import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MAX_SEARCH } from '#features/subscriptions/contract/admin-calls.ts';
import type { SubscriptionTotals } from '#features/subscriptions/contract/admin-schemas.ts';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../admin-frame.tsx';
import { FilterSelect } from '../filter-select.tsx';
import { isUnloaded, LoadMore } from '../load-more.tsx';
import { SearchBox } from '../search-list/search-box.tsx';
import { StateChips } from '../search-list/state-chips.tsx';
import { useHeld } from '../search-list/use-held.ts';
import { useSearchFilter } from '../search-list/use-search-filter.ts';
import * as list from '../search-list.module.css';
import { warningsQuery } from '../warnings.tsx';
import {
  ORDERS,
  PAYMENTS_PATH,
  PRICE_PATH,
  readSubscriptionsFilter,
  STATES,
  SUBSCRIPTIONS_PATH,
  type SubscriptionsFilter,
  subscriptionsHref,
} from './subscriptions-address.ts';
import * as css from './subscriptions-page.module.css';
import { subscriptionsCsvHref, subscriptionsQuery, totalsQuery } from './subscriptions-queries.ts';
import { SubscriptionsTable } from './subscriptions-table.tsx';
import { Tasks } from './tasks.tsx';
import { Totals } from './totals.tsx';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  const { api, queries, search } = context;
  await Promise.all([
    queries.prefetchInfiniteQuery(subscriptionsQuery(api, readSubscriptionsFilter(search))),
    queries.prefetchQuery(totalsQuery(api)),
    queries.prefetchQuery(warningsQuery(api)),
  ]);
  return undefined;
}

/** /admin/subscriptions: subscribers, their paid time, and problems. */
export function Page() {
  return (
    <AdminFrame
      title="Subscription Management"
      path={SUBSCRIPTIONS_PATH}
      heading="Subscription Management"
      lead="Who pays, until when, and what went wrong."
      actions={
        <div className={css.actions}>
          <Link className="btn line" href={PAYMENTS_PATH}>
            Payments
          </Link>
          <Link className="btn line" href={PRICE_PATH}>
            Price
          </Link>
        </div>
      }
    >
      <Totals />
      <Tasks />
      <Subscriptions />
    </AdminFrame>
  );
}

function Subscriptions() {
  const { filter, typed, setTyped, settle, change } = useSearchFilter(
    readSubscriptionsFilter,
    subscriptionsHref,
  );
  return (
    <div className={css.list}>
      <search className={list.filter}>
        <SearchBox
          label="Search subscriptions by name, address or payment number"
          placeholder="Name, address or payment number"
          maxLength={MAX_SEARCH}
          text={typed}
          onType={setTyped}
          onLeave={settle}
        />
        <FilterSelect
          label="Sort"
          value={filter.order}
          choices={ORDERS}
          onChange={(order) => change({ order })}
        />
        <a className="btn line" href={subscriptionsCsvHref(filter)} download="subscriptions.csv">
          Download CSV
        </a>
      </search>
      <Results filter={filter} onState={(state) => change({ state })} />
    </div>
  );
}

/** Returns the number of subscriptions of a state. */
const countOf = ({ states }: SubscriptionTotals, state: SubscriptionsFilter['state']): number =>
  state === '' ? Object.values(states).reduce((sum, count) => sum + count, 0) : states[state];

interface ResultsProps {
  filter: SubscriptionsFilter;
  onState(state: SubscriptionsFilter['state']): void;
}

function Results({ filter: present, onState }: ResultsProps) {
  const api = useApi();
  const answer = useInfiniteQuery({
    ...subscriptionsQuery(api, present),
    // The previous results are shown during the next search.
    placeholderData: keepPreviousData,
  });
  const { held, onPointerDown } = useHeld({ found: answer, filter: present });
  const { found, filter } = held;
  const totals = useQuery(totalsQuery(api)).data;
  const subscriptions = found.data?.pages.flatMap((page) => page.subscriptions) ?? [];
  const isSearch = filter.search !== '';
  return (
    <section
      aria-label="Subscriptions"
      aria-busy={found.isPlaceholderData || undefined}
      onPointerDown={onPointerDown}
    >
      <div className={list.states}>
        <StateChips
          states={STATES}
          chosen={filter.state}
          countOf={(state) => totals && countOf(totals, state)}
          onChoose={onState}
        />
        <span className="meta" role="status">
          {found.data && !found.isPlaceholderData
            ? `${found.hasNextPage ? 'The first ' : ''}${many(subscriptions.length, 'subscription')}`
            : ''}
        </span>
      </div>
      {isUnloaded(found) ? (
        <LoadFailure
          title="Error loading subscriptions. Please try again."
          onRetry={() => void found.refetch()}
        />
      ) : !found.data ? (
        <PageSpinner />
      ) : subscriptions.length === 0 ? (
        <p className={list.empty}>
          {isSearch ? 'No subscription by that name. Try part of the address.' : 'No subscription here yet.'}
        </p>
      ) : (
        <SubscriptionsTable subscriptions={subscriptions} search={filter.search} />
      )}
      {found.hasNextPage ? (
        <div className={list.loadMore}>
          <LoadMore pages={found} />
        </div>
      ) : null}
    </section>
  );
}
