import type { FastifyInstance } from 'fastify';
import { RecordedHeaders } from '../cache/cached-response.ts';

/** Headers of one request or connection, not of the response. */
export const PER_REQUEST = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id']);
/** Headers that a 304 does not have. */
const OF_THE_BODY = new Set(['content-length', 'content-encoding', 'content-type']);

/** Records the headers with which the router sends each response the first time. */
export function recordHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { cachedVariant, personalVariant } = request;
    if ((!cachedVariant || cachedVariant.headers) && !personalVariant) return done(null, payload);
    if (reply.hasHeader('set-cookie')) return done(null, payload);
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !PER_REQUEST.has(name));
    if (cachedVariant) {
      cachedVariant.notModifiedHeaders = new RecordedHeaders(
        headers.filter(([name]) => !OF_THE_BODY.has(name)),
      );
      cachedVariant.headers = new RecordedHeaders(headers);
    }
    if (personalVariant) {
      const lasting = headers.filter(([name]) => name !== 'content-length');
      personalVariant.call.headers[personalVariant.encoding] ??= new RecordedHeaders(lasting);
    }
    done(null, payload);
  });
}
