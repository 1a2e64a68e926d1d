import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { MEDIA_KEY, SHARED_FILE, surrogateKeys } from '#platform/http/cache/shared-cache.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import { LESSON_POLICY } from './lesson-policy.ts';
import { mayFetch } from './media.ts';
import { MEDIA_PREFIX } from './own-path.ts';

const FILE = /^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/;

/** Everybody may fetch the file. */
const OPEN = `public, max-age=3600, ${SHARED_FILE}`;
/**
 * Only the reader's browser caches the file, and revalidates it each time, because a subscription or session
 * may end.
 */
const PRIVATE = 'private, no-cache';

/** Serves the site's own media, with byte ranges, to readers who may open an item with them. */
export async function mediaRoutes(app: FastifyInstance, db: Db, folder: string): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, decorateReply: true, cacheControl: false });

  app.get(`${MEDIA_PREFIX}*`, async (request, reply) => {
    const file = (request.params as { '*': string })['*'];
    if (!FILE.test(file)) throw notFound();
    const isOpen = await mayFetch(db, VISITOR, MEDIA_PREFIX + file);
    if (!isOpen && !(await mayFetch(db, request.reader, MEDIA_PREFIX + file))) throw notFound();
    if (isOpen) reply.headers(surrogateKeys(MEDIA_KEY));
    reply
      .header('cache-control', isOpen ? OPEN : PRIVATE)
      .header('content-security-policy', LESSON_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cross-origin-resource-policy', 'same-origin');
    return reply.sendFile(file, folder);
  });
}
