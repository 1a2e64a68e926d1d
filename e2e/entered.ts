import type { BrowserContextOptions } from 'playwright-core';
import type { OpenSite, WatchedPage } from './open-site.ts';

/** A visitor who has given an address: the content is open to this browser. */
export async function entered(
  site: OpenSite,
  { width = 1440, ...options }: BrowserContextOptions & { width?: number } = {},
): Promise<WatchedPage> {
  const page = await site.newPage({ viewport: { width, height: 900 }, ...options });
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  return page;
}

/** The calls that a page has made, but for those about hearts. */
export const callsOf = (page: WatchedPage, part = '/api/') =>
  page.requested.filter((url) => url.includes(part) && !url.includes('/api/favorites'));

/** What stands in the address of a page behind the question mark. */
export const queryOf = (page: WatchedPage) => Object.fromEntries(new URL(page.url()).searchParams);
