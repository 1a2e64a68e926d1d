import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { failure, UNAVAILABLE } from '#platform/http/error-handler.ts';
import { HttpError } from '#platform/http/errors.ts';
import { innerCallHeaders } from '#platform/http/inner-call.ts';
import { keptKey, sendKept } from '#platform/http/kept-reply.ts';
import type { Tier } from '#platform/http/reader.ts';
import { builtAssets, devAssets, type PageAssets } from './page-assets.ts';

const ROOT = join(import.meta.dirname, '../..');

type Fetch = (path: string, init: { method?: string; headers?: unknown }) => Promise<Response>;

/** What the rendering build exports (src/app/render.tsx); the compiler keeps the two halves apart. */
export interface Renderer {
  inlineScripts: string[];
  enteredCookie: string;
  isKeptPage(url: string): boolean;
  render(request: {
    url: string;
    publicUrl: string;
    enteredByCookie: boolean;
    signedIn?: boolean;
    fetch: Fetch;
    assetsOf: (pageFile: string) => PageAssets;
  }): Promise<{ redirect: string } | { status: number; html: string; complete: boolean }>;
}

export interface Pages {
  inlineScripts: string[];
  /** See `keptKey`; undefined where pages change with their sources and are not kept. */
  enteredCookie?: string;
  register(app: FastifyInstance, publicUrl: () => string): Promise<void>;
  close(): Promise<void>;
}

/** Only a page obeys these; they would weigh most of a kilobyte with each of its files. */
const FOR_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Pages out of the build. */
export async function builtPages(): Promise<Pages> {
  const clientFolder = join(ROOT, 'dist/client');
  const renderer = (await import(pathToFileURL(join(ROOT, 'dist/server/render.js')).href)) as Renderer;
  const assetsOf = await builtAssets(clientFolder);
  return {
    inlineScripts: renderer.inlineScripts,
    enteredCookie: renderer.enteredCookie,
    close: async () => {},
    async register(app, publicUrl) {
      await app.register(fastifyStatic, {
        root: clientFolder,
        wildcard: false,
        index: false,
        decorateReply: false,
        // Compressed by the build; see vite.config.ts.
        preCompressed: true,
        setHeaders: (response, path) => {
          const named = path.includes('/assets/');
          response.header('cache-control', named ? 'public, max-age=31536000, immutable' : keepFor(path));
          if (named) for (const header of FOR_PAGES) response.removeHeader(header);
        },
      });
      const desk = { app, renderer, assetsOf, publicUrl };
      app.get('/*', (request, reply) =>
        renderer.isKeptPage(request.url) && !hasPaidWithoutAccount(request)
          ? sendKeptPage(desk, request, reply)
          : sendOwnPage(desk, request, reply),
      );
    },
  };
}

/** Files that keep their names. An old worker would stay in charge as long as it is kept. */
const keepFor = (path: string) =>
  /service-worker\.js(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';

/** Pages straight from the sources, with hot reload; the bundler is only loaded here. */
export async function devPages(): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root: ROOT, server: { middlewareMode: true }, appType: 'custom' });
  return {
    inlineScripts: [],
    close: () => vite.close(),
    async register(app, publicUrl) {
      app.addHook('onRequest', async (request, reply) => {
        if (request.url.startsWith('/api/')) return;
        await new Promise<void>((resolve, reject) => {
          reply.raw.once('close', resolve);
          vite.middlewares(request.raw, reply.raw, (error?: unknown) => (error ? reject(error) : resolve()));
        });
        if (reply.raw.headersSent) reply.hijack();
      });
      app.get('/*', async (request, reply) => {
        const renderer = (await vite.ssrLoadModule('/src/app/render.tsx')) as unknown as Renderer;
        return sendOwnPage({ app, renderer, assetsOf: () => devAssets, publicUrl }, request, reply);
      });
    },
  };
}

