import type { FastifyInstance } from 'fastify';
import { notFound } from '#platform/http/serve/errors.ts';
import { type CoverOptions, cover } from './cover.mjs';

const SLUG = String.raw`[\p{L}\p{M}\p{N}-]{1,200}`;
const PATH = new RegExp(`^(ocean|wave|droplet)/(?:(${SLUG})/)?(${SLUG})\\.svg$`, 'u');
const CACHED_COVERS = 1000;

/** Opened by itself, a cover runs nothing and stands in no frame. */
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Serves generated covers: `/covers/ocean/{slug}.svg`, `/covers/wave/{ocean}/{slug}.svg`,
 * `/covers/droplet/{ocean}/{slug}-{index}.svg`. A cover depends only on its URL, so it never changes.
 */
export function coverRoutes(app: FastifyInstance): void {
  const cached = new Map<string, string>();

  const config = { impersonal: true };
  app.get<{ Params: { '*': string } }>('/covers/*', { config }, async (request, reply) => {
    const path = request.params['*'];
    let svg = cached.get(path);
    if (svg === undefined) {
      svg = cover(parseCoverPath(path));
      if (cached.size >= CACHED_COVERS) cached.clear();
      cached.set(path, svg);
    }
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', POLICY)
      .send(svg);
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
