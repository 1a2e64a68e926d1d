import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';
import { entered, markEntered } from '../support/entered.ts';
import { findReflowProblems } from '../support/find-reflow-problems.ts';
import { idle, watch } from '../support/open-site.ts';
import { button, heading } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';

/*
 * Pages in the largest letters of the comfort panel, on phones and small tablets. The letters change no
 * breakpoint, so columns and buttons have less space than the layout was made for.
 */

const site = setUpSite();

/** Opens a page in the largest letters. */
async function enlarged(path: string, { width = 320, reader = 'entered' } = {}) {
  const viewport = { width, height: 900 };
  const page = reader === 'entered' ? await entered(site, { viewport }) : await site.newPage({ viewport });
  const value = encodeURIComponent('{"text":"larger"}');
  await page.context().addCookies([{ name: 'stillwater_comfort', value, url: site.url }]);
  await page.goto(path);
  await idle(page);
  return page;
}

test.each([
  [320, '/', 'visitor'],
  [320, '/nowhere', 'visitor'],
  [768, '/oceans/1', 'visitor'],
  [390, '/redeem', 'entered'],
  [320, '/app', 'entered'],
  [320, '/waves/1', 'entered'],
  [768, '/waves/1?droplet=3', 'entered'],
  [768, '/droplets/3', 'entered'],
] as const)('at a width of %i px, %s has no layout problems (%s)', async (width, path, reader) => {
  const page = await enlarged(path, { width, reader });
  expect(await findReflowProblems(page)).toEqual([]);
});

test('on a phone pages have no layout problems at twice the browser’s default letter size', async () => {
  const browser = await chromium.launch({
    ...chromiumOptions,
    args: [...chromiumOptions.args, '--blink-settings=defaultFontSize=32'],
    executablePath: await chromiumPath(),
  });
  try {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
    const page = watch(await context.newPage());
    await markEntered(page, site.url);
    for (const path of ['/app', '/oceans/1']) {
      await page.goto(path);
      await idle(page);
      expect(await findReflowProblems(page)).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});

test('the title of a wave’s ocean has its own line beside the arrows', async () => {
  const page = await enlarged('/waves/1');
  const back = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
  const width = await back.evaluate((link) => {
    const words = link.lastElementChild ?? link;
    words.textContent = 'Donaudampfschifffahrtsgesellschaft';
    return words.getBoundingClientRect().width;
  });
  expect(width).toBeGreaterThan(120);
});

test('a press on the middle of a password field focuses the field', async () => {
  const page = await enlarged('/auth', { reader: 'visitor' });
  await page.getByLabel('Password').click();
  await page.keyboard.type('Quiet');
  expect(await page.getByLabel('Password').inputValue()).toBe('Quiet');
});

test('in the Classic layout titles break between words, and Play is below the heart', async () => {
  const page = await enlarged('/classic');
  const lines = await heading(page, 'Categories').evaluate((title) => {
    const range = document.createRange();
    range.selectNodeContents(title);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);

  await page.goto('/classic?ocean=1&wave=1');
  await idle(page);
  const title = 'Name the Next Small Thing';
  const heart = await button(page, `Add ${title} to favorites`).boundingBox();
  const play = await button(page, `Play ${title}`).boundingBox();
  expect((heart?.y ?? 0) + (heart?.height ?? 0)).toBeLessThanOrEqual(play?.y ?? 0);
});
