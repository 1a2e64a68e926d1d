import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CatalogueVersion } from '../../database/version/catalogue-version.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Tier, Viewer } from '../serve/reader.ts';
import { type CachedResponse, type PlainResponse, RecordedHeaders, type Variant } from './cached-response.ts';
import { acceptedEncoding } from './content-encoding.ts';
import { type Audience, type CacheKey, measureCache, ResponseCache } from './response-cache.ts';
import { type Stamp, sharedHeaders } from './shared-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
    cachedEndpoints: CachedEndpoints;
  }
  interface FastifyRequest {
    /** The variant of this response. {@link finishCached} reads it. */
    cachedVariant: Variant | null;
    /** Stamp of a response that shared caches may store if it sets no cookie; else null. */
    sharedStamp: Stamp | null;
  }
}

/** Adds the response cache to the application. Requires `app.metrics`. */
export function addResponseCache(app: FastifyInstance, version: CatalogueVersion, maxBytes: number): void {
  app.decorate('responseCache', new ResponseCache(version, maxBytes));
  app.decorate('cachedEndpoints', new CachedEndpoints());
  app.decorateRequest('cachedVariant', null);
  app.decorateRequest('sharedStamp', null);
  measureCache(app.metrics, app.responseCache);
}

const ENTERED = {
  visitor: 'visitor+',
  free: 'free+',
  subscriber: 'subscriber+',
  editor: 'editor+',
  admin: 'admin+',
} as const satisfies Record<Tier, Audience>;

/** Returns the audience of a tier. Pages also depend on the "entered" cookie; API responses do not. */
export const audienceOf = (tier: Tier, entered: boolean, url: string): Audience =>
  entered && !url.startsWith('/api/') ? ENTERED[tier] : tier;

export const cacheKey = (tier: Tier, entered: boolean, url: string): CacheKey => ({
  audience: audienceOf(tier, entered, url),
  url,
});

/**
 * Browsers revalidate each time, because the reader's tier may have changed. Proxies store no member's
 * responses.
 */
const CACHE_CONTROL = 'private, no-cache';
const VARY = 'Accept-Encoding, Cookie';

/** Sends a cached response in the accepted encoding, or 304 if the client has it. */
export async function sendCached(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  key: CacheKey,
): Promise<FastifyReply> {
  const accepted = acceptedEncoding(request.headers['accept-encoding']);
  const variant = await response.variant(accepted, (bytes) =>
    app.responseCache.addBytes(key, response, bytes),
  );
  response.route = request.routeOptions.url ?? response.route;
  reply.headers(response.headers).header('cache-control', CACHE_CONTROL).header('vary', VARY);
  const isForAll = app.responseCache.isShared && response.status === 200 && isOfVisitors(key);
  if (isForAll && response.stamp) request.sharedStamp = response.stamp;
  if (response.status === 200) {
    reply.header('etag', variant.etag);
    if (etagMatches(request.headers['if-none-match'], variant.etag)) return reply.code(304).send();
  }
  reply.header('content-type', response.type).header('content-length', variant.length);
  if (variant.encoding !== 'identity') reply.header('content-encoding', variant.encoding);
  if (response.status === 200) request.cachedVariant = variant;
  return reply.code(response.status).send(variant.body);
}

const isOfVisitors = ({ audience }: CacheKey) => audience === 'visitor' || audience === 'visitor+';

/** Headers that a 304 lacks. */
const OF_THE_BODY = ['content-length', 'content-encoding', 'content-type'];

/**
 * Allows shared caches to store the response, and records the headers of a variant's first response. Runs
 * last, so that it sees the cookies of other hooks: a response with a cookie is for one browser only.
 */
async function finishCached(
  { sharedStamp, cachedVariant }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (reply.hasHeader('set-cookie')) return;
  if (sharedStamp) reply.headers(sharedHeaders(sharedStamp));
  if (!cachedVariant || cachedVariant.headers) return;
  const headers = reply.getHeaders();
  cachedVariant.notModifiedHeaders = new RecordedHeaders(headers, OF_THE_BODY);
  cachedVariant.headers = new RecordedHeaders(headers);
}

/** Tells whether an `If-None-Match` header names this ETag. */
export function etagMatches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

/** Makes the response of a cacheable endpoint. Throws `HttpError` as the endpoint does. */
type Make = (params: unknown, query: unknown, viewer: Viewer) => Promise<PlainResponse>;

/** Serves an endpoint whose responses are cached for a whole tier. */
export function serveCacheable(app: FastifyInstance, endpoint: Endpoint, make: Make): void {
  if (endpoint.method !== 'GET' || endpoint.access !== 'anyone' || endpoint.limits)
    throw new Error(
      `${endpoint.method} ${endpoint.path} is not public or has a rate limit, so it cannot be cacheable`,
    );
  app.cachedEndpoints.add(endpoint, make);
  app.route({
    ...CACHED_ROUTE,
    url: endpoint.path,
    config: { gated: endpoint.gated ?? false, isCall: true },
    handler: async (request, reply) => {
      const { tier, preview } = request.reader;
      if (preview) {
        const { status, type, body, headers } = await make(request.params, request.query, { tier, preview });
        return reply
          .headers(headers ?? {})
          .code(status)
          .type(type)
          .send(body);
      }
      const key = cacheKey(tier, false, request.url);
      const response = await app.responseCache.getOrProduce(key, () =>
        make(request.params, request.query, { tier }),
      );
      return sendCached(app, request, reply, response, key);
    },
  });
}

/** Options of every route that calls {@link sendCached}. */
export const CACHED_ROUTE = {
  // Listed explicitly, because Fastify's own HEAD route would send `content-length: 0` with a 304.
  method: ['GET', 'HEAD'] as ('GET' | 'HEAD')[],
  onSend: finishCached,
};

interface CacheableRoute {
  pattern: RegExp;
  paramNames: string[];
  make: Make;
}

/** The cacheable endpoints. Cacheable pages call them without an HTTP request. */
class CachedEndpoints {
  readonly #routes: CacheableRoute[] = [];

  add({ path }: Endpoint, make: Make): void {
    const paramNames = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`);
    this.#routes.push({ pattern, paramNames, make });
  }

  /** Finds the cacheable endpoint for a URL, or undefined. */
  find(url: string, tier: Tier): (() => Promise<PlainResponse>) | undefined {
    const [path = '', search = ''] = url.split('?', 2);
    for (const { pattern, paramNames, make } of this.#routes) {
      const match = pattern.exec(path);
      if (!match) continue;
      const params = Object.fromEntries(
        paramNames.map((name, index) => [name, decodeURIComponent(match[index + 1] as string)]),
      );
      const query = Object.fromEntries(new URLSearchParams(search));
      return () => make(params, query, { tier });
    }
    return undefined;
  }
}
