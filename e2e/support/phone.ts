import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { logIn, markEntered } from './entered.ts';
import { alive, type OpenSite, type WatchedPage } from './open-site.ts';

/* Pages on a phone. */

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};
export const NETWORK_ERROR = 'Network error: Please check your connection and try again.';
export const ADMIN = { username: 'admin', password: 'Keeper-of-tides-9' };

/** Opens a phone's page as a visitor who has entered an address. */
export async function phone(site: OpenSite, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const page = await site.newPage({ ...PHONE, ...options });
  await markEntered(page, site.url);
  return page;
}

export async function administrator(site: OpenSite, path: string): Promise<WatchedPage> {
  const page = await phone(site);
  await logIn(page, ADMIN);
  await page.goto(path);
  await alive(page);
  return page;
}

/** Waits until the service worker controls the next page. */
export const withWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

/** Measures the height in px within which a press on the control's vertical center line hits it. */
export const pressableHeight = (control: Locator) =>
  control.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const middle = Math.round(top + height / 2);
    const isHit = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y));
    let [first, last] = [middle, middle];
    while (isHit(first - 1)) first -= 1;
    while (isHit(last + 1)) last += 1;
    return last - first + 1;
  });
