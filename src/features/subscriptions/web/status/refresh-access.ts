import type { QueryClient } from '@tanstack/react-query';
import * as accountCalls from '#features/accounts/contract/calls.ts';
import type { login } from '#features/accounts/contract/endpoints.ts';
import type { User } from '#features/accounts/contract/schemas.ts';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import {
  dependsOnReader,
  storeSessionUser,
  tellOtherTabs,
} from '#features/accounts/web/session/session-user.ts';
import type { Api } from '#platform/web/api-client.ts';

/** Wait for fresh content behind the dialog, in ms. */
const FRESH_WITHIN = 3_000;

/**
 * Refetches all that depends on the reader's access. The screen keeps its content until the responses
 * arrive.
 */
async function refreshWith(queries: QueryClient, user: Promise<User | null> | null): Promise<void> {
  tellOtherTabs();
  const asked = Promise.allSettled([
    user?.then((fresh) => storeSessionUser(queries, fresh)),
    queries.invalidateQueries({ predicate: dependsOnReader }),
  ]);
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, FRESH_WITHIN))]);
}

/** Refreshes user and content after a subscription ended, or was paid for elsewhere. */
export async function refreshAccess(api: Api, queries: QueryClient): Promise<void> {
  const user = await knownUser(api, queries);
  await refreshWith(queries, user ? queries.fetchQuery({ ...userQuery(api), staleTime: 0 }) : null);
}

/**
 * Refreshes user and content after an activation: a login call with the username and an empty password
 * refreshes the user (specification, section 4). Visitors have no user to refresh.
 */
export async function refreshAfterPayment(api: Api, queries: QueryClient): Promise<void> {
  const user = await knownUser(api, queries);
  const again = (username: string) =>
    api<typeof login>(accountCalls.login, { body: { username, password: '' } });
  await refreshWith(queries, user ? again(user.username) : null);
}

const knownUser = (api: Api, queries: QueryClient) => queries.fetchQuery(userQuery(api)).catch(() => null);
