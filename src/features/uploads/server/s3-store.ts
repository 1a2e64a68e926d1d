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
      if (!response.ok) throw await refused('PUT', response);
      await discard(response);
    },
    async read(name, range) {
      const headers = range ? { range: `bytes=${range.first}-${range.last}` } : undefined;
      const response = await call('GET', name, { headers });
      if (response.ok && response.body && response.status === (range ? 206 : 200))
        return Readable.fromWeb(response.body as ReadableStream);
      const error = await refused('GET', response);
      if (isMissing(response, error)) return null;
      throw error;
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
      if (response.ok) return Number(response.headers.get('content-length'));
      // Only the answer to GET tells the reason, such as a missing bucket or a wrong clock.
      (await store.read(name, { first: 0, last: 0 }))?.destroy();
      if (response.status === 404) return null;
      throw await refused('HEAD', response);
    },
    async remove(name) {
      const response = await call('DELETE', name);
      if (response.ok) return discard(response);
      const error = await refused('DELETE', response);
      if (!isMissing(response, error)) throw error;
    },
  };
  return store;
}

/** Whether a refusal is about the file. A bucket that was deleted, or has another name, has lost no file. */
const isMissing = ({ status }: Response, { message }: StoreError) =>
  status === 404 && !message.includes('NoSuchBucket');

/**
 * Reads a response that is no success. Its code names the reason, which only the operator can change. A
 * success at the wrong status may have the whole file as its body, which is not read.
 */
async function refused(method: string, response: Response): Promise<StoreError> {
  const body = response.ok ? '' : await response.text().catch(() => '');
  if (response.ok) await discard(response);
  const [, code] = /<Code>(\w+)<\/Code>/.exec(body) ?? [];
  return new StoreError(`S3 responded to ${method} with ${response.status}${code ? `: ${code}` : ''}`);
}

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
