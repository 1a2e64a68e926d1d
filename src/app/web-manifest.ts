import type { FastifyInstance } from 'fastify';
import { allSettings } from '#features/settings/server/queries.ts';
import { SETTING_DEFAULTS } from '#features/settings/shared/setting-defaults.ts';
import type { Db } from '#platform/database/open.ts';
import { keptKey, sendKept } from '#platform/http/kept-reply.ts';

const PATH = '/manifest.webmanifest';

/** `--page` of tokens.css by day. The bar above an open page follows the theme by the page's own words. */
const GROUND = '#f1f5f4';

const icon = (src: string, sizes: string, purpose: 'any' | 'maskable') => ({
  src,
  sizes,
  type: 'image/png',
  purpose,
});

/** What a phone needs to know to keep the site among its applications; kept as other answers are. */
export function webManifest(app: FastifyInstance, db: Db): void {
  app.get(PATH, async (request, reply) => {
    // The same for everybody: browsers ask for it without saying who they are.
    const key = keptKey('visitor', false, PATH);
    const answer = await app.kept.answer(key, async () => ({
      status: 200,
      type: 'application/manifest+json; charset=utf-8',
      body: JSON.stringify(await describe(db)),
    }));
    return sendKept(app, request, reply, answer, key);
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
    background_color: GROUND,
    theme_color: GROUND,
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
