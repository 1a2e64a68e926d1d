import type { AwsClient } from 'aws4fetch';
import type { SentFile } from '../store.ts';

/** Lifetime of a locked file's signed address, in seconds. */
const LOCKED_LIFETIME = 600;
/**
 * Seconds after which an open file gets a new signed address. Before, all readers get the same one, so that a
 * browser finds the file in its cache.
 */
const OPEN_PERIOD = 3_600;
/** In seconds. The last reader of a period still has a whole period. */
const OPEN_LIFETIME = 2 * OPEN_PERIOD;

/**
 * Signs an address at which a browser can get one file from the store. The signature also fixes type, name
 * and cache headers of the response, so no file is served as a page.
 */
export async function signMediaUrl(
  client: AwsClient,
  address: string,
  { name, contentType, isOpen }: SentFile,
  now = Date.now(),
): Promise<string> {
  const url = new URL(address);
  const signedAt = isOpen ? now - (now % (OPEN_PERIOD * 1000)) : now;
  url.searchParams.set('X-Amz-Expires', String(isOpen ? OPEN_LIFETIME : LOCKED_LIFETIME));
  url.searchParams.set('response-content-type', contentType);
  url.searchParams.set('response-content-disposition', `inline; filename="${name}"`);
  url.searchParams.set('response-cache-control', isOpen ? 'private, max-age=7200' : 'private, no-store');
  const datetime = new Date(signedAt).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const signed = await client.sign(url, { method: 'GET', aws: { signQuery: true, datetime } });
  return signed.url;
}
