import type { Page } from 'playwright-core';

/** Delays a page's requests. Returns a function that releases them. */
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
