import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/calls.ts';
import type { getSubscription } from '../../contract/endpoints.ts';

/** The reader's own subscription, and the site's payment provider. */
export const subscriptionQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.getSubscription),
    queryFn: () => api<typeof getSubscription>(calls.getSubscription),
  });
