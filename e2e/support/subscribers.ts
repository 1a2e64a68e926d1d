import type { BrowserContextOptions, Page } from 'playwright-core';
import { markEntered } from './entered.ts';
import { idle, type OpenSite, type RunningSite, type WatchedPage } from './open-site.ts';

/* Helpers for subscriptions: locked content, readers, and the subscription dialog. */

export const PASSWORD = 'Quiet-Harbour-27';

export interface Locked {
  waveId: number;
  /** A locked film of the wave. */
  dropletId: number;
}

/** Finds a locked wave of the demo catalogue with a locked film. */
export async function findLocked(site: Pick<RunningSite, 'url'>): Promise<Locked> {
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

/** Opens a page as a visitor who has entered an address. */
export async function newVisitor(site: OpenSite, options?: BrowserContextOptions): Promise<WatchedPage> {
  visitors += 1;
  const page = await site.newPage(options);
  const email = `visitor-${visitors}@example.org`;
  await page.addInitScript((address) => localStorage.setItem('stillwater.email', address), email);
  await markEntered(page, site.url);
  return page;
}

/**
 * Registers an account through the API. The page then has its session and, as after the form, its user in the
 * storage.
 */
export async function newMember(
  site: OpenSite,
  username: string,
  options?: BrowserContextOptions,
): Promise<WatchedPage> {
  const page = await site.newPage(options);
  const data = { username, email: `${username}@example.org`, password: PASSWORD, confirmPassword: PASSWORD };
  const response = await page.request.post('/api/register', { data });
  if (!response.ok()) throw new Error(`${username} was not registered: ${await response.text()}`);
  await page.addInitScript(
    (user) => {
      if (sessionStorage.getItem('registered')) return;
      sessionStorage.setItem('registered', user);
      sessionStorage.setItem('user', user);
    },
    await response.text(),
  );
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

export async function openPage(page: WatchedPage, path: string): Promise<void> {
  await page.goto(path);
  await idle(page);
}

/** Finds the dialog, whose title depends on whether the reader has a subscription. */
export const subscribeDialog = (page: Page) =>
  page.getByRole('dialog', { name: /^(Subscribe to Stillwater|Your subscription)$/ });

/** Opens the dialog by the prompt in the viewer or in the page. */
export async function openDialog(page: Page) {
  const viewer = page.locator('dialog[data-part=viewer]');
  const layer = (await viewer.isVisible()) ? viewer : page.getByRole('main');
  await layer.getByRole('button', { name: 'Subscribe Now' }).first().click();
  const dialog = subscribeDialog(page);
  await dialog.waitFor();
  return dialog;
}

/** Waits for a notification with this title and returns its description. */
export async function toastNamed(page: Page, title: string): Promise<string> {
  const toast = page.locator('[data-part=toast]').filter({ has: page.locator('b', { hasText: title }) });
  await toast.waitFor();
  return toast.locator('p').innerText();
}

/** Subscribes in the dialog with a test payment. */
export async function pay(page: Page): Promise<void> {
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Pay by card or wallet' }).click();
  await dialog.getByRole('button', { name: 'Approve payment' }).click();
  await toastNamed(page, 'Subscription Activated');
  await dialog.waitFor({ state: 'hidden' });
}

/** Navigates within the page, as a click on a link does. */
export const moveTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

export const userIn = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('user') ?? 'null'));

/** Waits until the page shows no lock. */
export async function waitUntilOpen(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main h1, main h2') &&
      !document.querySelector('main [data-part=lock]') &&
      !document.querySelector('main')?.textContent?.includes('Locked: for subscribers'),
  );
}

/** Marks the document, so that `isSameDocument` detects a reload. */
export const markDocument = (page: Page) =>
  page.evaluate(() => void Object.assign(window, { sameDocument: true }));
export const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
