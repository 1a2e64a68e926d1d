import type { FastifyInstance } from 'fastify';
import { notFound } from '#platform/http/errors.ts';
import { type CoverWish, cover } from './cover.mjs';

const SLUG = String.raw`[\p{L}\p{M}\p{N}-]{1,200}`;
const PATH = new RegExp(`^(ocean|wave|droplet)/(?:(${SLUG})/)?(${SLUG})\\.svg$`, 'u');
const KEPT = 1000;

/**
 * Generated cover art: `/covers/ocean/{slug}.svg`, `/covers/wave/{ocean}/{slug}.svg`,
 * `/covers/droplet/{ocean}/{slug}-{place}.svg`. The address says everything, so it never changes.
 */
export function coverRoutes(app: FastifyInstance): void {
  const drawn = new Map<string, string>();

  app.get('/covers/*', async (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    let svg = drawn.get(path);
    if (svg === undefined) {
      svg = cover(parseCoverPath(path));
      if (drawn.size >= KEPT) drawn.clear();
      drawn.set(path, svg);
    }
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(svg);
  });
}

function parseCoverPath(path: string): CoverWish {
  const match = PATH.exec(path);
  if (!match) throw notFound();
  const [, kind, ocean, name = ''] = match;
  const place = kind === 'droplet' && ocean ? /^(.+)-(\d{1,4})$/u.exec(name) : null;
  return {
    kind: kind as CoverWish['kind'],
    slug: place?.[1] ?? name,
    ...(ocean ? { ocean } : {}),
    ...(place ? { seq: Number(place[2]) } : {}),
  };
}
