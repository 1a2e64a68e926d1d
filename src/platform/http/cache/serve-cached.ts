import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CatalogueVersion } from '../../database/version/catalogue-version.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Tier } from '../serve/reader.ts';
import type { CachedResponse, PlainResponse, Variant } from './cached-response.ts';
import { acceptedEncoding } from './content-encoding.ts';
import { type Audience, type CacheKey, measureCache, ResponseCache } from './response-cache.ts';
import { sharedHeaders } from './shared-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
    cachedEndpoints: CachedEndpoints;
  }
  interface FastifyRequest {
    /** The variant that answers this request. The fast path records its headers as they are sent. */
    cachedVariant: Variant | null;
  }
}

/** Gives the application its response cache. Needs `app.metrics`. */
export function addResponseCache(app: FastifyInstance, version: CatalogueVersion, maxBytes: number): void {
  app.decorate('responseCache', new ResponseCache(version, maxBytes));
  app.decorate('cachedEndpoints', new CachedEndpoints());
  app.decorateRequest('cachedVariant', null);
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

/** Browsers revalidate each time: the reader's tier may have changed. Proxies store nothing of members. */
const CACHE_CONTROL = 'private, no-cache';
const VARY = 'Accept-Encoding, Cookie';

/** Sends a cached response in the accepted encoding, or 304 when the client has it. */
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
  const { stamp } = response;
  if (
    app.responseCache.isShared &&
    stamp &&
    response.status === 200 &&
    isOfVisitors(key) &&
    !setsCookie(reply)
  )
    reply.headers(sharedHeaders(stamp));
  if (response.status === 200) {
    reply.header('etag', variant.etag);
    if (etagMatches(request.headers['if-none-match'], variant.etag)) return reply.code(304).send();
  }
  reply.header('content-type', response.type).header('content-length', variant.body.length);
  if (variant.encoding !== 'identity') reply.header('content-encoding', variant.encoding);
  if (response.status === 200) request.cachedVariant = variant;
  return reply.code(response.status).send(variant.body);
}

const isOfVisitors = ({ audience }: CacheKey) => audience === 'visitor' || audience === 'visitor+';

/** A hook may have set one before: it belongs to this browser alone. */
const setsCookie = (reply: FastifyReply) => reply.hasHeader('set-cookie');

/** Tells whether an `If-None-Match` header names this ETag. */
export function etagMatches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}

/** Produces the response of a cacheable endpoint for a tier. Throws `HttpError` as the endpoint does. */
export type Produce = (params: unknown, query: unknown, tier: Tier) => Promise<PlainResponse>;

interface CacheableRoute {
  pattern: RegExp;
  paramNames: string[];
  produce: Produce;
}

/** The cacheable endpoints. Cacheable pages call them without an HTTP request. */
export class CachedEndpoints {
  readonly #routes: CacheableRoute[] = [];

  add({ path }: Endpoint, produce: Produce): void {
    const paramNames = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`);
    this.#routes.push({ pattern, paramNames, produce });
  }

  /** Finds the cacheable endpoint for a URL, or undefined. */
  find(url: string, tier: Tier): (() => Promise<PlainResponse>) | undefined {
    const [path = '', search = ''] = url.split('?', 2);
    for (const { pattern, paramNames, produce } of this.#routes) {
      const match = pattern.exec(path);
      if (!match) continue;
      const params = Object.fromEntries(
        paramNames.map((name, index) => [name, decodeURIComponent(match[index + 1] as string)]),
      );
      const query = Object.fromEntries(new URLSearchParams(search));
      return () => produce(params, query, tier);
    }
    return undefined;
  }
}
