import { MAX_SEARCH } from '#features/subscriptions/contract/admin-calls.ts';
import type { ManagedOrder, ManagedState } from '#features/subscriptions/contract/admin-schemas.ts';

export const SUBSCRIPTIONS_PATH = '/admin/subscriptions';
export const PRICE_PATH = `${SUBSCRIPTIONS_PATH}/price`;

/** Address of a subscription's page. */
export const subscriptionHref = (id: number): string => `${SUBSCRIPTIONS_PATH}/${id}`;

/** Filters and order of the list, as the URL stores them. Empty texts filter nothing. */
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

/** Reads a filter from the URL. Values that no control offers filter nothing. */
export function readSubscriptionsFilter(search: URLSearchParams): SubscriptionsFilter {
  const oneOf = <T extends string>(name: string, pairs: readonly (readonly [T, string])[]) =>
    pairs.find(([known]) => known === search.get(name))?.[0];
  return {
    search: (search.get('search') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH),
    state: oneOf('state', STATES) ?? '',
    order: oneOf('order', ORDERS) ?? 'next',
  };
}

/** Address of the list with a filter. */
export function subscriptionsHref({ search, state, order }: SubscriptionsFilter): string {
  const chosen = Object.entries({ search, state, order: order === 'next' ? '' : order });
  const query = new URLSearchParams(chosen.filter(([, value]) => value !== '')).toString();
  return query === '' ? SUBSCRIPTIONS_PATH : `${SUBSCRIPTIONS_PATH}?${query}`;
}
