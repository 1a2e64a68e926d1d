/** An address of no particular site: what stays on it after parsing is a path of ours. */
const SITE = 'http://site.invalid';

/** Where to go after signing in: the place that sent the reader here, if it is one of ours, else `/`. */
export function returnTo(search: URLSearchParams): string {
  const wish = search.get('returnTo');
  return wish !== null && isOwnPath(wish) ? wish : '/';
}

/** The way to the login, and back here afterwards. */
export const authHref = (from: string, tab: 'login' | 'register' = 'login'): string =>
  `/auth?${tab === 'register' ? 'tab=register&' : ''}returnTo=${encodeURIComponent(from)}`;

/** Browsers read `//host`, `/\host` and paths with control characters as addresses of other sites. */
function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(path)) return false;
  const url = URL.parse(path, SITE);
  return url !== null && url.origin === SITE && !/^\/auth\/*$/.test(url.pathname);
}
