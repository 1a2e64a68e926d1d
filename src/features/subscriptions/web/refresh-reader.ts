import type { QueryClient } from '@tanstack/react-query';
import type { login, User } from '#features/accounts/contract.ts';
import { userQuery } from '#features/accounts/web/queries.ts';
import { isOfReader, keepSessionUser } from '#features/accounts/web/session-user.ts';
import type { Api } from '#platform/web/api-client.ts';

/** No longer than this does the eye wait for the content behind a dialog, in ms. */
const PATIENCE = 3_000;

/** Asks again for everything that depends on the reader's rights; what is on the screen stays until its answer comes. */
async function refreshWith(queries: QueryClient, user: Promise<User | null> | null): Promise<void> {
  const asked = Promise.allSettled([
    user?.then((fresh) => keepSessionUser(queries, fresh)),
    queries.invalidateQueries({ predicate: isOfReader }),
  ]);
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** The rights of this reader have changed by themselves: a subscription has run out, or was paid for elsewhere. */
export async function refreshReader(api: Api, queries: QueryClient): Promise<void> {
  const user = await knownUser(api, queries);
  await refreshWith(queries, user ? queries.fetchQuery({ ...userQuery(api), staleTime: 0 }) : null);
}

/**
 * After an activation: the login call is repeated with the username and an empty password, which refreshes the user
 * (specification, section 4). Visitors have nobody to refresh.
 */
export async function refreshAfterPayment(api: Api, queries: QueryClient): Promise<void> {
  const user = await knownUser(api, queries);
  const again = (username: string) =>
    api<typeof login>('POST /api/login', { body: { username, password: '' } });
  await refreshWith(queries, user ? again(user.username) : null);
}

const knownUser = (api: Api, queries: QueryClient) => queries.fetchQuery(userQuery(api)).catch(() => null);
