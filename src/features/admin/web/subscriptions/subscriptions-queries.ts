import { queryOptions } from '@tanstack/react-query';
import * as calls from '#features/subscriptions/contract/admin-calls.ts';
import type {
  getManagedSubscription,
  getPrices,
  listSubscriptions,
  subscriptionTotals,
} from '#features/subscriptions/contract/admin-endpoints.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import type { Api } from '#platform/web/api-client.ts';
import { pagesQuery } from '#platform/web/pages-query.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import type { SubscriptionsFilter } from './subscriptions-address.ts';

const AT_ONCE = 50;

/** Queries matching subscriptions, in pages. */
export const subscriptionsQuery = (api: Api, { search, state, order }: SubscriptionsFilter) =>
  pagesQuery({
    queryKey: [...keyOf(calls.listSubscriptions), search, state, order],
    fetchPage: async ({ cursor, onHeaders }) => ({
      subscriptions: await api<typeof listSubscriptions>(calls.listSubscriptions, {
        query: { limit: String(AT_ONCE), order, search, ...(state === '' ? {} : { state }), cursor },
        onHeaders,
      }),
    }),
    // The list may have changed since.
    staleTime: 0,
  });

export const totalsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.subscriptionTotals),
    queryFn: () => api<typeof subscriptionTotals>(calls.subscriptionTotals),
    staleTime: 0,
  });

/** Queries the prices of a new subscription. */
export const pricesQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.getPrices),
    queryFn: () => api<typeof getPrices>(calls.getPrices),
    staleTime: 0,
  });

export const subscriptionQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: keyOf(calls.getManagedSubscription, { id }),
    queryFn: () =>
      api<typeof getManagedSubscription>(calls.getManagedSubscription, { params: { id: String(id) } }),
    staleTime: 0,
  });

/** Returns the URL of the list as CSV. */
export const subscriptionsCsvHref = ({ search, state, order }: SubscriptionsFilter): string =>
  urlOf(calls.exportSubscriptions, { query: { search, state, order } });
