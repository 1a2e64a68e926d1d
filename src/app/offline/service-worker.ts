import offlinePage from './offline-page.html?raw';

/* The service worker. Pages always come from the network, and without one the offline page is shown. API
   calls, media and files bypass the worker, and it stores no response. The offline page is part of this file,
   which the browser stores. */

/** The used part of `ServiceWorkerGlobalScope`: TypeScript cannot load its types beside those of pages. */
interface Worker {
  registration: { navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lifetime) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
}
interface Lifetime {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

const worker = globalThis as unknown as Worker;

worker.addEventListener('install', (event) => {
  // A new version takes over at once: workers store nothing that a page depends on.
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener('activate', (event) => {
  // No `clients.claim()`: each navigation finds the newest version by itself.
  event.waitUntil(setPreload());
});

/**
 * With preload the browser requests the page while this worker starts. Firefox shows its own error page when
 * that request fails, whatever the worker responds, so preload is off there.
 */
async function setPreload(): Promise<void> {
  const { navigationPreload } = worker.registration;
  if (navigator.userAgent.includes('Firefox/')) await navigationPreload?.disable();
  else await navigationPreload?.enable();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  // The browser handles forms that are sent without script, and preserves what was typed.
  if (request.method !== 'GET' || request.mode !== 'navigate' || request.destination !== 'document') return;
  if (new URL(request.url).pathname.startsWith('/api/')) return;
  event.respondWith(fetchPage(event));
});

async function fetchPage({ request, preloadResponse }: Fetched): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    // On a lossy connection the second attempt often succeeds.
    return fetch(request).catch(offlineResponse);
  }
}

function offlineResponse(): Response {
  const nonce = crypto.randomUUID();
  return new Response(offlinePage.replaceAll(/<(style|script)>/g, `<$1 nonce="${nonce}">`), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`,
        "connect-src 'self'; base-uri 'none'; form-action 'none'",
        "require-trusted-types-for 'script'; trusted-types 'none'",
      ].join('; '),
    },
  });
}
