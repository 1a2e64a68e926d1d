import { LOGOUT_COOKIE } from '#platform/http/contract/headers.ts';
import type { Api } from '#platform/web/api-client.ts';
import * as calls from '../../contract/calls.ts';
import type { getUser } from '../../contract/endpoints.ts';

/** Seconds: the maximum life of a session. */
const INTENT_MAX_AGE = 30 * 24 * 60 * 60;

/** Time between two attempts, in ms. A restored connection may fail again, and a busy server refuse. */
const RETRY = 10_000;

/** Whether this browser has logged out without the server's knowledge. */
export const hasPendingLogout = (): boolean => document.cookie.includes(`${LOGOUT_COOKIE}=1`);

/**
 * Makes the next request end the session, when none can be sent now. A cookie informs the server, which
 * removes it with the session. Retries until then, so that the logout does not wait for the next page.
 */
export function logOutLater(api: Api): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${prefix}${LOGOUT_COOKIE}=1; path=/; max-age=${INTENT_MAX_AGE}; samesite=lax${secure}`;
  const attempt = async () => {
    await api<typeof getUser>(calls.getUser).catch(() => {});
    if (hasPendingLogout()) setTimeout(attempt, RETRY);
  };
  setTimeout(attempt, RETRY);
  addEventListener('online', attempt, { once: true });
}
