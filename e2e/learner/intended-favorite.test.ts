import { expect, test } from 'vitest';
import { entered, logIn } from '../support/entered.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { heart, MEMBER, PASSWORD } from './favorites-member.ts';

/* A visitor's press on a heart leads to an account, which then has the favorite. */

const site = setUpSite(MEMBER);

const favorites = async (page: WatchedPage) => (await page.request.get('/api/favorites')).json();

/** Presses a heart on /app as a visitor, and follows a link of the notification. */
async function pressHeart(page: WatchedPage, title: string, link: string): Promise<void> {
  await page.goto('/app');
  await alive(page);
  await heart(page, title).click();
  await page.locator('[data-part=toast]').getByRole('link', { name: link }).click();
  await page.waitForURL('**/auth?**');
}

test('a visitor who registers after pressing a heart returns to it, and it is filled', async () => {
  const page = await entered(site);
  await pressHeart(page, 'Focus', 'Create an account');
  expect(await page.evaluate(() => localStorage.getItem('stillwater.favorites'))).toBeNull();
  // Another tab of the form and a reload keep it.
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.reload();
  await alive(page);
  await page.getByLabel('Username').fill('harriet');
  await page.getByLabel('Email', { exact: true }).fill('harriet@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Quiet-Harbour-27');
  await page.getByLabel('Confirm password').fill('Quiet-Harbour-27');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/app');
  await expect.poll(() => heart(page, 'Focus').getAttribute('aria-pressed')).toBe('true');
  const [focus] = await (await page.request.get('/api/oceans')).json();
  await expect.poll(() => favorites(page)).toEqual([{ itemType: 'ocean', itemId: focus.id }]);
  expect(page.problems).toEqual([]);

  // Removing it is final: going back does not save it again.
  await heart(page, 'Focus').click();
  await expect.poll(() => favorites(page)).toEqual([]);
  await page.goBack();
  await page.goto('/app');
  await heart(page, 'Focus').waitFor();
  expect(await favorites(page)).toEqual([]);
});

test('a visitor who logs in after pressing a heart finds it filled', async () => {
  const page = await entered(site);
  await pressHeart(page, 'Breath', 'Log in');
  await page.getByLabel('Username').fill('maren');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/app');
  await expect.poll(() => heart(page, 'Breath').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(async () => (await favorites(page)).length).toBe(1);
});

test('opening an address saves no favorite for a signed-in reader', async () => {
  const page = await entered(site);
  await logIn(page, { username: 'maren', password: PASSWORD });
  const before = await favorites(page);
  await page.goto('/auth?returnTo=/app&favorite=ocean-2');
  await page.waitForURL('**/app');
  await heart(page, 'Focus').waitFor();
  await alive(page);
  expect(await favorites(page)).toEqual(before);
});
