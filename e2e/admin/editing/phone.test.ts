import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hold } from '../../support/hold.ts';
import { idle, type OpenSite, openSite, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { PHONE } from '../../support/phone.ts';
import { ADMIN, administrator, open } from '../content-page.ts';

/* Changing many items on a phone. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(ADMIN);
});
afterAll(() => site.close());

test('a person who selects an item far down sees the actions for it, and their progress', async () => {
  const page = await administrator(site, PHONE);
  await open(page, '/admin/content?tab=droplets&ocean=1&wave=1');
  await idle(page);
  const ticks = page.locator('[data-part=items]').getByRole('checkbox');
  await ticks.nth(5).scrollIntoViewIfNeeded();
  await ticks.nth(5).tap();
  const bar = page.getByRole('group', { name: 'Selected items' });
  const unpublish = button(bar, 'Unpublish');
  const box = await unpublish.boundingBox();
  expect(box?.y).toBeGreaterThan(0);
  // Most of the screen remains for the list.
  expect((await bar.boundingBox())?.height).toBeLessThan(240);
  const release = await hold(page, /\/api\/content\/bulk/, 'POST');
  await page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await bar.getByText('Changing 1 droplet...').waitFor();
  release();
  await bar.getByText('1 droplet selected').waitFor();
  // The Tab key reaches every row below the bar.
  for (const index of [8, 0]) {
    await ticks.nth(index).focus();
    const isSeen = await ticks.nth(index).evaluate((it) => {
      const { left, top, width, height: high } = it.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + high / 2) === it;
    });
    expect(isSeen, `row ${index}`).toBe(true);
  }
  // The whole bar can be reached, too.
  await button(bar, 'Move').scrollIntoViewIfNeeded();
  expect(await bar.evaluate((it) => it.scrollTop)).toBeGreaterThan(0);
  expect(page.problems).toEqual([]);
});

/** Returns the names of the rows' controls that another element covers when Shift+Tab focuses them. */
async function covered(page: WatchedPage): Promise<string[]> {
  const names: string[] = [];
  for (let key = 0; key < 30; key += 1) {
    await page.keyboard.press('Shift+Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      if (!focused.closest('[data-part=items]')) return '';
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return focused.contains(above) ? '' : (focused.getAttribute('aria-label') ?? 'a control');
    });
    if (name !== '') names.push(name);
  }
  return names;
}

test('the bar leaves space for the list in a low window, and covers no focused control', async () => {
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 1440, height: 900 },
  ]) {
    const page = await administrator(site, { viewport });
    await open(page, '/admin/content?tab=droplets&ocean=1&wave=1');
    await idle(page);
    const tick = page.locator('[data-part=items]').getByRole('checkbox').nth(6);
    await tick.focus();
    await page.keyboard.press('Space');
    const bar = page.getByRole('group', { name: 'Selected items' });
    expect((await bar.boundingBox())?.height).toBeLessThan(viewport.height / 2);
    expect(await covered(page), `${viewport.width} px`).toEqual([]);
  }
});

/** Returns the left edge of an element's text, in px. */
const wordsBegin = (part: Locator) =>
  part.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return Math.round(words.getBoundingClientRect().left);
  });

test('quiet links are aligned with the text above them', async () => {
  const page = await administrator(site, PHONE);
  await open(page, '/admin/content');
  await page.getByText('Import and export').waitFor();
  const all = page.getByRole('link', { name: 'History of all changes' });
  expect(await wordsBegin(all)).toBe(await wordsBegin(page.getByText('Import and export')));
  // The first change is the newest, and has no Undo.
  await page
    .getByRole('button', { name: /^Duplicate / })
    .first()
    .tap();
  await page.getByText('Ocean created', { exact: true }).waitFor();
  await all.click();
  const entry = page.locator('[data-part=audit-log] li').first();
  const link = entry.getByRole('link', { name: /^History of / });
  expect(await wordsBegin(link)).toBe(await wordsBegin(entry));
});
