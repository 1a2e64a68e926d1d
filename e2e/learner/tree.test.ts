import { describe, expect, test } from 'vitest';
import { callsOf, entered } from '../support/entered.ts';
import { hold } from '../support/hold.ts';
import { alive, idle, type WatchedPage } from '../support/open-site.ts';
import { button, heading } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

const site = setUpSite();

describe('Tree', () => {
  const line = (page: WatchedPage, name: string) =>
    page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
  const focused = (page: WatchedPage) =>
    page.evaluate(() => document.activeElement?.querySelector('[data-open]')?.textContent ?? '');

  test('the whole hierarchy loads in one call, with a loading and an error state', async () => {
    const page = await entered(site);
    await page.goto('/about');
    await alive(page);
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/tree', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.evaluate(() => {
      history.pushState(null, '', '/tree');
    });
    await page.getByText('Loading your knowledge journey...').waitFor();
    answer();
    await page.getByRole('alert').getByText('Error loading content. Please try again later.').waitFor();

    await page.unroute('**/api/tree');
    await page.goto('/app');
    // Cards in view preload their pages.
    await idle(page);
    page.requested.length = 0;
    await page.getByRole('link', { name: 'Tree', exact: true }).click();
    await page.getByRole('tree', { name: 'Overview' }).waitFor();
    expect(callsOf(page).map((url) => new URL(url).pathname)).toEqual(['/api/tree']);
    await heading(page, 'Overview').waitFor();
  });

  test('arrows, Home, End and letters move one focus through the tree; branches close and open', async () => {
    const page = await entered(site);
    await page.goto('/tree');
    await alive(page);
    expect(await page.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
    await page.locator('[role="treeitem"][tabindex="0"]').focus();
    const press = async (key: string, title: string) => {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page), { message: key }).toBe(title);
    };
    await press('ArrowDown', 'One Thing at a Time');
    await press('ArrowDown', 'Name the Next Small Thing');
    await press('ArrowLeft', 'One Thing at a Time');
    expect(await line(page, 'One Thing at a Time').getAttribute('aria-expanded')).toBe('true');
    await press('ArrowLeft', 'One Thing at a Time');
    await expect.poll(() => line(page, 'One Thing at a Time').getAttribute('aria-expanded')).toBe('false');
    await press('ArrowDown', 'The Wandering Mind');
    await press('ArrowUp', 'One Thing at a Time');
    await press('ArrowRight', 'One Thing at a Time');
    await press('ArrowRight', 'Name the Next Small Thing');
    await press('Home', 'Focus');
    // The last line is not in the page yet.
    await press('End', 'Seasons');
    await press('Home', 'Focus');
    // On a busy machine the pause between two letters may start another word.
    const type = async () => {
      await page.keyboard.press('Home');
      await page.keyboard.type('rest');
      return focused(page);
    };
    await expect.poll(type, { interval: 600 }).toBe('Rest');
    expect(await line(page, 'Rest').getAttribute('aria-level')).toBe('1');
    await page.keyboard.press('Enter');
    await heading(page, 'Rest').waitFor();
    await page.goBack();
    await line(page, 'Rest').waitFor();
  });

  test('a droplet opens the viewer over its wave, and a lock is visible and has a name', async () => {
    const page = await entered(site);
    await page.goto('/tree');
    await alive(page);
    expect(await line(page, 'Where Did You Go').getAttribute('aria-level')).toBe('3');
    await page.getByRole('treeitem', { name: /Where Did You Go\? Premium 1 min/ }).waitFor();
    await line(page, 'Finish the Sentence').getByRole('link').click();
    await page.getByRole('dialog').getByText('3 of 8').filter({ visible: true }).first().waitFor();
    await page.locator('dialog:modal').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Finish the Sentence');
  });

  test('the arrows of a droplet stay while the next one loads, so quick presses count', async () => {
    const page = await entered(site);
    await page.goto('/tree');
    await alive(page);
    await line(page, 'The Clear Table').getByRole('link').click();
    const viewer = page.getByRole('dialog');
    await viewer.getByText('2 of 8').filter({ visible: true }).first().waitFor();
    await idle(page);
    const release = await hold(page, /\/api\/droplets\/\d+$/, 'GET');
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight');
    await viewer.getByText('5 of 8').filter({ visible: true }).first().waitFor();
    release();
    expect(page.problems).toEqual([]);
  });

  test('on a phone a second quick press on a branch’s button opens it again', async () => {
    const page = await entered(site, PHONE);
    await page.goto('/tree');
    await idle(page);
    const { x = 0, y = 0, height = 0 } = (await button(page, 'Close Focus').boundingBox()) ?? {};
    const tap = () => page.touchscreen.tap(x + 22, y + height / 2);
    await tap();
    await button(page, 'Open Focus').waitFor();
    await tap();
    await button(page, 'Close Focus').waitFor();
  });

  test.each(['button', 'key'])(
    'an ocean closed by its %s in the middle of its waves stays in view',
    async (by) => {
      const page = await entered(site, { viewport: { width: 1440, height: 700 } });
      await page.goto('/tree');
      await idle(page);
      const ocean = page.getByRole('treeitem', { name: /^Focus / });
      await page.evaluate(() => scrollTo(0, 500));
      if (by === 'key') await ocean.press('ArrowLeft');
      else await button(page, 'Close Focus').click();
      await button(page, 'Open Focus').waitFor();
      await expect.poll(async () => (await ocean.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    },
  );
});
