import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { markEntered } from '../support/entered.ts';
import { alive, idle } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Announcements for screen readers: every change in a live region. */

const site = setUpSite();

const REGIONS = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], output';

/** Opens a page that records its announcements from the start. */
async function listeningPage(options = {}) {
  const page = await site.newPage(options);
  await markEntered(page, site.url);
  await page.addInitScript((regions) => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const note = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const region = element?.closest(regions) ?? element?.querySelector(regions);
      const words = region?.textContent?.trim().replaceAll(/\s+/g, ' ');
      if (words && announced.at(-1) !== words) announced.push(words);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        if (type === 'characterData') note(target);
        else for (const node of addedNodes) note(node);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, REGIONS);
  return page;
}
const announced = (page: Page) => page.evaluate(() => Reflect.get(window, 'announced') as string[]);
/** Waits until this is the latest announcement. */
const expectAnnounced = (page: Page, words: string | RegExp) =>
  expect.poll(async () => (await announced(page)).at(-1) ?? '').toMatch(words);
/** Clears the recorded announcements. */
const startListening = (page: Page) =>
  page.evaluate(() => {
    (Reflect.get(window, 'announced') as string[]).length = 0;
  });

/** Waits for five frames. A notification is announced in the third. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let count = 0; count < 5; count += 1) await new Promise(requestAnimationFrame);
  });

/** Follows a link of the page. */
const follow = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).click();

test('a move to another page announces its title; the first page announces nothing', async () => {
  const page = await listeningPage();
  await page.goto('/app');
  await alive(page);
  await startListening(page);
  await follow(page, 'Focus');
  await expectAnnounced(page, 'Focus — Stillwater');
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('main');
  await follow(page, 'One Thing at a Time');
  await expectAnnounced(page, 'One Thing at a Time — Stillwater');
  await page.goBack();
  await expectAnnounced(page, 'Focus — Stillwater');
  // A reload does not announce the title again.
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await idle(page);
  expect(await announced(page)).not.toContain('Focus — Stillwater');
});

test('a loading page has a title and is announced when it has loaded', async () => {
  const page = await listeningPage();
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
  await expectAnnounced(page, 'Focus — Stillwater');
});

test('the number of search results is announced, also zero', async () => {
  const page = await listeningPage();
  await page.goto('/explore');
  await alive(page);
  await startListening(page);
  const box = page.getByRole('searchbox', { name: 'Search droplets' });
  await box.fill('kettle');
  await expectAnnounced(page, /^\d+ droplets?$/);
  await box.fill('xqzvwk');
  await expectAnnounced(page, /^0 droplets$/);
  await startListening(page);
  await box.fill('');
  await expectAnnounced(page, /^The first \d+ droplets$/);
  await idle(page);
  expect(await announced(page)).not.toContain('Loading more droplets');
});

test('a step in the viewer announces title and position of the droplet', async () => {
  const page = await listeningPage();
  await page.goto('/waves/1?droplet=2');
  // The arrows and their keys belong to the viewer's own code.
  await page
    .locator('dialog[data-part=viewer]:modal')
    .getByRole('button', { name: /^Next droplet/ })
    .first()
    .waitFor();
  await startListening(page);
  await page.keyboard.press('ArrowRight');
  await expectAnnounced(page, 'Finish the Sentence, 3 of 8');
});

test.each(['/waves/1', '/waves/1?droplet=3'])(
  'a notification is announced with title and description: %s',
  async (path) => {
    const page = await listeningPage();
    await page.goto(path);
    await alive(page);
    await startListening(page);
    const part = path.includes('droplet') ? page.getByRole('dialog') : page.getByRole('main');
    await part
      .getByRole('button', { name: /^(Save|Add)/ })
      .first()
      .click();
    await expect
      .poll(async () => (await announced(page)).join(' '))
      .toMatch(/Authentication Required\s*Please login to add items to favorites\./);
  },
);

test('a notification is not announced again when a dialog opens or closes', async () => {
  const page = await listeningPage();
  await page.goto('/waves/1');
  await alive(page);
  await page.getByRole('main').getByRole('button', { name: /^Save/ }).first().click();
  await expectAnnounced(page, /Authentication Required/);
  const toast = page.locator('[data-part=toast]');
  // Under the pointer it stays, and its announced text is removed.
  await toast.hover();
  await page
    .getByRole('status')
    .filter({ hasText: 'Authentication Required' })
    .waitFor({ state: 'detached' });
  await startListening(page);
  await page.keyboard.press('?');
  await page.locator('dialog:modal [data-part=toast]').waitFor();
  await frames(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.locator('body > div [data-part=toast]').waitFor();
  await frames(page);
  expect(await announced(page)).toEqual([]);
});

test('a new citation and a refused address are announced', async () => {
  const page = await listeningPage();
  await page.context().clearCookies();
  await page.goto('/');
  await alive(page);
  await startListening(page);
  await page.getByRole('button', { name: 'Next citation' }).click();
  await expectAnnounced(page, '48');
  await page.route('**/api/email-signup', (route) => route.abort());
  await page.getByRole('textbox', { name: /email/i }).fill('ines@example.org');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expectAnnounced(page, 'Network error: Please check your connection and try again.');
});

test('a refused field announces its reason and gets the focus', async () => {
  const page = await listeningPage();
  await page.goto('/auth?tab=register');
  await idle(page);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const username = page.getByRole('textbox', { name: 'Username' });
  await page.getByText('Username must be at least 3 characters').waitFor();
  await expect.poll(() => username.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await username.getAttribute('aria-invalid')).toBe('true');
  const reason = await username.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${reason?.split(' ')[0]}"]`).innerText()).toBe(
    'Username must be at least 3 characters',
  );
});
