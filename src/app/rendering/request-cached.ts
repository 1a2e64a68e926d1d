import type { FastifyInstance } from 'fastify';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { cacheKey } from '#platform/http/cache/serve-cached.ts';
import { unavailable } from '#platform/http/serve/error-handler.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Tier } from '#platform/http/serve/reader.ts';

/**
 * Calls a cacheable endpoint for a tier. Refuses other endpoints, because a cached page must not contain
 * personal data.
 */
export async function requestCached(app: FastifyInstance, path: string, tier: Tier): Promise<Response> {
  const produce = app.cachedEndpoints.find(path, tier);
  if (!produce) throw new Error(`A cacheable page calls an endpoint that is not cacheable: ${path}`);
  try {
    const { text, status, headers } = await app.responseCache.getOrProduce(
      cacheKey(tier, false, path),
      produce,
    );
    return new Response(text, { status, headers });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) {
      const { status, body } = unavailable(error);
      return Response.json(body, { status });
    }
    if (!(error instanceof HttpError)) throw error;
    return Response.json(error.body, { status: error.status });
  }
}
