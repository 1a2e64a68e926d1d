/**
 * Escapes of letters, digits, `-`, `.`, `_` and `~`, which are equivalent to the characters (RFC 3986,
 * 6.2.2.2).
 */
const NEEDLESS = /%(?:[46][1-9a-f]|[57][0-9a]|3\d|2[de]|5f|7e)/gi;

/**
 * Returns a page's address without unnecessary escapes in its path: the browser's router decodes `/%61pp` to
 * `/app`, and the server must find the same page. A path that a browser would treat as another site is
 * unchanged.
 */
export function plainAddress(address: string): string {
  const [path = ''] = address.split('?', 1);
  if (/^\/[/\\]/.test(path)) return address;
  return path.replace(NEEDLESS, decodeURIComponent) + address.slice(path.length);
}
