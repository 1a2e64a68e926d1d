import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Screen } from './screens/screen.ts';
import { screens } from './screens/screens.ts';
import { openStudio, type Studio } from './screens/studio.ts';

/* Where the system decides over colours: what is chosen, pressed or has the focus is still to be told from what is not. */

const SHOWN = [
  'auth',
  'wave',
  'app',
  'explore',
  'favorites',
  'viewer',
  'admin-content',
  'admin-content-edit',
];
const named = (name: string) => screens.find((screen) => screen.name === name) as Screen;

vi.setConfig({ maxConcurrency: 2 });

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(SHOWN.map(named));
});
afterAll(() => studio.close());

const show = (name: string) =>
  studio.show(named(name), { viewport: { width: 1280, height: 800 }, forcedColors: 'active' });

/** Room around an element for its ring. */
const MARGIN = 8;
/** Its pixels as they are on the screen, with what surrounds it. */
async function look(page: Page, locator: Locator): Promise<Buffer> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not to be seen.`);
  const clip = {
    x: Math.max(0, box.x - MARGIN),
    y: Math.max(0, box.y - MARGIN),
    width: box.width + 2 * MARGIN,
    height: box.height + 2 * MARGIN,
  };
  return sharp(await page.screenshot({ clip, animations: 'disabled' }))
    .greyscale()
    .raw()
    .toBuffer();
}

/** So many pixels a difference has at least: two lines of 20 pixels. */
const ENOUGH = 40;
/** How many pixels changed from dark to light, or the other way. */
const difference = (before: Buffer, after: Buffer) =>
  before.reduce((count, value, at) => count + (Math.abs(value - (after[at] ?? 0)) > 60 ? 1 : 0), 0);

const first = (page: Page, role: 'button' | 'tab' | 'link' | 'checkbox' | 'switch', name: string | RegExp) =>
  page.getByRole(role, { name }).first();

/** What changes its state, and how. */
const STATES: [
  what: string,
  screen: string,
  of: (page: Page) => Locator,
  change: (page: Page) => Promise<unknown>,
][] = [
  [
    'a keyword that is chosen',
    'explore',
    (page) => first(page, 'button', 'pause'),
    (page) => first(page, 'button', 'pause').click(),
  ],
  [
    'a tab that is chosen',
    'auth',
    (page) => first(page, 'tab', 'Register'),
    (page) => first(page, 'tab', 'Register').click(),
  ],
  [
    'a heart that is filled',
    'favorites',
    (page) => page.locator('.heart').first(),
    // Pressed, it would leave the list.
    (page) =>
      page
        .locator('.heart')
        .first()
        .evaluate((heart) => heart.setAttribute('aria-pressed', 'false')),
  ],
  [
    'the page that one is on',
    'app',
    (page) =>
      page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Explore' }),
    (page) => first(page, 'link', 'Explore').click(),
  ],
  [
    'the layout that one is in',
    'app',
    (page) => first(page, 'link', 'Tree'),
    (page) => first(page, 'link', 'Tree').click(),
  ],
  [
    'a switch that is on',
    'admin-content-edit',
    (page) => page.locator('.switch input').first(),
    (page) => page.locator('.switch input').first().click(),
  ],
  [
    'an item that is edited',
    'admin-content',
    (page) => page.locator('.content-list > li').first(),
    (page) => first(page, 'button', /^Edit /).click(),
  ],
];

test.each(STATES)('%s', async (_, screen, of, change) => {
  const page = await show(screen);
  await of(page).scrollIntoViewIfNeeded();
  const before = await look(page, of(page));
  await change(page);
  // Not what the pointer or the focus does to it.
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect
    .poll(async () => difference(before, await look(page, of(page))), { timeout: 10_000 })
    .toBeGreaterThan(ENOUGH);
  await page.context().close();
});

const FOCUSED: [what: string, screen: string, of: (page: Page) => Locator][] = [
  ['a button', 'wave', (page) => first(page, 'button', /^Additional Resources/)],
  [
    'a link of the header',
    'wave',
    (page) =>
      page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Explore' }),
  ],
  ['a field', 'auth', (page) => page.getByRole('textbox', { name: 'Username' })],
  ['a card', 'app', (page) => page.locator('.card .art').first()],
  [
    'the close button of the viewer',
    'viewer',
    (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }),
  ],
];

test.each(FOCUSED)('%s shows that it has the focus', async (_, screen, of) => {
  const page = await show(screen);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const before = await look(page, of(page));
  await page.keyboard.press('Tab');
  await of(page).evaluate((element) =>
    (element.closest('.card')?.querySelector('a') ?? (element as HTMLElement)).focus(),
  );
  expect(difference(before, await look(page, of(page)))).toBeGreaterThan(ENOUGH);
  await page.context().close();
});

test('the viewer covers the page beneath it', async () => {
  const page = await show('viewer');
  const ground = await page
    .locator('dialog.viewer')
    .evaluate((viewer) => getComputedStyle(viewer).backgroundColor);
  expect(ground).toMatch(/^rgb\(/);
  await page.context().close();
});
