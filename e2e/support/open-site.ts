import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import PostalMime from 'postal-mime';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';
import { startHostedSite } from '#test/hosted-sites/hosted-site.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import { copyPreparedData, savePreparedData } from './prepared-data.ts';
import { BROWSER_ENDPOINT } from './shared-browser.ts';

/** Timeout of every step of a page, in ms. Long, because the machine may be busy. */
const WAIT = 60_000;

/** Contexts opened by the current test; undefined outside of tests. */
let contextsOfTest: BrowserContext[] | undefined;

/** Assigns new contexts to the test from now on. */
export function beginTest(): void {
  contextsOfTest = [];
}

/** Closes the contexts of the test, because unused pages would continue to render and send requests. */
export async function endTest(): Promise<void> {
  const contexts = contextsOfTest ?? [];
  contextsOfTest = undefined;
  // A context that was closed with its site causes an error here.
  await Promise.all(contexts.map((context) => context.close().catch(() => undefined)));
}

/** Keeps a page open after its test, for other tests. */
export function keepOpen(page: Page): void {
  contextsOfTest = contextsOfTest?.filter((context) => context !== page.context());
}

/** A running site with the demo catalogue, and a browser for it. */
export interface OpenSite extends Omit<RunningSite, 'stop'> {
  /** Opens a page in a new context, with separate cookies and storage. */
  newPage(options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Waits for a mail to the address and returns the newest one. */
  mailTo(email: string): Promise<{ subject: string; text: string; html: string }>;
}

export interface WatchedPage extends Page {
  /** Console errors and warnings, and uncaught exceptions. */
  problems: string[];
  /** Addresses of all requests of the page. */
  requested: string[];
  /** Addresses of pending requests. */
  unfinished: Map<Request, string>;
}

/** Connects to the Chromium of the run. Launches one if there is none, as for `npm run screens`. */
export async function openBrowser(): Promise<Browser> {
  const endpoint = process.env[BROWSER_ENDPOINT];
  if (endpoint) return chromium.connect(endpoint);
  return chromium.launch({ ...chromiumOptions, executablePath: await chromiumPath() });
}

/** A running site with the demo catalogue. */
export interface RunningSite {
  url: string;
  dataDir: string;
  /** Stops the site. Its data remain. */
  stop(): Promise<void>;
  /** Stops the site and removes its data. */
  close(): Promise<void>;
}

/** Starts a site without a browser. */
export async function startSite(environment: Record<string, string> = {}): Promise<RunningSite> {
  const dataDir = await newDataDir();
  await copyPreparedData(dataDir, environment);
  const site = await startHostedSite(dataDir, environment);
  await savePreparedData(dataDir, environment);
  return {
    url: site.url,
    dataDir,
    stop: site.stop,
    async close() {
      await site.stop();
      await removeDataDir(dataDir);
    },
  };
}

/** Starts a site with a browser. A `shared` browser stays open when the site is closed. */
export async function openSite(
  environment: Record<string, string> = {},
  shared?: Browser,
): Promise<OpenSite> {
  const site = await startSite(environment);
  const browser = shared ?? (await openBrowser());
  return {
    url: site.url,
    dataDir: site.dataDir,
    async newPage(options = {}) {
      const context = await browser.newContext({ baseURL: site.url, ...options });
      contextsOfTest?.push(context);
      context.setDefaultTimeout(WAIT);
      return watch(await context.newPage());
    },
    mailTo: (email) => newestMail(join(site.dataDir, 'outbox'), email),
    async close() {
      if (!shared) await browser.close();
      await site.close();
    },
  };
}

/** Waits until the page's scripts run. Notifications load last, after the first pointer movement. */
export const alive = (page: Page) => moveUntil(page, page.locator('[data-part=toasts]'));

/**
 * Moves the mouse repeatedly until the element exists. Code that loads at the first activity notices no
 * movement before hydration, so a single one may be too early.
 */
export async function moveUntil(page: Page, target: Locator): Promise<void> {
  for (let at = 0; (await target.count()) === 0; at = 1 - at) {
    await page.mouse.move(at, 0);
    await page.waitForTimeout(50);
  }
}

/**
 * Waits until the page is idle: hydrated, without pending requests, with fonts loaded and an idle main
 * thread, twice in a row. Throws with the addresses of requests that do not end.
 */
export async function idle(page: WatchedPage): Promise<void> {
  await page.waitForLoadState('load');
  const until = Date.now() + WAIT;
  let seen = -1;
  for (let rests = 0; rests < 2; ) {
    const hydrated = await page.evaluate(settle);
    rests = hydrated && page.unfinished.size === 0 && page.requested.length === seen ? rests + 1 : 0;
    seen = page.requested.length;
    if (rests > 0) continue;
    if (Date.now() > until) throw new Error(`Not idle: ${[...page.unfinished.values()].join(', ')}`);
    await page.waitForTimeout(20);
  }
}

/** Waits in the page for fonts, two frames and idle time. Returns whether React has hydrated it. */
async function settle(): Promise<boolean> {
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  // The site preloads in idle time. Its tasks were requested earlier and run before this one.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  const main = document.querySelector('main');
  return main === null || Object.keys(main).some((key) => key.startsWith('__reactFiber'));
}

/** Time without requests after which a page counts as idle, in ms. */
const QUIET = 500;

/**
 * Waits until no request was pending for half a second, without running code in the page, because the browser
 * would count that as user activity, after which a first view loads more. For the same reason `goto` waits
 * for `load` only.
 */
export async function quiet(page: WatchedPage): Promise<void> {
  await page.waitForLoadState('load');
  const until = Date.now() + WAIT;
  let seen = page.requested.length;
  let since = Date.now();
  // Scripts are requested after the first paint, which may be late on a busy machine.
  const hasScripts = () => page.requested.some((address) => address.endsWith('.js'));
  while (Date.now() - since < QUIET || !hasScripts()) {
    if (Date.now() > until) throw new Error(`Not quiet: ${[...page.unfinished.values()].join(', ')}`);
    await page.waitForTimeout(50);
    if (page.unfinished.size > 0 || page.requested.length !== seen) since = Date.now();
    seen = page.requested.length;
  }
}

/** Waits for a timer of the page. Earlier and shorter timers run before it, however slow the machine is. */
export const outlast = (page: Page, ms: number) =>
  page.evaluate((time) => new Promise<void>((resolve) => setTimeout(resolve, time)), ms);

/** Turns on data saving in the page, so that it preloads nothing. */
export const savesData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });

