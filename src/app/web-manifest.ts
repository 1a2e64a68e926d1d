import type { FastifyInstance } from 'fastify';
import { allSettings } from '#features/settings/server/queries.ts';
import { SETTING_DEFAULTS } from '#features/settings/shared/setting-defaults.ts';
import type { Db } from '#platform/database/open.ts';
import { CACHED_ROUTE, cacheKey, sendCached } from '#platform/http/cache/serve-cached.ts';

const PATH = '/manifest.webmanifest';

/** `--page` of tokens.css in the light theme. */
const BACKGROUND = '#f1f5f4';

const icon = (src: string, sizes: string, purpose: 'any' | 'maskable') => ({
  src,
  sizes,
  type: 'image/png',
  purpose,
});

/** Serves the web app manifest, by which phones install the site. Cached like other responses. */
export function webManifest(app: FastifyInstance, db: Db): void {
  app.route({
    ...CACHED_ROUTE,
    url: PATH,
    handler: async (request, reply) => {
      // Browsers request it without cookies, so it is equal for everybody.
      const key = cacheKey('visitor', false, PATH);
      const response = await app.responseCache.getOrProduce(key, async () => ({
        status: 200,
        type: 'application/manifest+json; charset=utf-8',
        body: JSON.stringify(await describe(db)),
      }));
      return sendCached(app, request, reply, response, key);
    },
  });
}

async function describe(db: Db) {
  const settings = new Map((await allSettings(db)).map(({ key, value }) => [key, value]));
  const setting = (key: keyof typeof SETTING_DEFAULTS) => settings.get(key) || SETTING_DEFAULTS[key];
  return {
    id: '/app',
    name: setting('site.title'),
    short_name: setting('site.title'),
    description: setting('site.description'),
    lang: 'en',
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    categories: ['education', 'health', 'lifestyle'],
    icons: [
      icon('/icon-192.png', '192x192', 'any'),
      icon('/icon-512.png', '512x512', 'any'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      { name: 'Explore', url: '/explore' },
      { name: 'Favorites', url: '/favorites' },
    ],
  };
}
