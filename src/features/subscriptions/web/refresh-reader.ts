import type { QueryClient } from '@tanstack/react-query';
import type { login, User } from '#features/accounts/contract.ts';
import { userQuery } from '#features/accounts/web/queries.ts';
import { isOfReader, keepSessionUser } from '#features/accounts/web/session-user.ts';
import type { Api } from '#platform/web/api-client.ts';

/** No longer than this does the eye wait for the content behind a dialog, in ms. */
const PATIENCE = 3_000;

/** Asks again for everything that depends on the reader's rights; what is on the screen stays until its answer comes. */
async function refreshWith(queries: QueryClient, user: Promise<User | null>): Promise<void> {
  const asked = Promise.allSettled([
    user.then((fresh) => keepSessionUser(queries, fresh)),
    queries.invalidateQueries({ predicate: isOfReader }),
  ]);
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

/** The rights of this reader may have changed by themselves: a subscription has run out, or was paid for elsewhere. */
export const refreshReader = (api: Api, queries: QueryClient): Promise<void> =>
  refreshWith(queries, queries.fetchQuery({ ...userQuery(api), staleTime: 0 }));

/**
 * After an activation: the login call is repeated with the username and an empty password, which refreshes the user
 * (specification, section 4). Visitors have nobody to refresh.
 */
export async function refreshAfterPayment(api: Api, queries: QueryClient): Promise<void> {
  const user = await queries.fetchQuery(userQuery(api)).catch(() => null);
  const again = async () =>
    user && api<typeof login>('POST /api/login', { body: { username: user.username, password: '' } });
  await refreshWith(queries, again());
}
