import { expect, test } from 'vitest';
import type { EngineSite } from '../engine-site.ts';
import type { Reader } from '../reader.ts';

const PASSWORD = 'Quiet-Harbour-27';

const newAccount = (username: string) => ({
  username,
  email: `${username}@example.org`,
  password: PASSWORD,
  confirmPassword: PASSWORD,
});

const isPressed = (reader: Reader, name: string) =>
  reader.until(
    `“${name}” is pressed`,
    (label) =>
      document.querySelector(`button[aria-label="${label}"]`)?.getAttribute('aria-pressed') === 'true',
    name,
  );

export function accountJourneys(engineSite: EngineSite): void {
  test('a reader registers, logs out and logs in again', async () => {
    const reader = await engineSite.newReader();
    await reader.open('/auth?tab=register&returnTo=/about');
    // The edge of the tabs cuts what is below it: the line under the selected one.
    const below = await reader.until('the tabs are there', () => {
      const tabs = document.querySelector('[role=tablist]');
      return tabs && { px: tabs.scrollHeight - tabs.clientHeight };
    });
    expect(below.px).toBe(0);
    await reader.fill('Username', 'maren');
    await reader.fill('Email', 'maren@example.org');
    await reader.fill('Password', PASSWORD);
    await reader.fill('Confirm password', PASSWORD);
    await reader.press('button', 'Register');
    await reader.read('Account created!');
    await reader.press('button', 'Account: maren');
    await reader.press('button', 'Log out');
    await reader.until('the page is the first one', () => location.pathname === '/');

    await reader.open('/auth?returnTo=/about');
    await reader.fill('Username', 'maren');
    await reader.fill('Password', PASSWORD);
    await reader.key('Enter');
    await reader.see('button', 'Account: maren');
    await reader.until('the page is the one from before', () => location.pathname === '/about');
  });

  test('a heart stays after a reload, and its item is on the favorites page', async () => {
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.open('/about');
    await reader.call('POST', '/api/register', newAccount('temi'));
    await reader.open('/app');
    await reader.press('button', 'Add Focus to favorites');
    await reader.read('Added to favorites');
    await isPressed(reader, 'Remove Focus from favorites');
    await reader.open('/app');
    await isPressed(reader, 'Remove Focus from favorites');
    await reader.open('/favorites');
    await reader.see('heading', 'Your Favorites');
    await reader.press('button', 'Remove Focus from favorites');
    await reader.see('heading', 'No favorites yet');
  });

  test('a page from the back-forward cache has the hearts pressed on later pages', async () => {
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.open('/about');
    await reader.call('POST', '/api/register', newAccount('ewa'));
    await reader.open('/app');
    await reader.see('button', 'Add Focus to favorites');
    await reader.tab.evaluate(() => {
      document.documentElement.dataset.left = '';
    });
    await reader.open('/about');
    await reader.call('POST', '/api/favorites', { itemType: 'ocean', itemId: 1 });
    // Puppeteer's Back waits for a page load, and a page from the back-forward cache does not load.
    await reader.tab.evaluate(() => void setTimeout(() => history.back()));
    await isPressed(reader, 'Remove Focus from favorites');
    const isAsLeft = await reader.tab.evaluate(() => document.documentElement.dataset.left === '');
    // Puppeteer's Chromium has no back-forward cache.
    expect(isAsLeft).toBe(engineSite.engine !== 'chromium');
  });

  test('a short page is as wide as a long one, so that nothing moves sideways between them', async () => {
    const reader = await engineSite.newReader();
    await reader.resize({ width: 1440, height: 1200 });
    const widthOf = async (path: string) => {
      await reader.open(path);
      return reader.tab.evaluate(() => {
        const { clientWidth, clientHeight, scrollHeight } = document.documentElement;
        return { width: clientWidth, isShort: scrollHeight === clientHeight };
      });
    };
    const [short, long] = [await widthOf('/contact'), await widthOf('/about')];
    expect([short.isShort, long.isShort]).toEqual([true, false]);
    expect(short.width).toBe(long.width);
  });
}
