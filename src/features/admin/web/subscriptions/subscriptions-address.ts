import { MAX_SEARCH } from '#features/subscriptions/contract/admin-calls.ts';
import type { ManagedOrder, ManagedState } from '#features/subscriptions/contract/admin-schemas.ts';
import { filterHref, readChoice, readSearch } from '../search-list/filter-address.ts';

export const SUBSCRIPTIONS_PATH = '/admin/subscriptions';
export const PRICE_PATH = `${SUBSCRIPTIONS_PATH}/price`;
export const PAYMENTS_PATH = `${SUBSCRIPTIONS_PATH}/payments`;

/** Returns the address of a subscription's page. */
export const subscriptionHref = (id: number): string => `${SUBSCRIPTIONS_PATH}/${id}`;

/** Filters and order of the list, as the URL stores them. Empty values do not filter. */
export interface SubscriptionsFilter {
  search: string;
  state: ManagedState | '';
  order: ManagedOrder;
}

export const STATES: readonly (readonly [ManagedState | '', string])[] = [
  ['', 'All'],
  ['active', 'Active'],
  ['failed', 'Renewal failed'],
  ['canceled', 'Canceled'],
  ['ended', 'Ended'],
];

export const ORDERS: readonly (readonly [ManagedOrder, string])[] = [
  ['next', 'Next date first'],
  ['newest', 'Newest first'],
];

/** Parses a filter in the URL. Values without an option do not filter. */
export function readSubscriptionsFilter(query: URLSearchParams): SubscriptionsFilter {
  return {
    search: readSearch(query, MAX_SEARCH),
    state: readChoice(query, 'state', STATES),
    order: readChoice(query, 'order', ORDERS),
  };
}

/** Returns the address of the list with a filter. */
export const subscriptionsHref = ({ order, ...filter }: SubscriptionsFilter): string =>
  filterHref(SUBSCRIPTIONS_PATH, { ...filter, order: order === 'next' ? '' : order });
