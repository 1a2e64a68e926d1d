import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#features/analytics/contract/admin-calls.ts';
import type { getUsage } from '#features/analytics/contract/endpoints.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { type AnalyticsAddress, hasDays, usageQueryOf } from './analytics-address.ts';

/** Queries the counts of a period. The previous counts are shown until the new ones arrive. */
export const usageQuery = (api: Api, address: AnalyticsAddress) =>
  queryOptions({
    queryKey: [...keyOf(calls.getUsage), address],
    queryFn: () => api<typeof getUsage>(calls.getUsage, { query: usageQueryOf(address) }),
    enabled: hasDays(address),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // A retry of impossible days fails again.
    retry: false,
  });

/** Returns the URL of the period's counts per day and item as CSV. */
export const usageCsvHref = (address: AnalyticsAddress): string =>
  urlOf(calls.exportUsage, { query: usageQueryOf({ ...address, parent: '' }) });
