import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import type { getAccount, listSessions } from '../../contract/endpoints.ts';
import * as ownCalls from '../../contract/own-account-calls.ts';

/* Queries of the account page, in a file of their own because every page loads the query of the user. */

/** Details of the user's account for the account page. */
export const accountQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(ownCalls.getAccount),
    queryFn: () => api<typeof getAccount>(ownCalls.getAccount),
  });

/** The user's sessions. */
export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(ownCalls.listSessions),
    queryFn: () => api<typeof listSessions>(ownCalls.listSessions),
  });
