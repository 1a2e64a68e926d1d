import { beforeAll, expect, test } from 'vitest';
import { demoIds } from '../support/demo-ids.ts';
import { entered, logIn } from '../support/entered.ts';
import { idle, type WatchedPage } from '../support/open-site.ts';
import { ADMIN } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* A printed text: all of it, dark on white. */

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

let ids: Record<string, number>;
let page: WatchedPage;

beforeAll(async () => {
  ids = await demoIds(site);
  page = await entered(site, { colorScheme: 'dark' });
});

const onPaper = () => page.emulateMedia({ media: 'print' });
const onScreen = () => page.emulateMedia({ media: 'screen' });
const pagesOf = async () =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

/** Returns the visible texts in their order on the sheet, from top to bottom. */
const shown = (...texts: string[]) =>
  page.evaluate((starts) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: { text: string; top: number }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = starts.find((start) => node.textContent?.startsWith(start));
      if (text === undefined || !node.parentElement?.checkVisibility()) continue;
      found.push({ text, top: node.parentElement.getBoundingClientRect().top });
    }
    return found.sort((a, b) => a.top - b.top).map(({ text }) => text);
  }, texts);

/**
 * Measures the lightness of an element's color, from 0 to 1. The color is drawn, because it may be in any
 * notation.
 */
const lightness = (selector: string) =>
  page.evaluate((of) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
    canvas.fillStyle = getComputedStyle(document.querySelector(of) as Element).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].reduce((sum, part) => sum + part, 0) / 765;
  }, selector);

const TEXT = 'section[aria-label=Text]';
const WORDS = [
  'The Parking Page',
  'Reading · 1 min',
  'Keep one sheet for thoughts',
  'A thought that turns up at the wrong time is still yours.',
  'At the end of the day, read the sheet once.',
];

test('a text is printed completely and dark on white, from its own page and from the viewer', async () => {
  const droplet = ids['the-parking-page'];
  for (const address of [`/droplets/${droplet}`, `/waves/${ids['one-thing-at-a-time']}?droplet=${droplet}`]) {
    await onScreen();
    await page.goto(address);
    await page.locator(TEXT).waitFor();
    await idle(page);
    expect(await lightness(TEXT)).toBeGreaterThan(0.8);
    await onPaper();
    const others = ['Finish the Sentence', 'Save', 'No video available', 'Log in', 'Contact'];
    expect(await shown(...WORDS, ...others)).toEqual(WORDS);
    expect(await lightness(TEXT)).toBeLessThan(0.2);
    expect(await pagesOf()).toBe(1);
    // Nothing is cut off where a text is longer than its frame or than a page.
    await page.evaluate((selector) => {
      const text = document.querySelector(selector) as Element;
      text.append(...Array.from({ length: 8 }, () => [...text.cloneNode(true).childNodes]).flat());
    }, TEXT);
    expect(await page.locator(TEXT).evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
    expect(await pagesOf()).toBeGreaterThan(2);
  }
});

test('an open transcript is printed completely, dark on white', async () => {
  await onScreen();
  await page.goto(`/droplets/${ids['finish-the-sentence']}`);
  const player = page.locator('[data-part=player]');
  await player.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Transcript' }).click();
  const lines = page.locator('[data-part=transcript] li button');
  await expect.poll(() => lines.count()).toBeGreaterThan(3);
  await lines.nth(1).click();
  await page.locator('[data-part=transcript] [aria-current]').waitFor();
  await onPaper();
  const texts = await lines.locator('span:last-child').allInnerTexts();
  expect(await shown(...texts, 'Follow the film')).toEqual(texts);
  expect(await lightness('[data-part=transcript] [aria-current]')).toBeLessThan(0.2);
  const list = page.locator('[data-part=transcript] ol');
  expect(await list.evaluate((of) => of.scrollHeight - of.clientHeight)).toBe(0);
});

test('a wave is printed as a list of its droplets, without controls', async () => {
  await onScreen();
  await page.goto(`/waves/${ids['one-thing-at-a-time']}`);
  await idle(page);
  await onPaper();
  const words = ['One Thing at a Time', 'Droplets', 'The Parking Page'];
  expect(await shown(...words, 'Save', 'Share', 'Explore', 'Contact')).toEqual(words);
  expect(page.problems).toEqual([]);
});

test('titles that are buttons are printed, in the accordion and in the list of members', async () => {
  await onScreen();
  await page.goto(`/accordion?ocean=${ids.focus}`);
  await idle(page);
  await onPaper();
  const words = ['Knowledge Oceans', 'Focus', 'One Thing at a Time'];
  expect(await shown(...words, 'Explore', 'Contact')).toEqual(words);

  await onScreen();
  await logIn(page, ADMIN);
  await page.goto('/admin/users');
  await page.getByRole('table').waitFor();
  await onPaper();
  for (const name of ['Person', 'State', 'Last seen'])
    expect(await page.getByRole('columnheader', { name }).innerText()).toBe(name);
  expect(await page.getByRole('combobox').count()).toBe(0);
  expect(page.problems).toEqual([]);
});
