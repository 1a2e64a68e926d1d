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