interface Desk {
  app: FastifyInstance;
  renderer: Renderer;
  assetsOf: (pageFile: string) => PageAssets;
  publicUrl: () => string;
}

const HTML = 'text/html; charset=utf-8';

/** Reads as a subscriber and is nobody who is signed in, which a page that is kept for subscribers says of its reader. */
const hasPaidWithoutAccount = ({ reader }: FastifyRequest) =>
  reader.tier !== 'visitor' && reader.userId === null;

/** A page that is the same for all readers of a tier: rendered without knowing who asks, and kept. */
async function sendKeptPage(desk: Desk, request: FastifyRequest, reply: FastifyReply) {
  const { app, renderer, assetsOf, publicUrl } = desk;
  const { tier } = request.reader;
  const enteredByCookie = request.cookies[renderer.enteredCookie] !== undefined;
  const key = keptKey(tier, enteredByCookie, request.url);
  const answer = await app.kept.answer(key, async () => {
    const rendered = await renderer.render({
      url: request.url,
      publicUrl: publicUrl(),
      enteredByCookie,
      signedIn: tier !== 'visitor',
      assetsOf,
      fetch: (path) => askKept(app, path, tier),
    });
    if ('redirect' in rendered) throw new Error(`A kept page leads elsewhere: ${request.url}`);
    return { status: rendered.status, type: HTML, body: rendered.html };
  });
  if (answer.status === 503) reply.header('retry-after', UNAVAILABLE.away.retryAfter);
  return sendKept(app, request, reply, answer, key);
}

/** The application asked for a tier, without a reader: whatever is not kept itself has no place in a kept page. */
async function askKept(app: FastifyInstance, path: string, tier: Tier): Promise<Response> {
  const produce = app.keptEndpoints.at(path, tier);
  if (!produce) throw new Error(`A kept page asks for what is not kept: ${path}`);
  try {
    const { text, status, headers } = await app.kept.answer(keptKey(tier, false, path), produce);
    return new Response(text, { status, headers });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) {
      const { status, message } = UNAVAILABLE[error.why];
      return Response.json({ message }, { status });
    }
    if (!(error instanceof HttpError)) throw error;
    return Response.json({ message: error.message, issues: error.issues }, { status: error.status });
  }
}

/** A page about the reader, rendered for them alone. */
async function sendOwnPage(desk: Desk, request: FastifyRequest, reply: FastifyReply) {
  const { app, renderer, assetsOf, publicUrl } = desk;
  const { cookie } = request.headers;
  const rendered = await renderer.render({
    url: request.url,
    publicUrl: publicUrl(),
    enteredByCookie: request.cookies[renderer.enteredCookie] !== undefined,
    assetsOf,
    // The application asks itself, as this reader and from this reader's address: one path, one authorisation.
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
  reply.header('cache-control', 'private, no-cache');
  if ('status' in rendered && rendered.status === 503)
    reply.header('retry-after', UNAVAILABLE.away.retryAfter);
  if ('redirect' in rendered) return reply.redirect(rendered.redirect, 302);
  return reply.code(rendered.status).type(HTML).send(rendered.html);
}

const PLAIN_WORDS: Record<number, [title: string, text: string]> = {
  404: ['404 Page Not Found', 'There is nothing at this address. It may have been moved or removed.'],
  503: ['One moment, please', 'The site is very busy, or a part of it is away. It will be back by itself.'],
};

/** For when rendering itself fails, or is not tried: plain, and complete without any file of ours. */
export function plainErrorPage(request: FastifyRequest, status: number): string {
  const [title, text] = PLAIN_WORDS[status] ?? [
    'Something went wrong',
    status < 500 ? 'This could not be shown. Please go back and try again.' : failure(request),
  ];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Stillwater</title><body style="font:18px/1.6 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.25rem"><h1 style="font-weight:400">${title}</h1><p>${text}</p><p><a href="">Try Again</a> · <a href="/">Back to the start</a></p></body></html>`;
}
