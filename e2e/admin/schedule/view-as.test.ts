import { expect, test } from 'vitest';
import { alive, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { PHONE, pressableHeight } from '../../support/phone.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, open } from '../content-page.ts';

/* The site as others see it. */

const site = setUpSite(ADMIN);

const bar = (page: WatchedPage) => page.getByRole('complementary', { name: 'Preview' });
/** Finds a droplet that only subscribers may open. */
async function lockedDroplet(page: WatchedPage): Promise<number> {
  for (let id = 1; id < 200; id += 1) {
    const answer = await page.request.get(`/api/droplets/${id}`);
    if (!answer.ok()) continue;
    const { accessType, isSample } = await answer.json();
    if (accessType === 'premium' && !isSample) return id;
  }
  throw new Error('The demo has no premium droplet.');
}

test('a locked droplet is viewed as a free member in two presses on a phone, and left in one', async () => {
  const page = await administrator(site, PHONE);
  const id = await lockedDroplet(page);
  await open(page, `/droplets/${id}`);
  expect(await page.getByText('Subscribe Now').count()).toBe(0);
  await page.getByRole('button', { name: 'Account: maren' }).tap();
  await button(page, 'View as free member').tap();
  await bar(page).getByText('You see this as a free member').waitFor();
  await page.getByRole('button', { name: 'Subscribe Now' }).first().waitFor();
  expect(Math.round((await bar(page).boundingBox())?.height ?? 0)).toBe(119);
  const choices = await bar(page).getByRole('group', { name: 'View as' }).getByRole('button').all();
  expect(choices).toHaveLength(3);
  for (const choice of choices) expect(await pressableHeight(choice)).toBeGreaterThanOrEqual(44);
  await page.evaluate(() => scrollTo(0, 400));
  expect((await bar(page).boundingBox())?.y).toBe(0);
  await button(page, 'End view').tap();
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText('Subscribe Now').count()).toBe(0);
});

test('the page is that of the view, also when the browser stores the cookie late', async () => {
  const page = await administrator(site);
  const id = await lockedDroplet(page);
  await page.addInitScript(() => {
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
    Object.defineProperty(Document.prototype, 'cookie', {
      ...cookie,
      set(value) {
        setTimeout(() => cookie.set?.call(this, value), 500);
      },
    });
  });
  await open(page, `/droplets/${id}`);
  await page.getByRole('button', { name: 'Account: maren' }).click();
  await button(page, 'View as free member').click();
  await page.getByRole('button', { name: 'Subscribe Now' }).first().waitFor();
  await button(page, 'End view').click();
  await expect.poll(() => page.getByText('Subscribe Now').count()).toBe(0);
});

test('saving and paying are disabled in the view, with and without a mouse', async () => {
  const page = await administrator(site);
  await open(page, '/oceans/1');
  await page.getByRole('button', { name: 'Account: maren' }).click();
  await button(page, 'View as free member').click();
  await bar(page).waitFor();
  expect(Math.round((await bar(page).boundingBox())?.height ?? 0)).toBe(63);
  await alive(page);
  await page
    .getByRole('button', { name: /^Add .* to favorites$/ })
    .first()
    .click();
  await page.locator('[data-part=toast]').getByText('Off in this view.').waitFor();
  expect(await (await page.request.get('/api/favorites')).json()).toEqual([]);
  await bar(page).getByRole('button', { name: 'Subscriber' }).press('Enter');
  await bar(page).getByText('You see this as a subscriber').waitFor();
  await alive(page);
  await bar(page).getByRole('button', { name: 'Visitor' }).press('Enter');
  await bar(page).getByText('You see this as a visitor').waitFor();
  await alive(page);
  await page.getByRole('link', { name: 'Login' }).waitFor();
  const save = page.evaluate(() => localStorage.setItem('probe', '1'));
  await expect(save).rejects.toThrow('Off in this view.');
  expect(await page.evaluate(() => localStorage.getItem('probe'))).toBeNull();
  await bar(page).getByRole('button', { name: 'End view' }).press('Enter');
  await page.getByRole('button', { name: 'Account: maren' }).waitFor();
});

test('visitors load no code of the view', async () => {
  const page = await site.newPage();
  await page.goto('/');
  await alive(page);
  expect(page.requested.filter((address) => /view-bar|staff-parts/.test(address))).toEqual([]);
});
