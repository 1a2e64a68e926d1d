import { describe, expect, test } from 'vitest';
import { entered, queryOf } from '../support/entered.ts';
import { alive, idle, type WatchedPage } from '../support/open-site.ts';
import { CARD, heading } from '../support/parts.ts';
import { demoSite } from '../support/set-up-site.ts';

const site = demoSite();

describe('Classic', () => {
  const card = (page: WatchedPage, name: string) =>
    page.locator(CARD).filter({ has: page.getByRole('link', { name, exact: true }) });
  const crumbs = (page: WatchedPage) => page.getByRole('navigation', { name: 'Breadcrumb' });
  /** Waits longer than the 500 ms for which a step disables the next one. */
  const settled = (page: WatchedPage) => page.waitForTimeout(550);

  test('Classic navigates the levels by title, breadcrumb, Back and Home', async () => {
    const page = await entered(site);
    await page.goto('/classic');
    await alive(page);
    await heading(page, 'Categories').waitFor();
    await page.getByText('Learning Categories', { exact: true }).waitFor();
    expect(await crumbs(page).innerText()).toBe('Home');
    // A move within the page, as by the skip link, is no step back. The next level starts at its top.
    await page.evaluate(() => {
      location.hash = 'main';
      scrollTo({ top: 200, behavior: 'instant' });
    });
    await page.getByRole('link', { name: 'Focus', exact: true }).click();
    await heading(page, 'Explore Waves').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Explore Waves');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await settled(page);
    await page.getByRole('link', { name: 'One Thing at a Time', exact: true }).click();
    await heading(page, 'Explore Droplets').waitFor();
    await settled(page);
    await page.getByRole('link', { name: 'Finish the Sentence', exact: true }).click();
    await heading(page, 'Explore Further').waitFor();
    await page.getByText('No items available at this level.').waitFor();
    expect((await crumbs(page).innerText()).split(/\s*[·/]\s*/)).toEqual([
      'Back',
      'Home',
      'Focus',
      'One Thing at a Time',
      'Finish the Sentence',
    ]);
    await settled(page);
    await crumbs(page).getByRole('button', { name: 'Back' }).click();
    await heading(page, 'Explore Droplets').waitFor();
    await settled(page);
    await crumbs(page).getByRole('link', { name: 'Focus' }).click();
    await heading(page, 'Explore Waves').waitFor();
    await page.reload();
    await heading(page, 'Explore Waves').waitFor();
    await settled(page);
    await crumbs(page).getByRole('link', { name: 'Home' }).click();
    await heading(page, 'Categories').waitFor();
    expect(queryOf(page)).toEqual({});
    await page.goBack();
    await heading(page, 'Explore Waves').waitFor();
  });

  test('Classic ignores a second step within 500 ms', async () => {
    const page = await entered(site);
    await page.goto(`/classic?ocean=${site.ids.focus}&wave=${site.ids['one-thing-at-a-time']}`);
    await idle(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const back = crumbs(page).getByRole('button', { name: 'Back' });
    await back.click();
    await heading(page, 'Explore Waves').waitFor();
    await page.clock.runFor(450);
    await back.click();
    await page.clock.runFor(49);
    expect(queryOf(page)).toEqual({ ocean: String(site.ids.focus) });
    await heading(page, 'Explore Waves').waitFor();
    await page.clock.runFor(1);
    await back.click();
    await heading(page, 'Categories').waitFor();
  });

  test('a card shows type and child count, opens its page, and plays its film in a dialog', async () => {
    const page = await entered(site);
    await page.goto('/classic');
    await card(page, 'Breath').getByText('Ocean', { exact: true }).waitFor();
    await card(page, 'Breath').getByText('3 waves', { exact: true }).waitFor();
    await page.goto(`/classic?ocean=${site.ids.breath}`);
    await card(page, 'The Long Exhale').getByText('Wave', { exact: true }).waitFor();
    await card(page, 'The Long Exhale').getByText('6 droplets', { exact: true }).waitFor();
    await card(page, 'The Long Exhale').getByRole('button', { name: 'Play The Long Exhale' }).click();
    const dialog = page.getByRole('dialog', { name: 'The Long Exhale' });
    await dialog.getByRole('button', { name: 'Play The Long Exhale' }).waitFor();
    // A pointer over the button may preload the film, invisibly.
    expect(await dialog.locator('video, iframe').filter({ visible: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Play The Long Exhale' }).click();
    await dialog.locator('video').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Play The Long Exhale');
    await card(page, 'The Long Exhale').getByRole('link', { name: 'Open The Long Exhale' }).click();
    await heading(page, 'The Long Exhale').waitFor();
    expect(page.url()).toBe(`${site.url}/waves/${site.ids['the-long-exhale']}`);
  });

  test('an ocean without waves says that it is empty', async () => {
    const page = await entered(site);
    await page.goto(`/classic?ocean=${site.ids.seasons}`);
    await page.getByText('No items available at this level.').waitFor();
  });
});
