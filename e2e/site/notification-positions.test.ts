import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { enteredAt, markEntered } from '../support/entered.ts';
import { alive } from '../support/open-site.ts';
import { phone } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ask, toast } from './notification-parts.ts';

/* Positions of notifications: they cover no control, and do not move under a pointer. */

const site = setUpSite();

const entered = (path: string) => enteredAt(site, path);

describe('a notification', () => {
  /** Tells whether the notification shows, and lists fields and buttons in view whose middle it covers. */
  const covered = (page: Page) =>
    page.evaluate(() => ({
      shown: document.querySelector('[data-part=toast]') !== null,
      covered: [...document.querySelectorAll('main :is(button, input, a.btn)')]
        .filter((control) => {
          const { left, top, width, height } = control.getBoundingClientRect();
          const at = document.elementFromPoint(left + width / 2, top + height / 2);
          return at?.closest('[data-part=toasts]');
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent),
    }));
  const NONE = { shown: true, covered: [] };

  test.each([
    [390, 844],
    [768, 900],
    [1440, 900],
  ])('a notification covers no field and no button, at %d × %d', async (width, height) => {
    const page = await site.newPage({ viewport: { width, height } });
    await markEntered(page, site.url);
    for (const path of ['/app', '/waves/1', '/explore']) {
      await page.goto(path);
      await alive(page);
      for (const scrolled of [0, 333]) {
        await page.evaluate((top) => scrollTo(0, top), scrolled);
        await ask(page);
        // It stays under the pointer.
        await toast(page).getByText('Authentication Required').hover();
        await expect.poll(() => covered(page), { message: `${path} ${scrolled}` }).toEqual(NONE);
      }
    }
    await page.goto('/auth');
    await alive(page);
    await page.getByRole('textbox', { name: 'Username' }).fill('nobody');
    await page.getByRole('textbox', { name: 'Password' }).fill('Wrong-guess-1');
    await page.getByRole('button', { name: 'Login', exact: true }).last().click();
    await toast(page).getByText('Login failed').hover();
    await expect.poll(() => covered(page)).toEqual(NONE);
  });

  test('a notification moves away from a link that gets the focus', async () => {
    const page = await entered('/app');
    await alive(page);
    await ask(page);
    await toast(page).getByText('Authentication Required').hover();
    await page.evaluate(() => {
      const toasts = document.querySelector('[data-part=toasts]') as HTMLElement;
      const { left, top } = toasts.getBoundingClientRect();
      const link = Object.assign(document.createElement('a'), { href: '/about', textContent: 'In the way' });
      link.style.cssText = `position: fixed; left: ${left + 20}px; top: ${top + 20}px`;
      document.querySelector('main')?.append(link);
      link.focus({ preventScroll: true });
    });
    const link = page.getByRole('link', { name: 'In the way' });
    const isCovered = () =>
      link.evaluate((it) => {
        const { left, top } = it.getBoundingClientRect();
        return document.elementFromPoint(left + 2, top + 2)?.closest('[data-part=toasts]') !== null;
      });
    expect(await isCovered()).toBe(true);
    await page.mouse.move(5, 5);
    await expect.poll(isCovered).toBe(false);
    expect(await toast(page).count()).toBe(1);
  });

  test('a notification moves into view at once when the window becomes smaller', async () => {
    const page = await site.newPage({ viewport: { width: 1280, height: 800 } });
    await markEntered(page, site.url);
    await page.goto('/app');
    await alive(page);
    const box = () => page.locator('[data-part=toasts]').boundingBox();
    // A button in the default position of notifications. This one must be above it.
    await page.evaluate(() => {
      const button = document.body.appendChild(document.createElement('button'));
      button.style.cssText = 'position: fixed; inset: auto 0 0 auto; width: 600px; height: 400px; opacity: 0';
      button.style.pointerEvents = 'none';
    });
    await ask(page);
    await toast(page).waitFor();
    await expect.poll(async () => ((await box())?.y ?? 800) < 400).toBe(true);
    await page.locator('body > button').evaluate((button) => button.remove());
    await page.setViewportSize({ width: 640, height: 400 });
    const inView = await page.evaluate(async () => {
      // Two reasons to reposition in one frame.
      document.querySelector<HTMLElement>('[data-part=toasts]')?.style.setProperty('padding-top', '9px');
      dispatchEvent(new Event('resize'));
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const box = document.querySelector('[data-part=toasts]')?.getBoundingClientRect();
      return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
    });
    expect(inView).toBe(true);
  });

  /** Adds a button under the notification, without any event for it. */
  const putButtonUnder = (page: Page) =>
    page.evaluate(() => {
      const toasts = document.querySelector('[data-part=toasts]')?.getBoundingClientRect();
      if (!toasts) throw new Error('The page shows no notification.');
      const { left, top, width, height } = toasts;
      const button = Object.assign(document.createElement('button'), { textContent: 'In the way' });
      const box = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
      // The content security policy forbids style attributes, and allows this.
      button.style.cssText = `position: fixed; ${box}`;
      document.querySelector('main')?.append(button);
    });

  test('a notification does not move under a pointer, and uncovers a button when it leaves', async () => {
    const page = await entered('/app');
    await alive(page);
    await ask(page);
    await toast(page).getByText('Authentication Required').hover();
    const box = () => page.locator('[data-part=toasts]').boundingBox();
    const before = await box();
    await putButtonUnder(page);
    // A timer of the page runs after earlier and shorter ones, such as the one that repositions.
    await page.evaluate(() => {
      dispatchEvent(new Event('scroll'));
      return new Promise((resolve) => setTimeout(resolve, 400));
    });
    expect(await box()).toEqual(before);
    expect((await covered(page)).covered).toEqual(['In the way']);
    await page.mouse.move(5, 5);
    await expect.poll(() => covered(page)).toEqual(NONE);
  });

  test('a notification moves away from a button that the rest of its page adds', async () => {
    const page = await entered('/app');
    await alive(page);
    await ask(page);
    await toast(page).waitFor();
    await page.mouse.move(5, 5);
    // The notification stays, as while the person uses another window.
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    await putButtonUnder(page);
    await page.evaluate(() => {
      const rest = document.createElement('div');
      rest.style.height = '100px';
      document.querySelector('main')?.append(rest);
    });
    await expect.poll(() => covered(page)).toEqual(NONE);
  });

  test('a notification does not cover the row of the last press on a screen full of controls', async () => {
    const page = await phone(site);
    await page.goto('/app');
    await alive(page);
    const heart = page.getByRole('button', { name: /^Add .* to favorites$/ }).first();
    await heart.evaluate((button) => {
      for (let top = 0; top < innerHeight; top += 40) {
        const control = document.createElement('button');
        control.style.cssText = `position: fixed; inset: ${top}px 0 auto; height: 36px`;
        document.querySelector('main')?.append(control);
      }
      const row = button.closest('li');
      // Where notifications are by default.
      if (row) row.style.cssText = 'position: fixed; inset: auto 0 6rem; z-index: 1; height: 5rem';
    });
    // While the clock stands, it stays.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await heart.tap();
    await toast(page).getByText('Authentication Required').waitFor();
    const name = expect.stringMatching(/^Add .* to favorites$/);
    await expect
      .poll(() => covered(page))
      .toEqual({ shown: true, covered: expect.not.arrayContaining([name]) });
  });

  test('a notification does not move between a touch and its click', async () => {
    const page = await phone(site);
    await page.goto('/app');
    await alive(page);
    // The clock is stopped, so only a press can close it.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await ask(page);
    await toast(page).waitFor();
    // Longer than a page needs to become idle.
    await page.clock.runFor(400);
    // A refetched list may add a button there. Without other elements there is free space elsewhere.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLElement>('main > *')) part.style.display = 'none';
    });
    await putButtonUnder(page);
    expect((await covered(page)).covered).toEqual(['In the way']);
    await toast(page).getByRole('button', { name: 'Dismiss' }).tap();
    await expect.poll(() => toast(page).count()).toBe(0);
  });
});