/** Console message of a request that a busy site has shed. */
const SHED = /the server responded with a status of 503/;

/** Records the console and the network of a page. */
export function watch(page: Page): WatchedPage {
  const problems: string[] = [];
  const requested: string[] = [];
  const unfinished = new Map<Request, string>();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !SHED.test(message.text()))
      // The text of a failed request lacks its address.
      problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    requested.push(request.url());
    // A film that does not play stays partly loaded.
    if (request.resourceType() !== 'media') unfinished.set(request, request.url());
  });
  let hasLostScript = false;
  page.on('requestfinished', (request) => unfinished.delete(request));
  page.on('requestfailed', (request) => {
    unfinished.delete(request);
    hasLostScript ||= request.resourceType() === 'script';
  });
  // Scripts are requested after the first paint, which may follow the `load` event.
  const started = async () => {
    for (const until = Date.now() + WAIT; !hasLostScript && Date.now() < until; ) {
      if (await page.evaluate(hasStarted).catch(() => false)) return;
      await page.waitForTimeout(10);
    }
  };
  const { goto, reload } = page;
  return Object.assign(page, {
    problems,
    requested,
    unfinished,
    async goto(url, options) {
      const response = await goto.call(page, url, options);
      if (options?.waitUntil === undefined) await started();
      return response;
    },
    async reload(options) {
      const response = await reload.call(page, options);
      if (options?.waitUntil === undefined) await started();
      return response;
    },
  } satisfies Partial<WatchedPage>);
}

/** Runs in the page: tells whether React has hydrated it, or will not hydrate anything. */
function hasStarted(): boolean {
  const main = document.querySelector('main');
  const hasScripts = 'earlyActions' in window && document.querySelector('meta[name=scripts]') !== null;
  return !hasScripts || main === null || Object.keys(main).some((key) => key.startsWith('__reactFiber'));
}

async function newestMail(folder: string, email: string) {
  const until = Date.now() + WAIT;
  while (Date.now() < until) {
    const names = await readdir(folder).catch(() => [] as string[]);
    for (const name of names
      // The name of a mail that is still being written begins with a dot.
      .filter((file) => /^[^.].*\.eml$/.test(file))
      .sort()
      .reverse()) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      if (mail.to?.some((to) => to.address?.toLowerCase() === email.toLowerCase()))
        return { subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' };
    }
    await sleep(100);
  }
  throw new Error(`No mail to ${email} arrived in the outbox.`);
}
