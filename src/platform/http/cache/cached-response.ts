import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A response before it is encoded. */
export interface PlainResponse {
  status: number;
  type: string;
  body: string;
  /** Headers beyond those of every cached response. */
  headers?: Readonly<Record<string, string>>;
}

/** Content encodings, best compression first. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** One encoding of a cached response. */
export interface Variant {
  encoding: Encoding;
  body: Buffer;
  /** Strong: each variant has its own. */
  etag: string;
  /** All headers as first sent with 200, and those of a 304. Undefined until then (see `FastPath`). */
  headers?: RecordedHeaders;
  notModifiedHeaders?: RecordedHeaders;
}

/** Headers that are the same on every response, plus the request id, which is not. */
export class RecordedHeaders {
  /** Alternating names and values. The last value is the request id. */
  readonly #list: string[];

  constructor(headers: readonly (readonly [name: string, value: unknown])[]) {
    this.#list = [...headers.flatMap(([name, value]) => [name, String(value)]), 'x-request-id', ''];
  }

  /** Returns the list for `writeHead`. It is shared: the next call overwrites the request id. */
  withRequestId(requestId: string): string[] {
    this.#list[this.#list.length - 1] = requestId;
    return this.#list;
  }
}

/** Bodies shorter than this many bytes are not compressed, as with @fastify/compress. */
const COMPRESSION_THRESHOLD = 1024;
/**
 * Quality 5 of 11 takes a tenth of the CPU time of 9 for 5 % more bytes. The next write may drop the
 * response.
 */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** Approximate memory of an entry besides its bytes: objects, headers, buffer overhead. */
const ENTRY_OVERHEAD = 2_000;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** A response as bytes. Each encoding is made on first demand. */
export class CachedResponse {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Pattern of the route that produced it, for logs and metrics. */
  route = 'unknown';
  /** Memory in bytes. */
  size: number;
  readonly #identity: Buffer;
  readonly #variants: Partial<Record<Encoding, Variant>> = {};
  readonly #pending: Partial<Record<Encoding, Promise<Variant>>> = {};
  readonly #hash: string;

  constructor({ status, type, body, headers = {} }: PlainResponse) {
    this.status = status;
    this.type = type;
    this.headers = headers;
    this.#identity = Buffer.from(body);
    this.#hash = hash('sha1', this.#identity, 'base64url');
    this.size = this.#identity.length + ENTRY_OVERHEAD;
  }

  get text(): string {
    return this.#identity.toString();
  }

  /** Returns the variant for an accepted encoding, or undefined until {@link variant} has made it. */
  readyVariant(accepted: Encoding): Variant | undefined {
    return this.#variants[this.#encodingFor(accepted)];
  }

  /**
   * Returns the variant for an accepted encoding. Makes it on first demand, in libuv's thread pool, and then
   * calls `onGrowth` with its size in bytes.
   */
  variant(accepted: Encoding, onGrowth: (bytes: number) => void = () => {}): Promise<Variant> | Variant {
    const encoding = this.#encodingFor(accepted);
    const ready = this.#variants[encoding];
    if (ready) return ready;
    this.#pending[encoding] ??= this.#makeVariant(encoding).then((variant) => {
      this.#variants[encoding] = variant;
      delete this.#pending[encoding];
      if (encoding !== 'identity') {
        this.size += variant.body.length;
        onGrowth(variant.body.length);
      }
      return variant;
    });
    return this.#pending[encoding];
  }

  #encodingFor = (accepted: Encoding): Encoding =>
    this.#identity.length < COMPRESSION_THRESHOLD ? 'identity' : accepted;

  async #makeVariant(encoding: Encoding): Promise<Variant> {
    const suffix = { br: '-br', gzip: '-gz', identity: '' }[encoding];
    return { encoding, body: await this.#encode(encoding), etag: `"${this.#hash}${suffix}"` };
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#identity;
    if (encoding === 'gzip') return trimmed(await gzipAsync(this.#identity, { level: GZIP_LEVEL }));
    const bytes = this.#identity.length;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
      // A window as large as the text. The default of 4 MB is allocated for each call.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes)))),
    };
    return trimmed(await brotliAsync(this.#identity, { params }));
  }
}

/** Copies zlib's output, which is a slice of a larger buffer that would stay in memory with it. */
function trimmed(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Bounds the memo below: clients may send any number of different headers. */
const MAX_MEMOIZED = 100;
const memoized = new Map<string, Encoding>();

/** Returns the best encoding that an `Accept-Encoding` header allows. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const known = memoized.get(header);
  if (known) return known;
  const encoding = negotiateEncoding(header);
  if (memoized.size < MAX_MEMOIZED && header.length < 100) memoized.set(header, encoding);
  return encoding;
}

function negotiateEncoding(header: string): Encoding {
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
        const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [name, quality === undefined ? 1 : Number(quality) || 0];
      }),
  );
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzipped] = [weightOf('br'), Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0)];
  if (br > 0 && br >= gzipped) return 'br';
  return gzipped > 0 ? 'gzip' : 'identity';
}
