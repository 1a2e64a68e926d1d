import offlinePage from './offline-page.html?raw';

/* What stands between a phone and the site: pages come from the network, always, and a calm page stands in for one that
   cannot come. Nothing else is touched: calls of the API, media and files go as if this were not here, and no answer of
   the site is ever stored. The page that is shown offline is part of this file, which the browser keeps. */

/** The part of `ServiceWorkerGlobalScope` that is used; its types and those of pages cannot be in one program. */
interface Worker {
  registration: { navigationPreload?: { enable(): Promise<void> } };
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
  respondWith(answer: Promise<Response>): void;
}

const worker = globalThis as unknown as Worker;

worker.addEventListener('install', (event) => {
  // A new version takes over at once: no page depends on which version serves it, for none keeps anything.
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener('activate', (event) => {
  // No `clients.claim()`: only moves to a page are answered here, and each of them finds the newest version by itself.
  // The page is asked for while this worker starts, so that nobody waits for the worker.
  event.waitUntil(Promise.resolve(worker.registration.navigationPreload?.enable()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  // A form that is sent without script stays with the browser, which keeps what was typed.
  if (request.method !== 'GET' || request.mode !== 'navigate' || request.destination !== 'document') return;
  if (new URL(request.url).pathname.startsWith('/api/')) return;
  event.respondWith(fetchPage(event));
});

async function fetchPage({ request, preloadResponse }: Fetched): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    // Lossy connections lose one request and pass the next.
    return fetch(request).catch(answerOffline);
  }
}

function answerOffline(): Response {
  return new Response(offlinePage, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'",
    },
  });
}
