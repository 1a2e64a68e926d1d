import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { enteredAt, logIn } from '../support/entered.ts';
import { alive } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember } from '../support/subscribers.ts';

/* The user menu and the page /auth (specification, sections 2 and 4). */

const ADMIN = { username: 'admin', password: 'Keeper-of-tides-9' };

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

const entered = (path: string) => enteredAt(site, path);

describe('the user menu', () => {
  const open = async (page: Page, name: string) => {
    await alive(page);
    await page.getByRole('button', { name: `Account: ${name}` }).click();
    return page.locator('[data-part=user-menu]');
  };

  test('the user menu fits the narrowest phone, also in the largest letters', async () => {
    const page = await newMember(site, 'narrow', { viewport: { width: 320, height: 568 } });
    const value = encodeURIComponent('{"text":"larger"}');
    await page.context().addCookies([{ name: 'stillwater_comfort', value, url: site.url }]);
    await page.goto('/about');
    const menu = await open(page, 'narrow');
    expect((await menu.boundingBox())?.x).toBeGreaterThan(0);
    expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test('the user menu shows the user, its links, and the progress and failure of the logout', async () => {
    const page = await site.newPage({ viewport: { width: 1440, height: 900 } });
    await logIn(page, ADMIN);
    await page.goto('/about');
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Dashboard' })
      .waitFor();
    const menu = await open(page, 'admin');
    expect(await page.locator('button[aria-label^="Account: "] > *').getAttribute('data-initials')).toBe('A');
    expect(await menu.locator('div').first().innerText()).toMatch(/^admin\s+No email provided$/);
    for (const [name, href] of [
      ['Explore', '/explore'],
      ['Favorites', '/favorites'],
      ['Admin Dashboard', '/admin'],
    ] as const)
      expect(await menu.getByRole('link', { name }).getAttribute('href')).toBe(href);

    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/logout', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await menu.getByRole('button', { name: 'Log out' }).click();
    await menu.getByRole('button', { name: 'Logging out...' }).waitFor();
    answer();
    await page.locator('[data-part=toast][data-kind=bad]').getByText('Logout failed').waitFor();
    await page.unroute('**/api/logout');
    await menu.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${site.url}/`);
  });

  test('the user menu is whole in a low window: its last entry needs no scrolling of the page', async () => {
    // The window of a laptop at 125 % zoom.
    const page = await site.newPage({ viewport: { width: 1024, height: 610 } });
    await logIn(page, ADMIN);
    await page.goto('/admin');
    const menu = await open(page, 'admin');
    await page.keyboard.press('End');
    const last = menu.getByRole('button', { name: 'Log out' });
    await expect.poll(() => last.evaluate((button) => button === document.activeElement)).toBe(true);
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(610);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('the user menu shows members no link to the Admin Dashboard', async () => {
    const page = await newMember(site, 'no-keeper', { viewport: { width: 1440, height: 900 } });
    await page.goto('/about');
    const menu = await open(page, 'no-keeper');
    await menu.getByText('no-keeper@example.org').waitFor();
    expect(await menu.getByText('Admin Dashboard').count()).toBe(0);
  });
});

test('/auth has tabs and form on the left and four blurbs on the right', async () => {
  const page = await entered('/auth');
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Login', 'Register']);
  const panel = page.getByRole('complementary');
  expect(await panel.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Focused Learning',
    'Track Progress',
    'Save Favorites',
    'Personalized Path',
  ]);
  // The blurbs describe existing features: the position in a wave, saving, and free order.
  const promises = await panel.locator('h3 + p').allInnerTexts();
  expect(promises).toEqual([
    expect.stringContaining('about a minute'),
    expect.stringContaining('3\u00a0of\u00a08'),
    expect.stringContaining('on all your devices'),
    expect.stringContaining('no set order'),
  ]);
  const left = (await page.locator('section:has([role=tablist])').boundingBox())?.x ?? 0;
  expect((await panel.boundingBox())?.x ?? 0).toBeGreaterThan(left);
});
