import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './accepted-encoding.ts';

/** What an answer is made of, before it has bytes. */
export interface Produced {
  status: number;
  type: string;
  body: string;
  /** Beside those that every kept answer has. */
  headers?: Readonly<Record<string, string>>;
}

/** One form of an answer. */
export interface Form {
  encoding: Encoding;
  body: Buffer;
  /** Strong: two forms of one answer have two. */
  etag: string;
  /** All headers of the answer as it was first sent, and those of a 304; undefined until then. See `KeptLane`. */
  head?: Head;
  headUnchanged?: Head;
}

/** Headers that are the same each time, and the one that is not. */
export class Head {
  /** Names and values in turn; the last value is the request's id. */
  readonly #pairs: string[];

  constructor(headers: readonly (readonly [name: string, value: unknown])[]) {
    this.#pairs = [...headers.flatMap(([name, value]) => [name, String(value)]), 'x-request-id', ''];
  }

  /** For `writeHead`, and only until the next call: one list serves all requests. */
  of(requestId: string): string[] {
    this.#pairs[this.#pairs.length - 1] = requestId;
    return this.#pairs;
  }
}

/** Shorter bodies are sent as they are (bytes), as the compressing of other answers does. */
const WORTH_COMPRESSING = 1024;
/**
 * Quality 5 of 11 costs a tenth of the processor of 9 for about a twentieth more bytes: an answer may be dropped by the
 * next write before it has been sent twice.
 */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** About what an entry costs beside its bytes: objects, headers, buffers' own. */
const OVERHEAD = 2_000;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** One answer as bytes, in each form once somebody has asked for it. */
export class KeptAnswer {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The route that gave it, for logs and counts. */
  route = 'unknown';
  /** Bytes in memory. */
  size: number;
  readonly #identity: Buffer;
  readonly #forms: Partial<Record<Encoding, Form>> = {};
  readonly #making: Partial<Record<Encoding, Promise<Form>>> = {};
  readonly #hash: string;

  constructor({ status, type, body, headers = {} }: Produced) {
    this.status = status;
    this.type = type;
    this.headers = headers;
    this.#identity = Buffer.from(body);
    this.#hash = hash('sha1', this.#identity, 'base64url');
    this.size = this.#identity.length + OVERHEAD;
  }

  get text(): string {
    return this.#identity.toString();
  }

  /** A form that is ready to be sent; undefined while it is not. */
  ready(wanted: Encoding): Form | undefined {
    return this.#forms[this.#fitting(wanted)];
  }

  /** A form, made when it is asked for the first time, on another thread; `grown` is told of its bytes. */
  form(wanted: Encoding, grown: (bytes: number) => void = () => {}): Promise<Form> | Form {
    const encoding = this.#fitting(wanted);
    const ready = this.#forms[encoding];
    if (ready) return ready;
    this.#making[encoding] ??= this.#make(encoding).then((form) => {
      this.#forms[encoding] = form;
      delete this.#making[encoding];
      if (encoding !== 'identity') {
        this.size += form.body.length;
        grown(form.body.length);
      }
      return form;
    });
    return this.#making[encoding];
  }

  #fitting = (wanted: Encoding): Encoding =>
    this.#identity.length < WORTH_COMPRESSING ? 'identity' : wanted;

  async #make(encoding: Encoding): Promise<Form> {
    const suffix = { br: '-br', gzip: '-gz', identity: '' }[encoding];
    return { encoding, body: await this.#encode(encoding), etag: `"${this.#hash}${suffix}"` };
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#identity;
    if (encoding === 'gzip') return exact(await gzipped(this.#identity, { level: GZIP_LEVEL }));
    const bytes = this.#identity.length;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
      // A window as large as the text: the usual one of 4 MB is allocated anew each time.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes)))),
    };
    return exact(await brotli(this.#identity, { params }));
  }
}

/** What zlib answers lies in a larger piece of memory, which would be kept along with it. */
function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
