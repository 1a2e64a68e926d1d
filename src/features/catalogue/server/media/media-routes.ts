import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { LESSON_POLICY } from './lesson-policy.ts';
import { mayFetch } from './media.ts';
import { MEDIA_PREFIX } from './own-path.ts';

const FILE = /^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/;

/** Serves the site's own media, with byte ranges, to readers who may open an item with them. */
export async function mediaRoutes(app: FastifyInstance, db: Db, folder: string): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, decorateReply: true, cacheControl: false });

  app.get(`${MEDIA_PREFIX}*`, async (request, reply) => {
    const file = (request.params as { '*': string })['*'];
    if (!FILE.test(file) || !(await mayFetch(db, request.reader, MEDIA_PREFIX + file))) throw notFound();
    reply
      .header('cache-control', 'private, max-age=3600')
      .header('content-security-policy', LESSON_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cross-origin-resource-policy', 'same-origin');
    return reply.sendFile(file, folder);
  });
}
