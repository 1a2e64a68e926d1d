import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { seesDrafts } from '#features/catalogue/server/read/may-open.ts';
import { surrogateKeys } from '#platform/http/cache/shared-cache.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import { type ByteRange, parseRange } from '#platform/text/byte-range.ts';
import { type HandOver, type SentFile, type Store, StoreError } from '../store.ts';

/**
 * Sends a file or a range of it, after the caller has checked access. Another server sends the bytes where
 * the store hands the file over. `reply` has the file's headers already.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: Store,
  file: SentFile,
): Promise<FastifyReply> {
  const { name, bytes } = file;
  const { 'if-none-match': known, 'if-range': ifRange, range: requested } = request.headers;
  const etag = `"${name}"`;
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
    return reply.code(304).send();
  const isConditional = ifRange !== undefined && ifRange !== etag;
  const range = isConditional ? null : parseRange(requested, bytes);
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${bytes}`).header('cache-control', 'no-store');
    return reply.code(416).send();
  }
  const handOver = await handOverTo(request, store, file, range !== null || isConditional);
  if (handOver) {
    // nginx and the store add their own header.
    reply.removeHeader('accept-ranges');
    if ('accelPath' in handOver) return reply.header('x-accel-redirect', handOver.accelPath).send();
    for (const header of ['content-type', 'content-disposition', 'etag', ...Object.keys(surrogateKeys(''))])
      reply.removeHeader(header);
    return reply.header('cache-control', 'private, no-store').redirect(handOver.signedUrl, 302);
  }

  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes}`);
  const length = range ? range.last - range.first + 1 : bytes;
  reply.header('content-length', length);
  if (request.method === 'HEAD') return reply.send();
  try {
    const content = await readContent(request, store, name, range);
    return reply.send(untilLength(content, length));
  } catch (error) {
    for (const header of ['content-length', 'content-range', 'content-type', 'etag'])
      reply.removeHeader(header);
    throw error;
  }
}

/**
 * Returns content that fails when it ends early. The failure breaks the connection, because a player would
 * wait for the rest. A reader who disconnects closes the file.
 */
function untilLength(content: Readable, length: number): Readable {
  let left = length;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(null, chunk);
    },
    flush(done) {
      done(left > 0 ? new StoreError(`a file ended ${left} bytes early`) : null);
    },
  });
  return pipeline(content, checked, () => {});
}

/** Reads a file or a range of it. Throws 404 when it is missing, and 503 when the store fails. */
async function readContent(
  { log }: FastifyRequest,
  store: Store,
  name: string,
  range: ByteRange | null,
): Promise<Readable> {
  const content = await store.read(name, range ?? undefined).catch((error) => {
    if (!(error instanceof StoreError)) throw error;
    log.error({ err: error }, 'the store of uploads failed');
    throw new HttpError('files-unavailable', 'This file is not available right now. Please try again.', {
      retryAfter: 10,
    });
  });
  if (!content) throw notFound();
  return content;
}

/** Finds another server that can send a file; null: this program sends it. */
async function handOverTo(
  { method, headers, reader }: FastifyRequest,
  store: Store,
  file: SentFile,
  isClearRange: boolean,
): Promise<HandOver | null> {
  // Servers differ in how they treat a malformed range or several ranges.
  if (method !== 'GET' || (headers.range !== undefined && !isClearRange)) return null;
  const handOver = (await store.handOver?.(file)) ?? null;
  if (!handOver || 'accelPath' in handOver) return handOver;
  // Scripts, such as those that store a film on a device, may not read other origins, and a browser without
  // Sec-Fetch-Dest may run one. Editors draw pictures from films, which a browser allows for this origin
  // alone.
  const isForPlayer = ['video', 'audio'].includes(String(headers['sec-fetch-dest']));
  return isForPlayer && !seesDrafts(reader) ? handOver : null;
}
