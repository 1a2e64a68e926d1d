import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** Content encodings, best compression first. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Bodies shorter than this many bytes are not compressed, as with @fastify/compress. */
const COMPRESSION_THRESHOLD = 1024;
/** How often a body is sent: once, to its reader, or to everybody until the next write. */
type Sending = 'once' | 'often';

/**
 * Quality 5 of 11 takes a tenth of the CPU time of 9 for 5 % more bytes. Quality 2 takes a third of that of 5
 * for 15 % more, and less memory.
 */
const BROTLI_QUALITY = { often: 5, once: 2 };
const GZIP_LEVEL = { often: 6, once: 1 };
/** Maximum bytes of a body that is compressed synchronously, because a thread would cost twice the work. */
const SMALL = 8 * 1024;
const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Returns the encoding for a body of this size: none for a short one. */
export const encodingFor = (bytes: number, accepted: Encoding): Encoding =>
  bytes < COMPRESSION_THRESHOLD ? 'identity' : accepted;

/** Encodes a text, a long one in libuv's thread pool. */
export async function encode(text: Buffer, encoding: Encoding, sending: Sending): Promise<Buffer> {
  if (encoding === 'identity') return text;
  const isSmall = text.length <= SMALL;
  // A compressor and its buffer live until V8 collects the whole heap. With Node's default of 16 KB, it does
  // so after half as many small bodies.
  const chunkSize = Math.min(text.length, 16 * 1024);
  if (encoding === 'gzip') {
    const options = { level: GZIP_LEVEL[sending], chunkSize };
    return isSmall ? gzipSync(text, options) : gzipAsync(text, options);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[sending],
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    // A window as large as the text. Otherwise each call allocates the default of 4 MB.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(text.length)))),
  };
  return isSmall ? brotliCompressSync(text, { params, chunkSize }) : brotliAsync(text, { params, chunkSize });
}

/** Maximum size of the memo below, because clients may send any number of different headers. */
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
