import type { BrowserContextOptions, Page } from 'playwright-core';
import type { OpenSite, WatchedPage } from './open-site.ts';

/** Sets the cookie of a visitor who has entered an address. */
export const markEntered = (page: Page, url: string) =>
  page.context().addCookies([{ name: 'stillwater_entered', value: '1', url }]);

/** Logs the page's browser in through the API. Throws with the status unless that succeeds. */
export async function logIn(
  { request }: Pick<Page, 'request'>,
  { username, password }: { username: string; password: string },
  origin = '',
): Promise<void> {
  const response = await request.post(`${origin}/api/login`, { data: { username, password } });
  if (response.status() !== 200)
    throw new Error(`The login of ${username} failed with ${response.status()}.`);
}

/** Opens an empty page of a visitor who has entered an address. */
export async function entered(
  site: OpenSite,
  { width = 1440, ...options }: BrowserContextOptions & { width?: number } = {},
): Promise<WatchedPage> {
  const page = await site.newPage({ viewport: { width, height: 900 }, ...options });
  await markEntered(page, site.url);
  return page;
}

/** Opens a page of the site as a visitor who has entered an address. */
export async function enteredAt(site: OpenSite, path: string): Promise<WatchedPage> {
  const page = await entered(site);
  await page.goto(path);
  return page;
}

/** Lists the API calls of a page, without those about favorites. */
export const callsOf = (page: WatchedPage, part = '/api/') =>
  page.requested.filter((url) => url.includes(part) && !url.includes('/api/favorites'));

/** Returns the query parameters of the page's address. */
export const queryOf = (page: WatchedPage) => Object.fromEntries(new URL(page.url()).searchParams);
