import type { BrowserContextOptions, Route } from 'playwright-core';
import { launchBrowser, type OpenSite, openSite, savesData, type WatchedPage } from '../open-site.ts';
import { fillWithExtremes } from './made-content.ts';
import { ADMIN, type Cookies, callOf, fillForAdmin, makeReaders } from './readers.ts';
import type { Content, Reader, Screen } from './screen.ts';

/** The sites that screens are shown of, with their readers. */
export interface Studio {
  /** The screen, in a browser of its own, brought to its state and at rest. */
  show(screen: Screen, options?: BrowserContextOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

interface Place {
  site: OpenSite;
  cookies: Map<Reader, Cookies>;
}

/** Starts what these screens need, and nothing more. */
export async function openStudio(screens: readonly Screen[]): Promise<Studio> {
  const places = new Map<Content, Place>();
  const browser = await launchBrowser();
  const close = async () => {
    await browser.close();
    for (const { site } of places.values()) await site.close();
  };
  try {
    for (const content of new Set(screens.map(contentOf))) {
      const readers = screens.filter((screen) => contentOf(screen) === content).flatMap(readerOf);
      const own: Record<string, string> = content === 'demo' ? {} : { DEMO: 'false' };
      const site = await openSite({ ...ADMIN, PAYMENTS: 'sandbox', ...own }, browser);
      places.set(content, { site, cookies: new Map() });
      const cookies = await makeReaders(site, [...readers, 'admin']);
      places.set(content, { site, cookies });
      const call = await callOf(site, cookies.get('admin') ?? []);
      if (content === 'made') await fillWithExtremes(call);
      if (content === 'demo') await fillForAdmin(site, call);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    show: (screen, options) => show(places.get(contentOf(screen)) as Place, screen, options),
    close,
  };
}

const contentOf = ({ content }: Screen): Content => content ?? 'demo';
const readerOf = ({ who }: Screen): Reader[] => (who === 'new' || who === 'entered' ? [] : [who]);

async function show({ site, cookies }: Place, screen: Screen, options?: BrowserContextOptions) {
  const page = await site.newPage({
    // The same words for dates and numbers everywhere; nothing moves.
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  page.setDefaultTimeout(30_000);
  await savesData(page);
  const context = page.context();
  const [reader] = readerOf(screen);
  if (reader) await context.addCookies(cookies.get(reader) ?? []);
  if (screen.who !== 'new') {
    await context.addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
    await page.addInitScript(() => localStorage.setItem('stillwater.email', 'ines@example.org'));
  }
  await lettersOfTheDesign(page);
  await screen.before?.(page);
  await page.goto(screen.path);
  await page.waitForLoadState('networkidle');
  await screen.prepare?.(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inSight = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete);
    await Promise.all(inSight.map((image) => image.decode().catch(() => {})));
  });
  return page;
}

/** However late they come: to a reader they are optional, and a slow machine would show its own. */
const lettersOfTheDesign = (page: WatchedPage) =>
  // A page may be closed before its last sheet is here; one that lacks a sheet while it is open never comes to rest.
  page.route('**/assets/*.css', (route) => withLetters(route).catch(() => {}));

async function withLetters(route: Route): Promise<void> {
  const response = await route.fetch();
  const sheet = await response.text();
  await route.fulfill({ response, body: sheet.replaceAll('font-display:optional', 'font-display:block') });
}
