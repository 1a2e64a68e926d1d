/**
 * Parses a URL; null for an invalid one. Replaces `URL.parse`, which needs Safari 18, Firefox 126 and Chrome
 * 126.
 */
export function parseUrl(url: string, base?: string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}

/**
 * Parses the address of a request to this site. Concatenates instead of resolving, because a path that starts
 * with `//` must not name another site, and no path may throw.
 */
export const requestAddress = (url: string) => new URL(`http://site${url.replace(/^https?:\/\/[^/]*/i, '')}`);
