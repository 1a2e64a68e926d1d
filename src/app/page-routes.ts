import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withoutSlug } from '#features/sharing/shared/item-address.ts';
import { CACHED_ROUTE, cacheKey, sendCached } from '#platform/http/cache/serve-cached.ts';
import { innerCallHeaders } from '#platform/http/observe/requests.ts';
import { RETRY_AFTER_OUTAGE } from '#platform/http/serve/error-handler.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { builtAssets, devAssets, type PageAssets } from './page-assets.ts';
import { renderPreview } from './rendering/page-preview.ts';
import { plainAddress } from './rendering/plain-address.ts';
import type { Renderer } from './rendering/renderer.ts';
import { requestCached } from './rendering/request-cached.ts';
import type { RenderPreview } from './rendering/text-preview.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Adds the tags for link previews and search engines to a page's HTML. */
type AddMetadata = (address: string, page: { status: number; html: string }) => Promise<string>;

export interface Pages {
  inlineScripts: string[];
  register(app: FastifyInstance, publicUrl: () => string, addMetadata: AddMetadata): Promise<void>;
  /** Returns a function that renders pages with unsaved settings. */
  preview?(app: FastifyInstance, publicUrl: () => string): RenderPreview;
  close(): Promise<void>;
}

/** Content security policy of the build's files. The policy of pages would add half a kilobyte to each. */
const ASSET_POLICY = "base-uri 'none';object-src 'none';frame-ancestors 'none'";

/** Headers that only pages need. */
const PAGE_HEADERS = [
  'cross-origin-opener-policy',
  'permissions-policy',
  'reporting-endpoints',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const SVG = 'image/svg+xml; charset=utf-8';

/** Route settings of the build's files, whose names contain a hash. */
const ASSET = { impersonal: true, neverShed: true };

/** Serves pages from the build. */
export async function builtPages(): Promise<Pages> {
  const clientFolder = join(ROOT, 'dist/client');
  const renderer = (await import(pathToFileURL(join(ROOT, 'dist/server/render.js')).href)) as Renderer;
  const assetsOf = await builtAssets(clientFolder);
  return {
    inlineScripts: renderer.inlineScripts,
    close: async () => {},
    preview: (app, publicUrl) => (page) => renderPreview({ app, renderer, assetsOf, publicUrl }, page),
    async register(app, publicUrl, addMetadata) {
      app.addHook('onRoute', (route) => {
        if (!route.url.startsWith('/assets/')) return;
        route.config = { ...route.config, ...ASSET };
        route.onSend = [app.recordFile, route.onSend ?? []].flat();
      });
      await app.register(fastifyStatic, {
        root: clientFolder,
        wildcard: false,
        index: false,
        decorateReply: false,
        // Compressed by the build; see vite.config.ts.
        preCompressed: true,
        setHeaders: (response, path) => {
          const named = path.includes('/assets/');
          response.header(
            'cache-control',
            named ? 'public, max-age=31536000, immutable' : cacheControlOf(path),
          );
          // SVG is text, so its type names the encoding.
          if (/\.svg(\.br|\.gz)?$/.test(path)) response.header('content-type', SVG);
          if (!named) return;
          for (const header of PAGE_HEADERS) response.removeHeader(header);
          response.header('content-security-policy', ASSET_POLICY);
        },
      });
      registerPages({ app, renderer, assetsOf, publicUrl, addMetadata });
    },
  };
}

/**
 * Returns the `Cache-Control` of files without a hash in their names. A cached service worker would stay
 * active.
 */
const cacheControlOf = (path: string) =>
  /service-worker\.js(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';

/** Serves pages from the sources, with hot reload. Only this function loads the bundler. */
export async function devPages(): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true },
    // Vite's own loader writes and imports a file, which `node --watch` treats as a change of the program.
    configLoader: 'native',
  });
  return {
    inlineScripts: [],
    close: () => vite.close(),
    preview: (app, publicUrl) => async (page) => {
      const renderer = (await vite.ssrLoadModule('/src/app/render.tsx')) as unknown as Renderer;
      return renderPreview({ app, renderer, assetsOf: devAssets, publicUrl }, page);
    },
    async register(app, publicUrl, addMetadata) {
      app.addHook('onRequest', async (request, reply) => {
        if (request.routeOptions.config.isCall) return;
        await new Promise<void>((resolve, reject) => {
          reply.raw.once('close', resolve);
          vite.middlewares(request.raw, reply.raw, (error?: unknown) => (error ? reject(error) : resolve()));
        });
        if (reply.raw.headersSent) reply.hijack();
      });
      app.get('/*', async (request, reply) => {
        const renderer = (await vite.ssrLoadModule('/src/app/render.tsx')) as unknown as Renderer;
        const server = { app, renderer, assetsOf: devAssets, publicUrl, addMetadata };
        return sendOwnPage(server, request, reply);
      });
    },
  };
}

