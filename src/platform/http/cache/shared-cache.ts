/* Headers for shared caches (Varnish, nginx, a CDN). See docs/decisions/0067-shared-caches.md. */

/** Surrogate key of visitors' pages and calls, which each write purges. */
export const CONTENT_KEY = 'content';
/** Surrogate key of public files. A write may withdraw them. */
export const MEDIA_KEY = 'media';

/** Catalogue version and day of a cached response. Both only increase. */
export interface Stamp {
  version: number;
  day: number;
}

export const stampText = ({ version, day }: Stamp): string => `${version}.${day}`;

/**
 * `Cache-Control` of a visitor's page or call. `max-age=0`: browsers revalidate each time. One second of
 * `stale-while-revalidate`, because Chromium serves one stale response within it.
 */
const SHARED = 'public, max-age=0, s-maxage=3600, stale-while-revalidate=1, stale-if-error=86400';

/** For files with an unchanging address that a write may withdraw. */
export const SHARED_FILE = 's-maxage=300, stale-while-revalidate=1, stale-if-error=86400';

/** `Cache-Control` of such a file for everybody. Browsers store it for a year. */
export const UNCHANGING_FILE = `public, max-age=31536000, ${SHARED_FILE}, immutable`;

/** Headers for purges by key: Fastly and Varnish read the first, Cloudflare the second. */
export const surrogateKeys = (key: string) => ({ 'surrogate-key': key, 'cache-tag': key });

/** Headers of a response that shared caches may store for all visitors. */
export const sharedHeaders = (stamp: Stamp): Record<string, string> => ({
  'cache-control': SHARED,
  'x-content-stamp': stampText(stamp),
  ...surrogateKeys(CONTENT_KEY),
});
