import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alive, type OpenSite, openSite } from './open-site.ts';

/* What is said to those who read by ear: everything that changes within a live region, as a screen reader is told of it. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const REGIONS = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], output';

/** A page that notes what it says from its first moment on. */
async function heardPage(options = {}) {
  const page = await site.newPage(options);
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  await page.addInitScript((regions) => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const hear = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const region = element?.closest(regions) ?? element?.querySelector(regions);
      const words = region?.textContent?.trim().replaceAll(/\s+/g, ' ');
      if (words && heard.at(-1) !== words) heard.push(words);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        if (type === 'characterData') hear(target);
        else for (const node of addedNodes) hear(node);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, REGIONS);
  return page;
}
const heard = (page: Page) => page.evaluate(() => Reflect.get(window, 'heard') as string[]);
/** Waits until these are the latest words. */
const says = (page: Page, words: string | RegExp) =>
  expect.poll(async () => (await heard(page)).at(-1) ?? '', { timeout: 10_000 }).toMatch(words);
/** Forgets what was said before. */
const startListening = (page: Page) =>
  page.evaluate(() => {
    (Reflect.get(window, 'heard') as string[]).length = 0;
  });

/** Moves by a press of a link, as people do. */
const follow = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).click();

test('a move to another page is said by its title, and the first page by the browser alone', async () => {
  const page = await heardPage();
  await page.goto('/app');
  await alive(page);
  await startListening(page);
  await follow(page, 'Focus');
  await says(page, 'Focus — Stillwater');
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main');
  await follow(page, 'One Thing at a Time');
  await says(page, 'One Thing at a Time — Stillwater');
  await page.goBack();
  await says(page, 'Focus — Stillwater');
  // Not again for what changes within the page.
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await heard(page)).not.toContain('Focus — Stillwater');
});

test('a page that is waited for has a title meanwhile, and is said when it is here', async () => {
  const page = await heardPage();
  await page.goto('/about');
  await alive(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/oceans/1', async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(() => {
    history.pushState(null, '', '/oceans/1');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(() => page.title()).toBe('Ocean — Stillwater');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Ocean');
  release();
  await says(page, 'Focus — Stillwater');
});

test('what a search finds is counted aloud, and so is nothing', async () => {
  const page = await heardPage();
  await page.goto('/explore');
  await alive(page);
  await startListening(page);
  const box = page.getByRole('searchbox', { name: 'Search droplets' });
  await box.fill('kettle');
  await says(page, /^\d+ droplets?$/);
  await box.fill('xqzvwk');
  await says(page, /^0 droplets$/);
});

test('a step in the viewer says title and place', async () => {
  const page = await heardPage();
  await page.goto('/waves/1?droplet=2');
  await page.locator('dialog.viewer:modal').waitFor();
  await startListening(page);
  await page.keyboard.press('ArrowRight');
  await says(page, 'Finish the Sentence, 3 of 8');
});

test.each(['/waves/1', '/waves/1?droplet=3'])(
  'a notification is said with title and description: %s',
  async (path) => {
    const page = await heardPage();
    await page.goto(path);
    await alive(page);
    await startListening(page);
    const place = path.includes('droplet') ? page.getByRole('dialog') : page.getByRole('main');
    await place
      .getByRole('button', { name: /^(Save|Add)/ })
      .first()
      .click();
    await expect
      .poll(async () => (await heard(page)).join(' '))
      .toMatch(/Authentication Required\s*Please login to add items to favorites\./);
  },
);

test('a citation that is turned to is said, and a refused address', async () => {
  const page = await heardPage();
  await page.context().clearCookies();
  await page.goto('/');
  await alive(page);
  await startListening(page);
  await page.getByRole('button', { name: 'Next citation' }).click();
  await says(page, '48');
  await page.route('**/api/email-signup', (route) => route.abort());
  await page.getByRole('textbox', { name: /email/i }).fill('ines@example.org');
  await page.getByRole('button', { name: 'Begin' }).click();
  await says(page, 'Network error: Please check your connection and try again.');
});

test('a field that is refused is told its reason, and gets the focus', async () => {
  const page = await heardPage();
  await page.goto('/auth?tab=register');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const username = page.getByRole('textbox', { name: 'Username' });
  await page.getByText('Username must be at least 3 characters').waitFor();
  expect(await username.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await username.getAttribute('aria-invalid')).toBe('true');
  const reason = await username.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${reason?.split(' ')[0]}"]`).innerText()).toBe(
    'Username must be at least 3 characters',
  );
});
