import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { signPut } from './resumable/direct/sign-put.ts';
import { signMediaUrl } from './sending/sign-media-url.ts';
import { type Store, StoreError } from './store.ts';

export interface S3Setup {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Address of the store for browsers; undefined: browsers get no signed addresses. */
  publicEndpoint?: string | undefined;
  /** Whether browsers store parts of files by signed addresses. */
  directUploads?: boolean;
}

/** Timeout for the head of a response, in ms. Its body has no limit. */
const RESPONSE_TIMEOUT = 30_000;
/** Retries after 5xx and 429. */
const RETRIES = 2;

/** Stores files in an S3-compatible bucket (path-style URLs), under `uploads/`. */
export function s3Store({ endpoint, publicEndpoint, directUploads, bucket, ...keys }: S3Setup): Store {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES });

  async function call(method: string, name: string, init: RequestInit = {}, timeout = RESPONSE_TIMEOUT) {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), timeout);
    try {
      const address = `${endpoint}/${bucket}/uploads/${name}`;
      // A redirect counts as a failure, so that files are never sent to another address.
      return await client.fetch(address, { ...init, method, redirect: 'manual', signal: waiting.signal });
    } catch (error) {
      throw new StoreError(`S3 did not respond to ${method}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  const store: Store = {
    async put(name, file, contentType) {
      const body = await openAsBlob(file);
      const headers = {
        'content-type': contentType,
        // The signed checksum makes the store refuse corrupted content.
        'x-amz-content-sha256': await sha256(file),
        'cache-control': 'private, no-store',
      };
      const response = await call('PUT', name, { body, headers }, putTimeout(body.size));
      await discard(response);
      if (!response.ok) throw refused('PUT', response.status);
    },
    async read(name, range) {
      const headers = range ? { range: `bytes=${range.first}-${range.last}` } : undefined;
      const response = await call('GET', name, { headers });
      if (response.ok && response.body && response.status === (range ? 206 : 200))
        return Readable.fromWeb(response.body as ReadableStream);
      if (response.status !== 404) await discard(response);
      else if (await hasBucket(response)) return null;
      throw refused('GET', response.status);
    },
    async handOver(file) {
      if (!publicEndpoint || !/^(video|audio)\//.test(file.contentType)) return null;
      const address = `${publicEndpoint}/${bucket}/uploads/${file.name}`;
      return { signedUrl: await signMediaUrl(client, address, file) };
    },
    ...(publicEndpoint && directUploads
      ? { signPut: (name, bytes) => signPut(client, `${publicEndpoint}/${bucket}/uploads/${name}`, bytes) }
      : {}),
    async size(name) {
      const response = await call('HEAD', name);
      if (response.status === 404) {
        // Only the answer to GET tells whether the bucket is there.
        (await store.read(name, { first: 0, last: 0 }))?.destroy();
        return null;
      }
      if (!response.ok) throw refused('HEAD', response.status);
      return Number(response.headers.get('content-length'));
    },
    async remove(name) {
      const response = await call('DELETE', name);
      if (response.status !== 404) await discard(response);
      else if (await hasBucket(response)) return;
      if (!response.ok) throw refused('DELETE', response.status);
    },
  };
  return store;
}

/** Whether a 404 is about the file. A bucket that was deleted, or has another name, has lost no file. */
const hasBucket = async (response: Response) => !(await response.text()).includes('NoSuchBucket');

const refused = (method: string, status: number) =>
  new StoreError(`S3 responded to ${method} with ${status}`);

/**
 * Returns the timeout in ms: a minute, and a second for every 100 KB, because the response comes after the
 * last byte.
 */
const putTimeout = (bytes: number) => 60_000 + bytes / 100;

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Frees the connection of a response with an unread body. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}
