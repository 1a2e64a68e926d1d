import type { IncomingHttpHeaders } from 'node:http';
import { parseUrl } from '#platform/http/contract/parse-url.ts';
import { OTHER_HOST } from './store-counts.ts';

/** Maximum length of a stored host name, in characters. */
const MAX_HOST = 100;

/**
 * Finds the host of the page that a visit came from, in lower case. Empty: the browser sends none. Undefined:
 * the request is no visit, because it comes from this site, is not a page opened by a person, or is a
 * prefetch.
 */
export function referrerHost(
  method: string,
  headers: IncomingHttpHeaders,
  ownHost: string,
): string | undefined {
  // Programs rarely send `sec-fetch-mode`. A service worker that repeats a request loses `sec-fetch-dest`.
  const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (!isVisit || headers['sec-purpose'] !== undefined) return undefined;
  const { referer } = headers;
  if (referer === undefined || referer === '') return '';
  const url = parseUrl(referer);
  if (url === null || !/^https?:$/.test(url.protocol)) return OTHER_HOST;
  if (url.host === ownHost || url.host === headers.host) return undefined;
  return isSiteName(url.hostname) ? url.hostname : OTHER_HOST;
}

/** Tells whether a host is a name with a dot. An IP address may belong to a person. */
const isSiteName = (host: string) => host.length <= MAX_HOST && /\.[a-z][a-z0-9-]*$/.test(host);
