import type { BrowserContextOptions } from 'playwright-core';
import { logIn } from './entered.ts';
import { alive, type OpenSite, type WatchedPage } from './open-site.ts';

/** Environment of a site with an administrator for uploads, for `openSite`. */
export const UPLOADER = { ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: 'Still-water-1' };

/** Signs an administrator in, in a new browser context, and opens the form for a film. */
export async function openAsUploader(site: OpenSite, options?: BrowserContextOptions): Promise<WatchedPage> {
  const page = await site.newPage(options);
  await logIn(page, { username: UPLOADER.ADMIN_USERNAME, password: UPLOADER.ADMIN_PASSWORD });
  await openFilmForm(page);
  return page;
}

export async function openFilmForm(page: WatchedPage): Promise<void> {
  await page.goto('/admin/content');
  await alive(page);
  await page.getByLabel('Media type').selectOption('video');
}

export const filmChooser = (page: WatchedPage) => page.getByLabel('Upload a video');

/** Reads the sent percentage of the file from its progress bar. */
export const sentPercent = async (page: WatchedPage) =>
  Number(await page.getByRole('progressbar').getAttribute('value'));
