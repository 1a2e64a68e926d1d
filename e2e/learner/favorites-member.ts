import { expect } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { entered, logIn } from '../support/entered.ts';
import { alive, type OpenSite, type WatchedPage } from '../support/open-site.ts';

/* A member with favorites: the site's first administrator. */

export const PASSWORD = 'Still-water-1';
export const MEMBER = { ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD };

export async function signIn(page: WatchedPage): Promise<void> {
  await logIn(page, { username: 'maren', password: PASSWORD });
}

/** Opens an empty page of the member. */
export async function openMember(site: OpenSite): Promise<WatchedPage> {
  const page = await entered(site);
  await signIn(page);
  return page;
}

/** Fetches the references of the member's favorites. */
export const refsOf = async (page: WatchedPage): Promise<{ itemType: string; itemId: number }[]> =>
  (await page.request.get('/api/favorites')).json();

/** Sends a call with a CSRF token. Returns its status. */
export async function send(page: WatchedPage, method: string, path: string, data: object): Promise<number> {
  const answer = await page.request.fetch(path, { method, data, headers: await csrfHeaders(page) });
  return answer.status();
}

export async function removeFavorites(site: OpenSite): Promise<void> {
  const page = await openMember(site);
  for (const ref of await refsOf(page)) expect(await send(page, 'DELETE', '/api/favorites', ref)).toBe(204);
  await page.context().close();
}

/** Finds the heart of an item by its title. */
export const heart = (page: WatchedPage, title: string) =>
  page.getByRole('button', { name: new RegExp(`^(Add|Remove) ${title} (to|from) favorites$`) });
export const pressed = (page: WatchedPage, title: string) => heart(page, title).getAttribute('aria-pressed');

/** Waits until scripts run and the state of the heart is known. */
export async function settled(page: WatchedPage, title: string): Promise<void> {
  await alive(page);
  await expect.poll(() => heart(page, title).isEnabled(), { message: `heart of ${title}` }).toBe(true);
}

/** Lists the requests for the state of hearts. */
export const checks = (page: WatchedPage) =>
  page.requested.filter((url) => url.includes('/api/favorites/check'));
