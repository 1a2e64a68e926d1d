import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayFetch } from '#features/catalogue/server/media/media.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import { type Reader, VISITOR } from '#platform/http/serve/reader.ts';
import { parseRange } from '#platform/text/byte-range.ts';
import {
  AVIF_TYPE,
  avifName,
  isPictureName,
  parseUploadName,
  UPLOADS_PREFIX,
} from '../shared/upload-address.ts';
import { jobOf } from './jobs/job-queries.ts';
import { isInSettings, storedFile } from './queries.ts';
import { type Store, StoreError } from './store.ts';

/** No script in an uploaded file runs, even when it is opened directly, and no page frames it. */
const POLICY = [
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  "frame-ancestors 'none'; sandbox",
].join('; ');

/**
 * The content of a name never changes, so browsers cache open files for a year. Shared caches revalidate
 * after five minutes, because a file may be withdrawn.
 */
const OPEN = 'public, max-age=31536000, s-maxage=300, immutable';
/** Only the reader's browser caches it, and it revalidates each time: 304, or 404 after a withdrawal. */
const PRIVATE = 'private, no-cache';

/**
 * Serves uploaded files, with byte ranges, to readers who may open an item with them. Files of a remote store
 * pass through here instead of a signed link. So access is checked for every range, a paused player can
 * resume after an hour, nobody gets a link that works for others, and the bucket stays private. A picture is
 * sent as AVIF to browsers that read it (docs/decisions/0050-pictures-as-avif.md).
 */
export function fileRoutes(app: FastifyInstance, db: Db, store: Store): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${UPLOADS_PREFIX}:name`,
    compress: false,
    handler: async (request, reply) => {
      const { name } = request.params as { name: string };
      const hash = parseUploadName(name)?.hash;
      const isPicture = isPictureName(name);
      const takesAvif = isPicture && request.headers.accept?.includes(AVIF_TYPE);
      const file = hash ? await storedFile(db, hash, takesAvif ? [avifName(name), name] : [name]) : null;
      if (!hash) throw notFound();
      if (!file) throw await missing(db, request.reader, name);
      const isOpen = await mayFetchUpload(db, VISITOR, hash);
      if (!isOpen && !(await mayFetchUpload(db, request.reader, hash))) throw notFound();
      reply
        .header('cache-control', isOpen ? OPEN : PRIVATE)
        .header('content-type', file.contentType)
        .header('content-disposition', `inline; filename="${file.name}"`)
        .header('content-security-policy', POLICY)
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
        .header('accept-ranges', 'bytes')
        .header('etag', `"${file.name}"`);
      if (isPicture) reply.header('vary', 'Accept');
      return send(request, reply, store, file.name, file.bytes);
    },
  });
}

/** Administrators and readers of an item hear that a film is being prepared. For others it does not exist. */
async function missing(db: Db, reader: Reader, name: string): Promise<HttpError> {
  const hash = parseUploadName(name)?.hash ?? '';
  const job = await jobOf(db, name);
  const isOpen = job && ['storing', 'waiting', 'running'].includes(job.state);
  if (!isOpen || !(await mayFetchUpload(db, reader, hash))) return notFound();
  return new HttpError('files-unavailable', 'This is being prepared. Please try again in a minute.', {
    retryAfter: 10,
  });
}

async function mayFetchUpload(db: Db, reader: Reader, hash: string): Promise<boolean> {
  if (reader.tier === 'admin') return true;
  return (await mayFetch(db, reader, UPLOADS_PREFIX + hash)) || (await isInSettings(db, hash));
}

async function send(request: FastifyRequest, reply: FastifyReply, store: Store, name: string, bytes: number) {
  const { 'if-none-match': known, 'if-range': ifRange, range: requested } = request.headers;
  const etag = `"${name}"`;
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
    return reply.code(304).send();
  const range = ifRange === undefined || ifRange === etag ? parseRange(requested, bytes) : null;
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${bytes}`).header('cache-control', 'no-store');
    return reply.code(416).send();
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${bytes}`);
  reply.header('content-length', range ? range.last - range.first + 1 : bytes);
  if (request.method === 'HEAD') return reply.send();
  const content = await store.read(name, range ?? undefined).catch((error) => {
    if (!(error instanceof StoreError)) throw error;
    request.log.error({ err: error }, 'the store of uploads failed');
    return 'unavailable' as const;
  });
  if (content && content !== 'unavailable') return reply.send(content);
  for (const header of ['content-length', 'content-range', 'content-type', 'etag'])
    reply.removeHeader(header);
  if (content === null) throw notFound();
  throw new HttpError('files-unavailable', 'This file is not available right now. Please try again.', {
    retryAfter: 10,
  });
}
