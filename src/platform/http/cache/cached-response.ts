import { hash } from 'node:crypto';
import { type Encoding, encode, encodingFor } from './content-encoding.ts';
import type { Stamp } from './shared-cache.ts';

/** A response before its encoding. */
export interface PlainResponse {
  status: number;
  type: string;
  body: string;
  /** Headers in addition to those of every cached response. */
  headers?: Readonly<Record<string, string>>;
}

/** Bytes, or a text with one character for each byte. Send it with `end(chunk, 'latin1')`. */
export type Chunk = Buffer | string;

/**
 * Maximum bytes of a text. Node sends a short text together with the headers, which is faster than two
 * writes.
 */
const MAX_TEXT_BYTES = 8 * 1024;

/** Returns a body in the form that Node sends fastest. */
export const toChunk = (body: Buffer): Chunk =>
  body.length <= MAX_TEXT_BYTES ? body.toString('latin1') : body;

/** One encoding of a cached response. */
export class Variant {
  readonly encoding: Encoding;
  /** Strong: each variant has an ETag of its own. */
  readonly etag: string;
  /** The body in the form that Node sends fastest. */
  readonly chunk: Chunk;
  /** All headers of the first 200, and of a 304. Undefined before (see `FastPath`). */
  headers?: RecordedHeaders;
  notModifiedHeaders?: RecordedHeaders;

  constructor(encoding: Encoding, etag: string, body: Buffer) {
    this.encoding = encoding;
    this.etag = etag;
    this.chunk = toChunk(body);
  }

  /** The body as bytes, derived from the chunk. */
  get body(): Buffer {
    return typeof this.chunk === 'string' ? Buffer.from(this.chunk, 'latin1') : this.chunk;
  }

  /** In bytes. */
  get length(): number {
    return this.chunk.length;
  }
}

/** Headers of one request or connection, not of the response. */
const PER_REQUEST = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id'];

/** Headers that are equal on every response, plus the request id, which differs. */
export class RecordedHeaders {
  /** Alternating names and values. The last value is the request id. */
  readonly #list: string[];

  /** Copies all headers of a response, except those of its request and those in `without`. */
  constructor(headers: Readonly<Record<string, unknown>>, without: readonly string[] = []) {
    const lasting = Object.entries(headers).filter(
      ([name]) => !PER_REQUEST.includes(name) && !without.includes(name),
    );
    this.#list = [...lasting.flatMap(([name, value]) => [name, String(value)]), 'x-request-id', ''];
  }

  /** Returns the list for `writeHead`. It is shared: the next call overwrites the request id. */
  withRequestId(requestId: string): string[] {
    this.#list[this.#list.length - 1] = requestId;
    return this.#list;
  }
}

/** Approximate memory in bytes of an entry besides its body: objects, headers, buffer overhead. */
const ENTRY_OVERHEAD = 2_000;

/** A response as bytes. Each encoding is made on first demand. */
export class CachedResponse {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Pattern of its route, for logs and metrics. */
  route = 'unknown';
  /** Version and day read before the work; undefined without a database. */
  readonly stamp: Stamp | undefined;
  /** Memory in bytes. */
  size: number;
  readonly #identity: Buffer;
  /** The body until its first use, because decoding a long one takes a millisecond. */
  #text: string | undefined;
  readonly #variants: Partial<Record<Encoding, Variant>> = {};
  readonly #pending: Partial<Record<Encoding, Promise<Variant>>> = {};
  readonly #hash: string;

  constructor({ status, type, body, headers = {} }: PlainResponse, stamp?: Stamp) {
    this.stamp = stamp;
    this.status = status;
    this.type = type;
    this.headers = headers;
    this.#text = body;
    this.#identity = Buffer.from(body);
    this.#hash = hash('sha1', this.#identity, 'base64url');
    this.size = this.#identity.length + ENTRY_OVERHEAD;
  }

  /** The body. Only its first read, by the page that called the endpoint, needs no decoding. */
  get text(): string {
    const text = this.#text ?? this.#identity.toString();
    this.#text = undefined;
    return text;
  }

  /** Returns the variant for an accepted encoding, or undefined until {@link variant} has made it. */
  readyVariant(accepted: Encoding): Variant | undefined {
    return this.#variants[this.#encodingFor(accepted)];
  }

  /**
   * Returns the variant for an accepted encoding. Makes it on first demand (see `encode`), and then calls
   * `onGrowth` with its size in bytes.
   */
  variant(accepted: Encoding, onGrowth: (bytes: number) => void = () => {}): Promise<Variant> | Variant {
    const encoding = this.#encodingFor(accepted);
    const ready = this.#variants[encoding];
    if (ready) return ready;
    this.#pending[encoding] ??= this.#makeVariant(encoding).then((variant) => {
      this.#variants[encoding] = variant;
      delete this.#pending[encoding];
      if (variant.chunk !== this.#identity) {
        this.size += variant.length;
        onGrowth(variant.length);
      }
      return variant;
    });
    return this.#pending[encoding];
  }

  #encodingFor = (accepted: Encoding): Encoding => encodingFor(this.#identity.length, accepted);

  async #makeVariant(encoding: Encoding): Promise<Variant> {
    this.#text = undefined;
    const suffix = { br: '-br', gzip: '-gz', identity: '' }[encoding];
    const encoded = await encode(this.#identity, encoding, 'often');
    const body = encoding === 'identity' ? encoded : trimmed(encoded);
    return new Variant(encoding, `"${this.#hash}${suffix}"`, body);
  }
}

/** Copies zlib's output, which is a slice of a larger buffer that would stay in memory with it. */
function trimmed(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
