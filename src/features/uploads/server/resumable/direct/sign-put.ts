import type { AwsClient } from 'aws4fetch';
import { DIRECT_LIFETIME, ORIGINAL_TYPE } from '../../store.ts';

/**
 * Signs an address at which a browser may put one object of this size in bytes. Type and length are signed
 * headers, so the store refuses every other object. The content is unsigned, because it is not known yet.
 */
export async function signPut(
  client: AwsClient,
  address: string,
  bytes: number,
  now = Date.now(),
): Promise<string> {
  const url = new URL(address);
  url.searchParams.set('X-Amz-Expires', String(DIRECT_LIFETIME / 1000));
  const signed = await client.sign(url, {
    method: 'PUT',
    headers: { 'content-type': ORIGINAL_TYPE, 'content-length': String(bytes) },
    aws: {
      signQuery: true,
      // By default the library does not sign type and length.
      allHeaders: true,
      datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    },
  });
  return signed.url;
}
