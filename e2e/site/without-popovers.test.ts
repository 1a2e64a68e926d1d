import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { entered, logIn } from '../support/entered.ts';
import { demoSite } from '../support/set-up-site.ts';

/* Menus in browsers without popovers (decision 24), where a polyfill replaces them. */

const PASSWORD = 'Still-water-1';

const site = demoSite({ ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD });

/** Removes the native API before the page's scripts run. */
const withoutPopovers = (page: Page) =>
  page.addInitScript(() => {
    const prototypes = [HTMLElement.prototype, HTMLButtonElement.prototype, HTMLInputElement.prototype];
    const names = [
      'popover',
      'showPopover',
      'hidePopover',
      'togglePopover',
      'popoverTargetElement',
      'popoverTargetAction',
    ];
    for (const prototype of prototypes) for (const name of names) Reflect.deleteProperty(prototype, name);
    // The browser's own style sheet still hides popovers that it has not opened. An old browser's has no such
    // rule.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[popover].\\:popover-open { display: block }');
    document.adoptedStyleSheets.push(sheet);
  });

test('without native popovers the user menu opens, and closes by Escape or a press outside', async () => {
  const page = await entered(site);
  await withoutPopovers(page);
  await logIn(page, { username: 'maren', password: PASSWORD });
  await page.goto('/app');
  await page.waitForFunction(() => 'popover' in HTMLElement.prototype);
  const account = page.getByRole('button', { name: 'Account: maren' });
  const logOut = page.getByRole('button', { name: 'Log out' });
  expect(await logOut.isVisible()).toBe(false);
  await account.click();
  await expect.poll(() => logOut.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => logOut.isVisible()).toBe(false);
  await account.click();
  await expect.poll(() => logOut.isVisible()).toBe(true);
  await page.mouse.click(400, 600);
  await expect.poll(() => logOut.isVisible()).toBe(false);
  expect(page.problems).toEqual([]);
});

test('without native popovers the list of resources opens in the viewer', async () => {
  const page = await entered(site);
  await withoutPopovers(page);
  await page.goto(`/waves/${site.ids['the-long-exhale']}?droplet=${site.ids['in-for-four-out-for-six']}`);
  await page.locator('dialog:modal').waitFor();
  await page.waitForFunction(() => 'popover' in HTMLElement.prototype);
  const list = page.getByRole('dialog').getByRole('list', { name: 'Additional Resources' });
  const button = page.getByRole('dialog').getByRole('button', { name: /^Additional Resources/ });
  await button.click();
  await expect.poll(() => list.isVisible()).toBe(true);
  await button.click();
  await expect.poll(() => list.isVisible()).toBe(false);
});
