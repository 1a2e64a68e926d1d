import type { Page } from 'playwright-core';
import { idle, type WatchedPage } from '../support/open-site.ts';
import { withWorker } from '../support/phone.ts';

/* Keeping items for use without a connection. */

export const KEEP = /^Keep on this/;
export const panelOf = (page: Page) => page.locator('[data-part=keep]');

/** Scrolls to the end of the page, where a wave's panel loads when it comes into view. */
export const toPanel = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));

/** Opens a page and waits for its worker and its panel. */
export async function openWithPanel(page: WatchedPage, path: string): Promise<void> {
  await page.goto(path);
  await idle(page);
  await withWorker(page);
  await toPanel(page);
  await panelOf(page).getByRole('button').waitFor();
}

/** Keeps what the page's panel offers, and waits until all of it is stored. */
export async function keepAll(page: WatchedPage, path: string): Promise<void> {
  await openWithPanel(page, path);
  await panelOf(page).getByRole('button', { name: KEEP }).click();
  await panelOf(page).getByRole('button', { name: 'Remove' }).waitFor();
}

/** Paths of all stored files. */
export const storedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await caches.has('stillwater-kept'))) return [];
    const requests = await (await caches.open('stillwater-kept')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

interface Index {
  confirmedAt: number;
  items: { kind: string; id: number }[];
}

/** Reads the index, and changes it when `confirmedAt` is given. Null if nothing is kept. */
export const indexIn = (page: Page, confirmedAt?: number): Promise<Index | null> =>
  page.evaluate(
    (time) =>
      new Promise<Index | null>((resolve, reject) => {
        const opening = indexedDB.open('stillwater-kept', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('kept', 'readwrite');
          const store = transaction.objectStore('kept');
          const reading = store.get('index');
          reading.onsuccess = () => {
            if (time !== undefined) store.put({ ...reading.result, confirmedAt: time }, 'index');
          };
          transaction.oncomplete = () => {
            opening.result.close();
            const channel = new BroadcastChannel('stillwater-kept');
            if (time !== undefined) channel.postMessage('changed');
            channel.close();
            resolve(reading.result ?? null);
          };
        };
      }),
    confirmedAt,
  );
