import type { FastifyInstance } from 'fastify';
import type { Store } from '#features/uploads/server/store.ts';
import type { Db } from '#platform/database/open.ts';
import type { PlainResponse } from '#platform/http/cache/cached-response.ts';
import { CACHED_ROUTE, cacheKey, sendCached } from '#platform/http/cache/serve-cached.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { atomFeed } from './atom-feed.ts';
import { embedOf } from './describe-embed.ts';
import { FEED_PATH, ROBOTS_PATH, SITEMAP_PATH } from './paths.ts';
import { pictureRoutes } from './preview-picture/picture-routes.ts';
import { assertSharingOn, isSharingOn, publicItem } from './shared-items.ts';
import { sitemapIndex, sitemapPart } from './sitemap.ts';

interface SharingSetup {
  db: Db;
  publicUrl: () => string;
  /** The store of uploaded pictures. */
  store: Store;
}

/** Serves link previews, search engines and feed readers. Responses are equal for all readers. */
export function sharingRoutes(app: FastifyInstance, { db, publicUrl, store }: SharingSetup): void {
  serve(app, contract.getSharedItem, async ({ params }) => {
    await assertSharingOn(db);
    const shared = await publicItem(db, params);
    if (!shared) throw notFound();
    const { kind, item, duration, within } = shared;
    const { id, slug, title, description, imageUrl, imageAlt, locked } = item;
    const titles = within.map((level) => level.item.title);
    const picture = { imageUrl, imageAlt };
    return { kind, id, slug, title, description, ...picture, duration, locked, within: titles };
  });

  serve(app, contract.describeEmbed, async ({ query }) => {
    await assertSharingOn(db);
    return embedOf(db, publicUrl(), query);
  });

  textFile(app, ROBOTS_PATH, 'text/plain', async () =>
    (await isSharingOn(db)) ? robots(publicUrl()) : REFUSAL,
  );
  textFile(app, FEED_PATH, 'application/atom+xml', async () => {
    await assertSharingOn(db);
    return atomFeed(db, publicUrl());
  });
  textFile(app, SITEMAP_PATH, 'application/xml', async () => {
    await assertSharingOn(db);
    return sitemapIndex(db, publicUrl());
  });
  textFile(app, '/sitemap-:part.xml', 'application/xml', async ({ part = '' }) => {
    await assertSharingOn(db);
    const text = await sitemapPart(db, publicUrl(), part);
    if (text === null) throw notFound();
    return text;
  });
  pictureRoutes(app, db, store);
}

const REFUSAL = 'User-agent: *\nDisallow: /\n';

/** Returns robots.txt. Pages about the reader show a crawler nothing but a form. */
const robots = (publicUrl: string) =>
  [
    'User-agent: *',
    ...['/account', '/admin', '/favorites', '/sign-in'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}${SITEMAP_PATH}`,
    '',
  ].join('\n');

/** Serves a text that depends only on catalogue and settings, cached like other responses. */
function textFile(
  app: FastifyInstance,
  url: string,
  type: string,
  write: (params: Record<string, string | undefined>) => Promise<string>,
): void {
  app.route<{ Params: Record<string, string | undefined> }>({
    ...CACHED_ROUTE,
    url,
    config: { impersonal: true },
    handler: async (request, reply) => {
      // Crawlers have no cookies, and readers with cookies get the same response.
      const key = cacheKey('visitor', false, request.url.replace(/\?.*$/s, ''));
      const response = await app.responseCache.getOrProduce(
        key,
        async (): Promise<PlainResponse> => ({
          status: 200,
          type: `${type}; charset=utf-8`,
          body: await write(request.params),
        }),
      );
      return sendCached(app, request, reply, response, key);
    },
  });
}
