import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { MEDIA_PREFIX, mayFetch } from './media.ts';

const FILE = /^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/;
/** Interactive droplets are pages that run their own script, isolated from the site and the network. */
const LESSON_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'media-src data:',
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

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
