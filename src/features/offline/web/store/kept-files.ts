import type { ErrorBody, ErrorCode } from '#platform/http/contract/error-codes.ts';
import { IN_VIEW } from '#platform/http/contract/headers.ts';
import { filesOf, keyOf } from './kept.ts';
import { KEPT_CACHE } from './kept-cache.ts';
import { loadKept } from './kept-index.ts';

/*
 * The kept files: pages, responses, pictures and media in one cache. `serve-kept.ts` consults the index
 * first, so a file without an entry there is never served.
 */

/** Header with the size of a stored file, in bytes. */
const SIZE = 'x-kept-bytes';

const openCache = () => caches.open(KEPT_CACHE);

/** An unsuccessful response. The connection works, but the file is not available. */
export class Refused extends Error {
  readonly status: number;
  /** The site's error code. Undefined for error pages, of a proxy or of the site. */
  readonly code: ErrorCode | undefined;

  constructor(url: string, status: number, code?: ErrorCode) {
    super(`${status} ${code ?? ''}: ${url}`);
    this.status = status;
    this.code = code;
  }
}

/** The site itself refuses this reader the file. */
export class Withheld extends Refused {}

const WITHHELD: readonly unknown[] = [
  'not-signed-in',
  'forbidden',
  'access-revoked',
  'not-found',
] satisfies ErrorCode[];

/**
 * Fetches from the server, without any cache. Throws {@link Withheld} or {@link Refused} for an unsuccessful
 * response, and other errors without a connection or when the response is for a view of the site as another
 * person.
 */
export async function fetchFresh(url: string, signal?: AbortSignal): Promise<Response> {
  // The service worker does not handle requests with `no-store`.
  const response = await fetch(url, { cache: 'no-store', ...(signal && { signal }) });
  if (response.headers.has(IN_VIEW)) throw new Error(`The reader of a view: ${url}`);
  if (response.ok) return response;
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  const code = body?.code;
  throw new (WITHHELD.includes(code) ? Withheld : Refused)(url, response.status, code);
}

/** Returns the size of a stored file in bytes; undefined when it is missing. */
export async function storedSize(key: string): Promise<number | undefined> {
  const found = await (await openCache()).match(key, { ignoreVary: true });
  return found && Number(found.headers.get(SIZE));
}

/** Finds a stored file. Returns nothing while the browser's storage fails, so that the network is used. */
export const findStored = (key: string): Promise<Response | undefined> =>
  openCache()
    .then((cache) => cache.match(key, { ignoreVary: true }))
    .catch(() => undefined);

/** Stores a text that did not come from a request. */
export const storeText = (key: string, text: string, headers: HeadersInit): Promise<number> =>
  storeResponse(key, new Response(text, { headers }));

/**
 * Stores a response and returns its size in bytes. Calls `onBytes` for each part that arrives. Throws when
 * there is no space, and then stores nothing of the file.
 */
export async function storeResponse(
  key: string,
  response: Response,
  onBytes?: (bytes: number) => void,
): Promise<number> {
  const headers = new Headers(response.headers);
  const length = Number(headers.get('content-length'));
  // The body is decoded already, and belongs to the index's reader, so it does not vary.
  for (const name of ['content-encoding', 'content-length', 'vary', 'set-cookie']) headers.delete(name);
  const { status } = response;
  const isStreamed = onBytes !== undefined && length > 0 && response.body !== null;
  const body = isStreamed ? counted(response.body, onBytes) : await response.blob();
  const size = body instanceof Blob ? body.size : length;
  headers.set(SIZE, String(size));
  headers.set('content-length', String(size));
  await (await openCache()).put(key, new Response(body, { status, headers }));
  return size;
}

function counted(body: ReadableStream<Uint8Array>, onBytes: (bytes: number) => void) {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        onBytes(part.byteLength);
        controller.enqueue(part);
      },
    }),
  );
}

/** Returns the keys of all stored files. */
export async function storedKeys(): Promise<Set<string>> {
  const stored = await (await openCache()).keys();
  return new Set(stored.map(({ url }) => keyOf(url)));
}

/** Deletes files without an entry in the index. Throws when the index cannot be read. */
export async function sweepFiles(): Promise<void> {
  const kept = await loadKept();
  if (kept === null) {
    await caches.delete(KEPT_CACHE);
    return;
  }
  const cache = await openCache();
  const needed = filesOf(kept);
  const stored = await cache.keys();
  await Promise.all(
    stored.filter(({ url }) => !needed.has(keyOf(url))).map((request) => cache.delete(request)),
  );
}
