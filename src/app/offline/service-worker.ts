import { alone } from '#features/offline/web/store/kept-index.ts';
import { refreshKept } from '#features/offline/web/store/refresh-kept.ts';
import { forgetAll } from '#features/offline/web/store/remove-items.ts';
import { offlineWords } from '#features/offline/web/worker/offline-page.ts';
import {
  answerFromKept,
  findKeptPage,
  followIndex,
  readKeptNow,
} from '#features/offline/web/worker/serve-kept.ts';
import offlinePage from './offline-page.html?raw';

/*
 * The service worker. Pages come from the network. Without a connection, a kept page is shown, or else the
 * offline page, which is part of this file. Other requests bypass the worker.
 */

/**
 * The used part of `ServiceWorkerGlobalScope`, because TypeScript cannot load its types beside those of
 * pages.
 */
interface Worker {
  registration: { navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> } };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: Installing) => void): void;
  addEventListener(type: 'activate', listener: (event: Lifetime) => void): void;
  addEventListener(type: 'message', listener: (event: Lifetime & { data: unknown }) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
}
interface Lifetime {
  waitUntil(work: Promise<unknown>): void;
}
interface Installing extends Lifetime {
  /** Only in Chromium. */
  addRoutes?(routes: { condition: { requestMethod: string }; source: 'network' }[]): Promise<void>;
}
interface Fetched extends Lifetime {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

const worker = globalThis as unknown as Worker;

followIndex();

worker.addEventListener('install', (event) => {
  // Chromium drops requests of a closing page when they must pass a worker.
  const routes = event.addRoutes?.(
    ['POST', 'PUT'].map((requestMethod) => ({ condition: { requestMethod }, source: 'network' })),
  );
  event.waitUntil(Promise.resolve(routes).catch(() => {}));
  // A new version takes over at once, because workers store nothing that a page depends on.
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener('activate', (event) => {
  // Kept files are served to open pages too, not only to later ones.
  event.waitUntil(Promise.all([setPreload(), worker.clients.claim()]));
});

/**
 * Sets up navigation preload, with which the browser requests the page while this worker starts. It is off in
 * Firefox, which shows its own error page when that request fails, whatever the worker responds.
 */
async function setPreload(): Promise<void> {
  const { navigationPreload } = worker.registration;
  if (navigator.userAgent.includes('Firefox/')) await navigationPreload?.disable();
  else await navigationPreload?.enable();
}

worker.addEventListener('message', (event) => {
  // Removes everything after logging out, even without a connection, and again after a running download.
  if (event.data === 'forget') event.waitUntil(forgetAll().then(() => alone(forgetAll)));
  // The connection is back.
  if (event.data === 'refresh') event.waitUntil(refresh().catch(() => {}));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  // The browser handles forms sent without script, and preserves the typed values.
  if (request.mode !== 'navigate') {
    const answer = answerFromKept(request);
    if (answer) event.respondWith(answer);
    return;
  }
  if (request.method !== 'GET' || request.destination !== 'document') return;
  if (new URL(request.url).pathname.startsWith('/api/')) return;
  const response = fetchPage(event);
  event.respondWith(response);
  event.waitUntil(response.then(({ status }) => (status < 400 ? contact() : undefined)));
});

let refreshing: Promise<void> | undefined;

/** Checks kept items with the server. A second call during the first gets its result. */
function refresh(): Promise<void> {
  refreshing ??= refreshKept().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Minimum time between two refreshes of kept items, in ms, because page views are frequent. */
const REFRESH_INTERVAL = 60_000;
let refreshedAt = 0;

/** Delays before attempts, in ms. A restored network may fail again; a busy server may refuse. */
const WAITS = [0, 1_000, 3_000, 10_000];

/** Checks kept items with the server after a page has come from the network or from this device. */
async function contact(): Promise<void> {
  if (Date.now() - refreshedAt < REFRESH_INTERVAL) return;
  refreshedAt = Date.now();
  for (const wait of WAITS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (
      await refresh().then(
        () => true,
        () => false,
      )
    )
      return;
  }
  // Without a connection the next page tries again.
  refreshedAt = 0;
}

async function fetchPage({ request, preloadResponse }: Fetched): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    // On a lossy connection the second attempt often succeeds.
    return fetch(request).catch(async () => (await findKeptPage(request)) ?? offlineResponse());
  }
}

async function offlineResponse(): Promise<Response> {
  const nonce = crypto.randomUUID();
  const words = offlineWords(await readKeptNow());
  const page = offlinePage
    .replaceAll(/<(style|script)>/g, `<$1 nonce="${nonce}">`)
    .replaceAll(/{{(title|text|list)}}/g, (_, name: keyof typeof words) => words[name]);
  return new Response(page, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        `default-src 'none'; img-src 'self' data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`,
        "connect-src 'self'; base-uri 'none'; form-action 'none'",
        "require-trusted-types-for 'script'; trusted-types 'none'",
      ].join('; '),
    },
  });
}
