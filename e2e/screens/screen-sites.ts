import type { BrowserContextOptions } from 'playwright-core';
import {
  idle,
  keepOpen,
  type OpenSite,
  openBrowser,
  openSite,
  savesData,
  type WatchedPage,
} from '../support/open-site.ts';
import { fillWithExtremes } from './made-content.ts';
import { ADMIN, type Cookies, callOf, entryOf, fillForAdmin, makeReaders } from './readers.ts';
import type { Content, Reader, Screen } from './screen.ts';
import { blockOnFonts } from './steady-fonts.ts';

/** Running sites with their readers, and pages that show screens. */
export interface ScreenSites {
  /** Opens a screen in a new browser context and brings it to its state. */
  show(screen: Screen, options?: BrowserContextOptions): Promise<WatchedPage>;
  /**
   * Brings a screen to its state in a page that other screens of the same reader have used, and passes it to
   * `work`. A new context costs more than half of a screen's time. The page is 1280 px wide and light.
   */
  lend(screen: Screen, work: (page: WatchedPage) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface ContentSite {
  site: OpenSite;
  cookies: Map<Reader, Cookies>;
  /** Cookies of a browser that has entered. */
  entry: Cookies;
  /** Unused pages, by kind of reader. */
  idle: Map<Screen['who'], WatchedPage[]>;
}

export const WIDE = { width: 1280, height: 800 };

/** Starts the sites that these screens need. */
export async function openScreenSites(screens: readonly Screen[]): Promise<ScreenSites> {
  const contentSites = new Map<Content, ContentSite>();
  const browser = await openBrowser();
  const close = async () => {
    await browser.close();
    for (const { site } of contentSites.values()) await site.close();
  };
  try {
    for (const content of new Set(screens.map(contentOf))) {
      const readers = screens.filter((screen) => contentOf(screen) === content).flatMap(readerOf);
      const own: Record<string, string> = content === 'demo' ? {} : { DEMO: 'false' };
      const site = await openSite({ ...ADMIN, PAYMENTS: 'sandbox', ...own }, browser);
      contentSites.set(content, { site, cookies: new Map(), entry: [], idle: new Map() });
      const cookies = await makeReaders(site, [...readers, 'admin']);
      contentSites.set(content, { site, cookies, entry: await entryOf(site), idle: new Map() });
      const call = await callOf(site, cookies.get('admin') ?? []);
      if (content === 'made') await fillWithExtremes(call);
      if (content === 'demo') await fillForAdmin(site, call);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const contentSiteOf = (screen: Screen) => contentSites.get(contentOf(screen)) as ContentSite;
  return {
    async show(screen, options) {
      const page = await newPage(contentSiteOf(screen), screen, options);
      // Only for pictures: checks wait for the fonts anyway, and their pages keep the HTTP cache.
      await blockOnFonts(page);
      await bring(page, contentSiteOf(screen), screen);
      return page;
    },
    lend: (screen, work) => lend(contentSiteOf(screen), screen, work),
    close,
  };
}

const contentOf = ({ content }: Screen): Content => content ?? 'demo';
const readerOf = ({ who }: Screen): Reader[] => (who === 'new' || who === 'entered' ? [] : [who]);

async function newPage({ site }: ContentSite, screen: Screen, options?: BrowserContextOptions) {
  const page = await site.newPage({
    // Dates and numbers look the same everywhere, and nothing is animated.
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  keepOpen(page);
  await savesData(page);
  if (screen.who !== 'new')
    await page.addInitScript(() => localStorage.setItem('stillwater.email', 'ines@example.org'));
  return page;
}

/** Brings a page of the right reader to the screen's state, and waits until it is idle. */
async function bring(page: WatchedPage, { cookies, entry }: ContentSite, screen: Screen): Promise<void> {
  const context = page.context();
  const [reader] = readerOf(screen);
  if (reader) await context.addCookies(cookies.get(reader) ?? []);
  if (screen.who !== 'new') await context.addCookies(entry);
  await screen.before?.(page);
  await page.goto(screen.path);
  await idle(page);
  await screen.prepare?.(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inSight = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete);
    await Promise.all(inSight.map((image) => image.decode().catch(() => {})));
  });
}

async function lend(
  contentSite: ContentSite,
  screen: Screen,
  work: (page: WatchedPage) => Promise<void>,
): Promise<void> {
  const used = screen.emptyCache ? undefined : contentSite.idle.get(screen.who)?.pop();
  const page = used ?? (await newPage(contentSite, screen, { viewport: WIDE, serviceWorkers: 'block' }));
  // An unsaved form asks before its page is left.
  if (!used) page.on('dialog', (dialog) => dialog.accept());
  try {
    if (used) await forget(used);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await page.setViewportSize(WIDE);
    await bring(page, contentSite, screen);
    await work(page);
  } catch (error) {
    await page.context().close();
    throw error;
  }
  contentSite.idle.set(screen.who, [...(contentSite.idle.get(screen.who) ?? []), page]);
}

/** Removes the previous screen's routes, storage, cookies and connection settings. */
async function forget(page: WatchedPage): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  // The page of a picture, on which no script of the site can write to the storage.
  await page.goto('/favicon.svg');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    // Drafts of unsaved text.
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve, reject) => {
        Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject });
      });
  });
  await page.context().clearCookies();
}
