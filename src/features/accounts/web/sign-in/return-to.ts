import { parseUrl } from '#platform/http/contract/parse-url.ts';

/** A base for parsing. A URL that keeps this origin is a path of our site. */
const SITE = 'http://site.invalid';

/** Returns the path to open after signing in: `returnTo` if it is a path of our site, else `/`. */
export function returnTo(search: URLSearchParams): string {
  const path = search.get('returnTo') ?? '/';
  return isOwnPath(path) ? path : '/';
}

/**
 * Returns the address of the login or registration, which leads back to `from`. `intent` is a query parameter
 * for a second effect of the sign-in.
 */
export const authHref = (from: string, tab: 'login' | 'register' = 'login', intent?: string): string =>
  `/auth?${tab === 'register' ? 'tab=register&' : ''}returnTo=${encodeURIComponent(from)}` +
  (intent === undefined ? '' : `&${intent}`);

/**
 * Excludes `//host`, `/\host` and control characters, which browsers resolve to other sites; paths that
 * resolve to `//host`, such as `/.//host`; and the login itself.
 */
function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(path)) return false;
  const url = parseUrl(path, SITE);
  return url?.origin === SITE && !/^\/(\/|auth\/*$)/.test(url.pathname);
}
