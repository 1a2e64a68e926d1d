import type { Page } from 'playwright-core';

/** Holds a page's requests back from the server. Returns a function that lets them go. */
export async function hold(page: Page, address: RegExp, method: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  return release;
}
