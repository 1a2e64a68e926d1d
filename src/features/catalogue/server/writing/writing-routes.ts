import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/writing-endpoints.ts';
import { WRITTEN_PREFIX, writtenName } from '../../shared/written-address.ts';
import { LESSON_POLICY } from '../media/lesson-policy.ts';
import { mayFetch } from '../media/media.ts';
import { parseText } from './parse-text.ts';
import { findWriting, insertWriting } from './writings.ts';

/**
 * Registers the reads of texts and exercises, for readers who may open an item with them, and the calls of
 * their authors.
 */
export function writingRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.saveWriting, async ({ body, reader }) => ({
    url: await insertWriting(db, reader.userId, body),
  }));

  serve(app, contract.getWriting, async ({ params }) => {
    const writing = writtenName(WRITTEN_PREFIX + params.name) && (await findWriting(db, params.name));
    if (!writing) throw notFound('This text does not exist any more');
    return writing;
  });

  serve(app, contract.previewText, ({ body }) => ({ nodes: parseText(body.source) }));

  app.get(`${WRITTEN_PREFIX}:name`, async (request, reply) => {
    const { name } = request.params as { name: string };
    const path = WRITTEN_PREFIX + name;
    if (!writtenName(path) || !(await mayFetch(db, request.reader, path))) throw notFound();
    const writing = await findWriting(db, name);
    if (!writing) throw notFound();
    const isText = writing.kind === 'text';
    // Parsed for each request, so that a text follows the rules of the present release.
    const content = isText ? JSON.stringify(parseText(writing.source)) : writing.source;
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    reply
      // Access to the text may end, so the reader's browser revalidates it each time.
      .header('cache-control', 'private, no-cache')
      .header('vary', 'Cookie')
      .header('content-security-policy', LESSON_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(`${isText ? 'application/json' : 'text/html'}; charset=utf-8`).send(content);
  });
}
