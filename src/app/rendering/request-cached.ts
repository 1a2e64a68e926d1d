import type { FastifyInstance } from 'fastify';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { cacheKey } from '#platform/http/cache/serve-cached.ts';
import { unavailable } from '#platform/http/serve/error-handler.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Tier } from '#platform/http/serve/reader.ts';
import type { Received } from './renderer.ts';

/**
 * Calls a cacheable endpoint for a tier. Refuses other endpoints, because a cached page must not contain
 * personal data.
 */
export async function requestCached(app: FastifyInstance, path: string, tier: Tier): Promise<Received> {
  const produce = app.cachedEndpoints.find(path, tier);
  if (!produce) throw new Error(`A cacheable page calls an endpoint that is not cacheable: ${path}`);
  try {
    const response = await app.responseCache.getOrProduce(cacheKey(tier, false, path), produce);
    return received(response.text, response.status, response.headers);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) {
      const { status, body } = unavailable(error);
      return Response.json(body, { status });
    }
    if (!(error instanceof HttpError)) throw error;
    return Response.json(error.body, { status: error.status });
  }
}

/** Makes a response from a text in memory. A real one has a stream, which costs more than the cached call. */
const received = (text: string, status: number, headers: Readonly<Record<string, string>>): Received => ({
  ok: status >= 200 && status < 300,
  status,
  statusText: '',
  headers: new Headers(headers),
  text: async () => text,
  json: async () => JSON.parse(text),
});
