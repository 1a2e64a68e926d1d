import type { BrowserContextOptions, Page } from 'playwright-core';
import type { OpenSite, WatchedPage } from './open-site.ts';

/* What the tests of the subscription share: locked content, readers of every kind, and what they see. */

export const PASSWORD = 'Quiet-Harbour-27';

export interface Locked {
  waveId: number;
  /** A film of that wave, for subscribers. */
  dropletId: number;
}

/** A locked wave of the demo catalogue, and a locked film in it. */
export async function findLocked(site: OpenSite): Promise<Locked> {
  const ask = async (path: string) => (await fetch(site.url + path)).json();
  for (const ocean of await ask('/api/oceans'))
    for (const wave of await ask(`/api/oceans/${ocean.id}/waves`)) {
      if (!wave.locked) continue;
      const droplets = await ask(`/api/waves/${wave.id}/droplets`);
      const film = droplets.find(
        (droplet: { locked: boolean; mediaType: string }) => droplet.locked && droplet.mediaType === 'video',
      );
      if (film) return { waveId: wave.id, dropletId: film.id };
    }
  throw new Error('The demo catalogue has no locked film.');
}

let visitors = 0;

/** A visitor who has given an address, and nothing more. */
export async function newVisitor(site: OpenSite, options?: BrowserContextOptions): Promise<WatchedPage> {
  visitors += 1;
  const page = await site.newPage(options);
  const email = `visitor-${visitors}@example.org`;
  await page.addInitScript((address) => localStorage.setItem('stillwater.email', address), email);
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  return page;
}

/** Somebody with an account of their own, signed in. */
export async function newMember(
  site: OpenSite,
  username: string,
  options?: BrowserContextOptions,
): Promise<WatchedPage> {
  const page = await site.newPage(options);
  await page.goto('/auth?tab=register');
  await page.waitForLoadState('networkidle');
  await register(page, username);
  await page.waitForURL(`${site.url}/`);
  return page;
}

export async function register(page: Page, username: string): Promise<void> {
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  await field('Username').fill(username);
  await field('Email').fill(`${username}@example.org`);
  await field('Password').fill(PASSWORD);
  await field('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
}

export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

/** Before the payment it invites; after it, it tells how the subscription stands. */
export const subscribeDialog = (page: Page) =>
  page.getByRole('dialog', { name: /^(Subscribe to Stillwater|Your subscription)$/ });

/** Opens the dialog from the prompt of the viewer, or of the page. */
export async function openDialog(page: Page) {
  const viewer = page.locator('dialog.viewer');
  const place = (await viewer.isVisible()) ? viewer : page.getByRole('main');
  await place.getByRole('button', { name: 'Subscribe Now' }).first().click();
  const dialog = subscribeDialog(page);
  await dialog.waitFor();
  return dialog;
}

/** Title and description of the notification, once it has this title. */
export async function toastNamed(page: Page, title: string): Promise<string> {
  const toast = page.locator('.toast').filter({ has: page.locator('b', { hasText: title }) });
  await toast.waitFor();
  return toast.locator('p').innerText();
}

/** The page within itself, as a click on a link does. */
export const moveTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

export const userIn = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('user') ?? 'null'));

/** Waits until the page holds no lock any more, without having been loaded anew. */
export async function waitUntilOpen(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main h1, main h2') &&
      !document.querySelector('main .lock-disc, main .card.locked'),
  );
}

/** Marks the document, so that a reload would be noticed. */
export const markDocument = (page: Page) =>
  page.evaluate(() => void Object.assign(window, { sameDocument: true }));
export const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
