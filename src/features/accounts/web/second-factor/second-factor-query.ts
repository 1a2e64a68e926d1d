import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/second-factor-calls.ts';
import type { getSecondFactor } from '../../contract/second-factor-endpoints.ts';

/** The second factor of the signed-in administrator or editor. */
export const secondFactorQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.getSecondFactor),
    queryFn: () => api<typeof getSecondFactor>(calls.getSecondFactor),
  });
