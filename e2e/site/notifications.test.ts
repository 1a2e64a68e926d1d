import { describe, expect, test } from 'vitest';
import { enteredAt, queryOf } from '../support/entered.ts';
import { alive } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ask, toast } from './notification-parts.ts';

/* Notifications: duration, swipe and keyboard (specification, section 9). */

const site = setUpSite();

const entered = (path: string) => enteredAt(site, path);

describe('a notification', () => {
  test('a notification is shown for 5000 ms', async () => {
    const page = await entered('/app');
    await alive(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await ask(page);
    await toast(page).waitFor();
    // A pointer over the notification would keep it open.
    await page.mouse.move(5, 5);
    await page.clock.runFor(4_900);
    expect(await toast(page).count()).toBe(1);
    await page.clock.runFor(200);
    await expect.poll(() => toast(page).count()).toBe(0);
  });

  test.each(['light', 'dark'] as const)(
    'a notification is green for a success and red for a failure (%s)',
    async (scheme) => {
      const page = await entered('/auth?tab=register');
      await page.emulateMedia({ colorScheme: scheme });
      await alive(page);
      await page.getByLabel('Username').fill(`green-${scheme}`);
      await page.getByLabel('Email', { exact: true }).fill(`green-${scheme}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill('Quiet-Harbour-27');
      await page.getByLabel('Confirm password').fill('Quiet-Harbour-27');
      /** Returns red, green and blue of the icon as shown on the screen. */
      const colorOf = (title: string) =>
        toast(page)
          .filter({ hasText: title })
          .locator('svg')
          .first()
          .evaluate((icon) => {
            const context = document.createElement('canvas').getContext('2d');
            if (!context) throw new Error('The browser draws no canvas.');
            context.fillStyle = getComputedStyle(icon).color;
            context.fillRect(0, 0, 1, 1);
            const [red = 0, green = 0] = context.getImageData(0, 0, 1, 1).data;
            return Math.sign(green - red);
          });
      await page.route('**/api/register', (route) => route.abort(), { times: 1 });
      await page.getByRole('button', { name: 'Register' }).click();
      expect(await colorOf('Registration failed')).toBe(-1);
      await page.getByRole('button', { name: 'Register' }).click();
      expect(await colorOf('Account created!')).toBe(1);
    },
  );

  test('a swipe of 50 px to the right dismisses a notification, and F8 focuses its region', async () => {
    const page = await entered('/app');
    await alive(page);
    await ask(page);
    await toast(page).waitFor();
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-part') === 'toasts')).toBe(
      true,
    );
    const swipe = async (by: number) => {
      const box = await toast(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (const part of [0.25, 0.5, 1]) await page.mouse.move(x + by * part, y);
      await page.mouse.up();
    };
    await swipe(48);
    await page.waitForTimeout(300);
    expect(await toast(page).count()).toBe(1);
    await swipe(52);
    await expect.poll(() => toast(page).count()).toBe(0);
  });

  test.each([
    ['list', []],
    ['notification', ['Tab']],
    ['link', ['Tab', 'Tab']],
  ])('Escape with the focus on its %s closes a notification; the dialog under it stays', async (_, keys) => {
    const page = await entered('/waves/1?droplet=1');
    await alive(page);
    const viewer = page.getByRole('dialog');
    await button(viewer, 'Save').click();
    await toast(page).waitFor();
    for (const key of ['F8', ...keys, 'Escape']) await page.keyboard.press(key);
    await expect.poll(() => toast(page).count()).toBe(0);
    expect(queryOf(page)).toEqual({ droplet: '1' });
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
  });

  test('a notification that closes returns the focus to the element from which F8 moved it', async () => {
    const page = await entered('/app');
    await alive(page);
    const heart = page.getByRole('button', { name: 'Add Rest to favorites' });
    await heart.press('Enter');
    await toast(page).waitFor();
    await page.keyboard.press('F8');
    await toast(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect.poll(() => heart.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});
