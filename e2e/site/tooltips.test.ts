import { expect, test } from 'vitest';
import { markEntered } from '../support/entered.ts';
import { alive, idle, outlast, type WatchedPage } from '../support/open-site.ts';
import { boxOf } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember } from '../support/subscribers.ts';

/* Tooltips (specification, section 9, and WCAG 1.4.13), with a controlled clock. */

const site = setUpSite();

const VIEW = { viewport: { width: 1280, height: 900 } };

async function open(path: string): Promise<WatchedPage> {
  const page = await site.newPage(VIEW);
  await markEntered(page, site.url);
  return openIn(page, path);
}

async function openIn(page: WatchedPage, path: string): Promise<WatchedPage> {
  await page.goto(path);
  await alive(page);
  const script = () => page.requested.find((url) => url.includes('/tooltips-'));
  await expect.poll(script).toBeDefined();
  // Waits for the module. As a string, because Vitest would rewrite the import.
  await page.evaluate(`import('${script()}').then(() => {})`);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  return page;
}

const tip = (page: WatchedPage) => page.locator('[data-part=tooltip]:popover-open');
const shown = (page: WatchedPage) => tip(page).allTextContents();
const hearts = (page: WatchedPage) => page.getByRole('button', { name: /^Add .* to favorites$/ });
const nowhere = (page: WatchedPage) => page.mouse.move(5, 400);

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: WatchedPage, name: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    if ((await focused()) === name) return;
  }
  throw new Error(`The Tab key does not lead to ${name}`);
}

test('a tooltip appears after 700 ms, and at once within 300 ms of another', async () => {
  const page = await open('/app');
  const first = hearts(page).first();
  await first.hover();
  await page.clock.runFor(699);
  expect(await shown(page)).toEqual([]);
  await page.clock.runFor(1);
  expect(await shown(page)).toEqual([await first.getAttribute('aria-label')]);

  const second = hearts(page).nth(1);
  await second.hover();
  expect(await shown(page)).toEqual([await second.getAttribute('aria-label')]);

  await nowhere(page);
  expect(await shown(page)).toEqual([]);
  await page.clock.runFor(300);
  await first.hover();
  expect(await shown(page)).toHaveLength(1);

  await nowhere(page);
  await page.clock.runFor(301);
  await first.hover();
  expect(await shown(page)).toEqual([]);
  await page.clock.runFor(700);
  expect(await shown(page)).toHaveLength(1);
  expect(page.problems).toEqual([]);
});

test('a tooltip is beside its control, may be hovered, and repeats no name to screen readers', async () => {
  const page = await open('/app');
  await page.setViewportSize({ width: 390, height: 844 });
  const heart = hearts(page).first();
  await heart.hover();
  await page.clock.runFor(700);
  const [named, box] = [await boxOf(heart), await boxOf(tip(page))];
  expect(box.y + box.height <= named.y || box.y >= named.y + named.height).toBe(true);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(390);

  const [x, y] = [named.x + named.width / 2, named.y + named.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.move(x, box.y + box.height / 2, { steps: 40 });
  await page.clock.runFor(10_000);
  expect(await shown(page)).toHaveLength(1);
  expect(await tip(page).getAttribute('aria-hidden')).toBe('true');
  expect(await heart.getAttribute('aria-describedby')).toBeNull();

  await nowhere(page);
  expect(await shown(page)).toEqual([]);
});

test('the Tab key shows a tooltip over a dialog, and Escape hides it before the dialog', async () => {
  const page = await open('/waves/1?droplet=3');
  const viewer = page.locator('dialog:modal');
  await viewer.waitFor();
  await page.clock.runFor(2_000);
  // The dialog itself took the focus, without a key.
  expect(await shown(page)).toEqual([]);
  await tabTo(page, 'Close');
  await page.clock.runFor(700);
  expect(await shown(page)).toEqual(['Close']);
  const inFront = await tip(page).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
  expect(inFront).toBe(true);

  // The focused control keeps its tooltip while the pointer moves elsewhere.
  await nowhere(page);
  expect(await shown(page)).toEqual(['Close']);
  await page.keyboard.press('Escape');
  expect(await shown(page)).toEqual([]);
  expect(await viewer.count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => viewer.count()).toBe(0);
});

test('a pressed control and a control with text have no tooltip', async () => {
  const page = await open('/waves/1');
  const next = page.getByRole('button', { name: 'Next wave' });
  await next.hover();
  await page.clock.runFor(700);
  expect(await shown(page)).toEqual([`Next wave\n${await next.getAttribute('aria-description')}`]);
  await page.mouse.down();
  expect(await shown(page)).toEqual([]);
  await page.mouse.move(5, 400);
  await page.mouse.up();

  await page.clock.runFor(1_000);
  await page.getByRole('button', { name: 'Save', exact: true }).hover();
  await page.clock.runFor(2_000);
  expect(await shown(page)).toEqual([]);
  await hearts(page).last().hover();
  await page.clock.runFor(300);
  await page.mouse.down();
  await page.clock.runFor(2_000);
  expect(await shown(page)).toEqual([]);
});

test('a button whose menu is open has no tooltip, which would cover the menu', async () => {
  const page = await openIn(await newMember(site, 'hovers', VIEW), '/about');
  const avatar = page.getByRole('button', { name: 'Account: hovers' });
  await avatar.click();
  await page.locator('[data-part=user-menu]').waitFor();
  await nowhere(page);
  await avatar.hover();
  await page.clock.runFor(2_000);
  expect(await shown(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await nowhere(page);
  await avatar.hover();
  await page.clock.runFor(700);
  expect(await shown(page)).toEqual(['Account: hovers']);
});

test('touch neither shows a tooltip nor loads its code', async () => {
  const page = await site.newPage(PHONE);
  await markEntered(page, site.url);
  await page.goto('/app');
  await idle(page);
  await hearts(page).first().tap();
  await page.locator('[data-part=toast]').waitFor();
  // Longer than the delay of a tooltip.
  await outlast(page, 1_000);
  expect(await page.locator('[data-part=tooltip]').count()).toBe(0);
  expect(page.requested.filter((url) => url.includes('/tooltips-'))).toEqual([]);
});
