/**
 * Parses a URL, or returns null. `URL.parse` does the same, but needs Safari 18, Firefox 126 and Chrome 126.
 */
export function parseUrl(url: string, base?: string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

/**
 * Parses the address of a request to this site. Joins, not resolves: a path that begins with `//` must not
 * name another site, and no path may throw.
 */
export const requestAddress = (url: string) => new URL(`http://site${url.replace(/^https?:\/\/[^/]*/i, '')}`);
