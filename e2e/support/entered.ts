import type { BrowserContextOptions } from 'playwright-core';
import type { OpenSite, WatchedPage } from './open-site.ts';

/** Makes an empty page for a visitor who has given an address. */
export async function entered(
  site: OpenSite,
  { width = 1440, ...options }: BrowserContextOptions & { width?: number } = {},
): Promise<WatchedPage> {
  const page = await site.newPage({ viewport: { width, height: 900 }, ...options });
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  return page;
}

/** Opens a page of the site as a visitor who has given an address. */
export async function enteredAt(site: OpenSite, path: string): Promise<WatchedPage> {
  const page = await entered(site);
  await page.goto(path);
  return page;
}

/** The API calls of a page, without those about favorites. */
export const callsOf = (page: WatchedPage, part = '/api/') =>
  page.requested.filter((url) => url.includes(part) && !url.includes('/api/favorites'));

/** The query parameters of the page's address. */
export const queryOf = (page: WatchedPage) => Object.fromEntries(new URL(page.url()).searchParams);
