import { parseUrl } from '#platform/http/contract/parse-url.ts';

/** Checks whether a URL lies on this site: a path, or an absolute URL with the site's own origin. */
export function isSiteUrl(url: string, publicUrl: string): boolean {
  const parsed = parseUrl(url, publicUrl);
  return parsed !== null && parsed.origin === new URL(publicUrl).origin;
}
