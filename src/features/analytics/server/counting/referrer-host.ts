import type { IncomingHttpHeaders } from 'node:http';
import { parseUrl } from '#platform/http/contract/parse-url.ts';
import { OTHER_HOST } from './store-counts.ts';

/** Longer host names, in characters, are not stored. */
const MAX_HOST = 100;

/**
 * Finds where a visit came from: the host of the page with the link, in small letters. Empty: the browser
 * names none. Undefined: the request begins no visit, because it comes from this site, is no page that a
 * person opens, or is made ahead.
 */
export function referrerHost(
  method: string,
  headers: IncomingHttpHeaders,
  ownHost: string,
): string | undefined {
  // Programs seldom send it. A worker that passes a page on keeps it, and does not keep `sec-fetch-dest`.
  const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (!isVisit || headers['sec-purpose'] !== undefined) return undefined;
  const { referer } = headers;
  if (referer === undefined || referer === '') return '';
  const url = parseUrl(referer);
  if (url === null || !/^https?:$/.test(url.protocol)) return OTHER_HOST;
  if (url.host === ownHost || url.host === headers.host) return undefined;
  return isSiteName(url.hostname) ? url.hostname : OTHER_HOST;
}

/** A name with a dot. The address of a machine may be that of a person. */
const isSiteName = (host: string) => host.length <= MAX_HOST && /\.[a-z][a-z0-9-]*$/.test(host);
