import type { BrowserContextOptions } from 'playwright-core';
import { logIn } from './entered.ts';
import { alive, type OpenSite, type WatchedPage } from './open-site.ts';

/** The administrator of a site for uploads, to be given to `openSite`. */
export const UPLOADER = { ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: 'Still-water-1' };

/** Signs an administrator in, in a browser of their own, and opens the form for a film. */
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

/** The sent percentage of the file, as its bar shows. */
export const sentPercent = async (page: WatchedPage) =>
  Number(await page.getByRole('progressbar').getAttribute('value'));
