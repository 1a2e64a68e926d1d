/** Escapes of letters, digits, `-`, `.`, `_` and `~`. Nothing changes without them (RFC 3986, 6.2.2.2). */
const NEEDLESS = /%(?:[46][1-9a-f]|[57][0-9a]|3\d|2[de]|5f|7e)/gi;

/**
 * Returns the address of a page with needless escapes in its path written as letters: the router of the
 * browser reads `/%61pp` as `/app`, and the server must find the same page. A path that a browser would take
 * for another site stays as it is.
 */
export function plainAddress(address: string): string {
  const [path = ''] = address.split('?', 1);
  if (/^\/[/\\]/.test(path)) return address;
  return path.replace(NEEDLESS, decodeURIComponent) + address.slice(path.length);
}
