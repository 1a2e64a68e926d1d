import { expect, test } from 'vitest';
import { send } from '../admin/settings-page.ts';
import { entered, logIn } from '../support/entered.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

const PASSWORD = 'Still-water-1';

const site = setUpSite({ ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD });

const ADDRESSES = [
  ['/oceans/1', '/oceans/1-focus'],
  ['/waves/1', '/waves/1-one-thing-at-a-time'],
  ['/droplets/3', '/droplets/3-finish-the-sentence'],
  ['/waves/1?droplet=3', '/droplets/3-finish-the-sentence'],
] as const;

/** Opens a page whose browser has the given system sharing, or none. */
async function pageWith(share: string, options = {}): Promise<WatchedPage> {
  const page = await entered(site, options);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.addInitScript(`Object.defineProperty(navigator, 'share', { value: ${share} })`);
  return page;
}

const shareButton = (page: WatchedPage) => page.getByRole('button', { name: 'Share', exact: true }).last();

test.each(ADDRESSES)('without the system’s sharing, %s copies the link of the item', async (path, link) => {
  const page = await pageWith('undefined');
  await page.goto(path);
  await alive(page);
  await shareButton(page).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Link copied').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + link);
  expect(page.problems).toEqual([]);
});

test('on a phone a touch opens the system’s sharing with title and link', async () => {
  const page = await pageWith('async (data) => { window.shared = data }', PHONE);
  await page.goto('/waves/1?droplet=3');
  await alive(page);
  await shareButton(page).tap();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown }).shared))
    .toEqual({ title: 'Finish the Sentence', url: `${site.url}/droplets/3-finish-the-sentence` });
});

test('closing the system’s sharing shows no message; a forbidden clipboard shows the link', async () => {
  const page = await pageWith(
    `async () => {
      window.asked = true;
      throw new DOMException('', window.refusal ?? 'AbortError');
    }`,
  );
  await page.goto('/oceans/1');
  await alive(page);
  await page.evaluate(() =>
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('forbidden')) }),
  );
  await shareButton(page).click();
  await page.waitForFunction(() => 'asked' in window);
  // Fails as a second press does while the system's sheet is open.
  await page.evaluate(() => Object.assign(window, { refusal: 'InvalidStateError', asked: undefined }));
  await shareButton(page).click();
  await page.waitForFunction(() => 'asked' in window && window.asked === true);
  await page.evaluate(() => Object.assign(window, { refusal: 'NotAllowedError' }));
  expect(await page.locator('[data-part=toast]').count()).toBe(0);
  await shareButton(page).click();
  await page.getByText(`${site.url}/oceans/1-focus`).first().waitFor();
});

test('a press whose code cannot be loaded shows an error, and the next one retries', async () => {
  const page = await pageWith('undefined');
  const isCode = /\/share-link-[\w-]+\.js$/;
  await page.route(isCode, (route) => route.abort());
  await page.goto('/waves/1');
  await alive(page);
  await shareButton(page).click();
  await page.getByText('The link could not be shared').first().waitFor();
  await page.unroute(isCode);
  await shareButton(page).click();
  await page.getByText('Link copied').first().waitFor();
});

test('with sharing off there is no button, and a link leads to the landing page', async () => {
  const admin = await site.newPage();
  const login = { username: 'maren', password: PASSWORD };
  await logIn(admin, login);
  const off = { key: 'site.sharing', value: 'off', category: 'general' };
  expect(await send(admin, 'POST', '/api/settings', off)).toBe(201);
  const learner = await entered(site);
  await learner.goto('/oceans/1');
  await learner.getByRole('button', { name: /^Save/ }).first().waitFor();
  expect(await learner.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0);
  const stranger = await site.newPage();
  await stranger.goto('/oceans/1');
  await stranger.getByRole('heading', { level: 1, name: 'Begin Your Learning Journey' }).waitFor();
  expect(await stranger.content()).not.toContain('og:');
  expect(await send(admin, 'DELETE', '/api/settings/site.sharing')).toBe(204);
});
