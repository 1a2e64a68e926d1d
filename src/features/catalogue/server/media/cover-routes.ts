import type { FastifyInstance } from 'fastify';
import { CachedResponse } from '#platform/http/cache/cached-response.ts';
import { acceptedEncoding } from '#platform/http/cache/content-encoding.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { type CoverOptions, cover } from './cover.mjs';

const SLUG = String.raw`[\p{L}\p{M}\p{N}-]{1,200}`;
const PATH = new RegExp(`^(ocean|wave|droplet)/(?:(${SLUG})/)?(${SLUG})\\.svg$`, 'u');
const CACHED_COVERS = 1000;
const TYPE = 'image/svg+xml; charset=utf-8';

/** A cover opened as a document runs no script, and no page can frame it. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Serves generated covers: `/covers/ocean/{slug}.svg`, `/covers/wave/{ocean}/{slug}.svg`,
 * `/covers/droplet/{ocean}/{slug}-{index}.svg`. A cover depends only on its URL, so it never changes.
 * Compression matters: the covers of a page of oceans have 90 KB, compressed a quarter of that.
 */
export function coverRoutes(app: FastifyInstance): void {
  const cached = new Map<string, CachedResponse>();

  const options = { config: { impersonal: true }, onSend: app.recordFile };
  app.get<{ Params: { '*': string } }>('/covers/*', options, async (request, reply) => {
    const path = request.params['*'];
    let svg = cached.get(path);
    if (svg === undefined) {
      svg = new CachedResponse({ status: 200, type: TYPE, body: cover(parseCoverPath(path)) });
      if (cached.size >= CACHED_COVERS) cached.clear();
      cached.set(path, svg);
    }
    const { encoding, body } = await svg.variant(acceptedEncoding(request.headers['accept-encoding']));
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .header('content-type', TYPE)
      .header('content-length', body.length)
      .header('vary', 'Accept-Encoding')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', POLICY)
      .send(body);
  });
}

/** Throws 404 for other paths. */
export function parseCoverPath(path: string): CoverOptions {
  const match = PATH.exec(path);
  if (!match) throw notFound();
  const [, kind, ocean, name = ''] = match;
  const indexed = kind === 'droplet' && ocean ? /^(.+)-(\d{1,4})$/u.exec(name) : null;
  return {
    kind: kind as CoverOptions['kind'],
    slug: indexed?.[1] ?? name,
    ...(ocean ? { ocean } : {}),
    ...(indexed ? { seq: Number(indexed[2]) } : {}),
  };
}
