import type { FastifyInstance } from 'fastify';
import { mayFetch } from '#features/catalogue/server/media/media.ts';
import { seesDrafts } from '#features/catalogue/server/read/may-open.ts';
import type { Db } from '#platform/database/open.ts';
import { MEDIA_KEY, surrogateKeys, UNCHANGING_FILE } from '#platform/http/cache/shared-cache.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import { type Reader, VISITOR } from '#platform/http/serve/reader.ts';
import {
  AVIF_TYPE,
  avifName,
  isPictureName,
  parseUploadName,
  UPLOADS_PREFIX,
} from '../shared/upload-address.ts';
import { isBeingMade } from './jobs/job-queries.ts';
import { isInSettings, storedFile } from './queries.ts';
import { sendFile } from './sending/send-file.ts';
import type { Store } from './store.ts';

/** Scripts in an uploaded file never run, even when it is opened directly, and no page can frame it. */
const POLICY = [
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  "frame-ancestors 'none'; sandbox",
].join('; ');

/**
 * Only the reader's browser caches the file, and revalidates it each time: 304, or 404 after a withdrawal.
 */
const PRIVATE = 'private, no-cache';

/**
 * Serves uploaded files, with byte ranges, to readers who may open an item with them. Access is checked for
 * every range, no matter whether this program, the proxy in front or the store sends the bytes. Browsers that
 * read AVIF get pictures in it (docs/decisions/0050-pictures-as-avif.md).
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
      if (isOpen) reply.headers(surrogateKeys(MEDIA_KEY));
      reply
        .header('cache-control', isOpen ? UNCHANGING_FILE : PRIVATE)
        .header('content-type', file.contentType)
        .header('content-disposition', `inline; filename="${file.name}"`)
        .header('content-security-policy', POLICY)
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
        .header('accept-ranges', 'bytes')
        .header('etag', `"${file.name}"`);
      if (isPicture) reply.header('vary', 'Accept');
      return sendFile(request, reply, store, { ...file, isOpen });
    },
  });
}

/**
 * Explains a missing file. Staff and readers of an item learn that a film is being prepared; for others it
 * does not exist.
 */
async function missing(db: Db, reader: Reader, name: string): Promise<HttpError> {
  const hash = parseUploadName(name)?.hash ?? '';
  if (!(await isBeingMade(db, hash, name)) || !(await mayFetchUpload(db, reader, hash))) return notFound();
  return new HttpError('files-unavailable', 'This is being prepared. Please try again in a minute.', {
    retryAfter: 10,
  });
}

async function mayFetchUpload(db: Db, reader: Reader, hash: string): Promise<boolean> {
  if (seesDrafts(reader)) return true;
  return (await mayFetch(db, reader, UPLOADS_PREFIX + hash)) || (await isInSettings(db, hash));
}
