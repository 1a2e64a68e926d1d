import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import type { getSubscription } from '../contract.ts';

/** How payment is taken here, and the reader's own subscription. */
export const subscriptionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['/api/subscription'],
    queryFn: () => api<typeof getSubscription>('GET /api/subscription'),
  });
