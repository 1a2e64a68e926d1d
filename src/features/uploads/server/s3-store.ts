import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { type Store, StoreError } from './store.ts';

export interface S3Setup {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Answers must begin within this many ms; a body may take as long as it needs. */
const ANSWER_WITHIN = 30_000;
/** For what is worth one more try: 5xx and 429. */
const RETRIES = 2;

/** Files in an S3-compatible store (path-style addresses), under `uploads/`. */
export function s3Store({ endpoint, bucket, ...keys }: S3Setup): Store {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES });

  async function call(method: string, name: string, init: RequestInit = {}, patience = ANSWER_WITHIN) {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), patience);
    try {
      const address = `${endpoint}/${bucket}/uploads/${name}`;
      return await client.fetch(address, { ...init, method, signal: waiting.signal });
    } catch (error) {
      throw new StoreError(`S3 did not answer to ${method}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async put(name, file, contentType) {
      const body = await openAsBlob(file);
      const headers = {
        'content-type': contentType,
        // Signed: the store itself refuses what arrived otherwise than it was sent.
        'x-amz-content-sha256': await sha256(file),
        'cache-control': 'private, no-store',
      };
      const response = await call('PUT', name, { body, headers }, patienceFor(body.size));
      await settle(response);
      if (!response.ok) throw refused('PUT', response.status);
    },
    async read(name, range) {
      const headers = range ? { range: `bytes=${range.first}-${range.last}` } : undefined;
      const response = await call('GET', name, { headers });
      if (response.ok && response.body && response.status === (range ? 206 : 200))
        return Readable.fromWeb(response.body as ReadableStream);
      await settle(response);
      if (response.status === 404) return null;
      throw refused('GET', response.status);
    },
    async size(name) {
      const response = await call('HEAD', name);
      if (response.status === 404) return null;
      if (!response.ok) throw refused('HEAD', response.status);
      return Number(response.headers.get('content-length'));
    },
    async remove(name) {
      const response = await call('DELETE', name);
      await settle(response);
      if (!response.ok && response.status !== 404) throw refused('DELETE', response.status);
    },
  };
}

const refused = (method: string, status: number) => new StoreError(`S3 answered ${status} to ${method}`);

/** A put is answered after its last byte: a minute, and a second for every 100 KB. */
const patienceFor = (bytes: number) => 60_000 + bytes / 100;

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** An answer whose body nobody reads would hold its connection. */
async function settle(response: Response): Promise<void> {
  await response.body?.cancel();
}
