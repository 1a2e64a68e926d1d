/* Headers for shared caches (Varnish, nginx, a CDN). See docs/decisions/0067-shared-caches.md. */

/** Surrogate key of pages and calls of visitors: each write purges it. */
export const CONTENT_KEY = 'content';
/** Surrogate key of files that everybody may fetch: a write may withdraw them. */
export const MEDIA_KEY = 'media';

/** Catalogue version and day of a cached response. Both only grow. */
export interface Stamp {
  version: number;
  day: number;
}

export const stampText = ({ version, day }: Stamp): string => `${version}.${day}`;

/**
 * `Cache-Control` of a visitor's page or call. `max-age=0`: browsers revalidate each time, as ever.
 * Chromium serves a stale response once within `stale-while-revalidate`, so that is one second.
 */
const SHARED = 'public, max-age=0, s-maxage=3600, stale-while-revalidate=1, stale-if-error=86400';

/** For files whose address never changes its content, but which may be withdrawn. */
export const SHARED_FILE = 's-maxage=300, stale-while-revalidate=1, stale-if-error=86400';

/** `Cache-Control` of such a file for everybody: browsers keep it for a year. */
export const UNCHANGING_FILE = `public, max-age=31536000, ${SHARED_FILE}, immutable`;

/** Headers by which a purge finds responses: Fastly and Varnish read the first, Cloudflare the second. */
export const surrogateKeys = (key: string) => ({ 'surrogate-key': key, 'cache-tag': key });

/** Headers of a response that shared caches may store for all visitors. */
export const sharedHeaders = (stamp: Stamp): Record<string, string> => ({
  'cache-control': SHARED,
  'x-content-stamp': stampText(stamp),
  ...surrogateKeys(CONTENT_KEY),
});