interface PageServer {
  app: FastifyInstance;
  renderer: Renderer;
  assetsOf: (pageFile: string) => PageAssets;
  publicUrl: () => string;
  addMetadata: AddMetadata;
}

/** Serves a page for every URL that is neither a call nor a file. */
export function registerPages(server: PageServer): void {
  // The file belongs to another build, or does not exist, so no page is rendered.
  server.app.get('/assets/*', { config: ASSET }, () => {
    throw notFound();
  });
  server.app.route({
    ...CACHED_ROUTE,
    url: '/*',
    handler: (request, reply) => {
      const plain = plainAddress(request.url);
      if (plain !== request.url) return reply.redirect(plain, 301);
      return server.renderer.isCacheablePage(request.url) &&
        !hasPaidWithoutAccount(request) &&
        !request.reader.preview
        ? sendCachedPage(server, request, reply)
        : sendOwnPage(server, request, reply);
    },
  });
}

const HTML = 'text/html; charset=utf-8';

/**
 * Tells whether a reader has paid without an account. They have the tier of a subscriber, but are not signed
 * in, so they must not get a page cached for subscribers.
 */
const hasPaidWithoutAccount = ({ reader }: FastifyRequest) =>
  reader.tier !== 'visitor' && reader.userId === null;

/** Sends a page that is equal for all readers of a tier, rendered for the tier only. */
async function sendCachedPage(server: PageServer, request: FastifyRequest, reply: FastifyReply) {
  const { app, renderer, assetsOf, publicUrl, addMetadata } = server;
  const { tier } = request.reader;
  const enteredByCookie = request.entry === 'entered';
  // The slug in an item's address has no effect, so its page is cached without it.
  const url = withoutSlug(request.url);
  const key = cacheKey(tier, enteredByCookie, url);
  const answer = await app.responseCache.getOrProduce(key, async () => {
    const rendered = await renderer.render({
      url,
      publicUrl: publicUrl(),
      enteredByCookie,
      signedIn: tier !== 'visitor',
      assetsOf,
      fetch: (path) => requestCached(app, path, tier),
    });
    if ('redirect' in rendered) throw new Error(`A cacheable page must not redirect: ${request.url}`);
    const body = await addMetadata(url, rendered);
    return { status: rendered.status, type: HTML, body };
  });
  if (answer.status === 503) reply.header('retry-after', RETRY_AFTER_OUTAGE);
  return sendCached(app, request, reply, answer, key);
}

/** Sends a page about the reader, rendered for them only. */
async function sendOwnPage(server: PageServer, request: FastifyRequest, reply: FastifyReply) {
  const { app, renderer, assetsOf, publicUrl } = server;
  const { cookie } = request.headers;
  const rendered = await renderer.render({
    url: request.url,
    publicUrl: publicUrl(),
    enteredByCookie: request.entry === 'entered',
    isPreview: request.reader.preview !== undefined,
    assetsOf,
    // The application calls itself with the reader's cookie and address: one path, one authorization.
    fetch: async (path, init) => {
      const answer = await app.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: path,
        headers: { ...(cookie ? { cookie } : {}), ...innerCallHeaders(request.id) },
        remoteAddress: request.ip,
      });
      return new Response(answer.statusCode === 204 ? null : answer.rawPayload, {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
      });
    },
  });
  // Browsers must not store a member's pages beyond the logout.
  reply.header('cache-control', request.reader.userId === null ? 'private, no-cache' : 'no-store');
  if ('status' in rendered && rendered.status === 503) reply.header('retry-after', RETRY_AFTER_OUTAGE);
  if ('redirect' in rendered) return reply.redirect(rendered.redirect, 302);
  const html = renderer.isCacheablePage(request.url)
    ? await server.addMetadata(withoutSlug(request.url), rendered)
    : rendered.html;
  return reply.code(rendered.status).type(HTML).send(html);
}
