import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Screen } from '../screens/screen.ts';
import { openScreenSites, type ScreenSites } from '../screens/screen-sites.ts';
import { screens } from '../screens/screens.ts';
import { boxOf } from '../support/parts.ts';

/* With colors forced by the system, chosen, pressed and focused elements still differ from others. */

const SHOWN = [
  'auth',
  'wave',
  'app',
  'explore',
  'favorites',
  'viewer',
  'admin-content',
  'admin-content-edit',
  'texts',
];
const named = (name: string) => screens.find((screen) => screen.name === name) as Screen;

let sites: ScreenSites;
beforeAll(async () => {
  sites = await openScreenSites(SHOWN.map(named));
});
afterAll(() => sites.close());

/** Passes the screen in forced colors to `work`. */
const inForcedColors = (name: string, work: (page: Page) => Promise<void>) =>
  sites.lend(named(name), async (page) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await work(page);
  });

/** Margin around an element for its focus ring, in px. */
const MARGIN = 8;
/** Grayscale pixels of the element and its margin. */
async function look(page: Page, locator: Locator): Promise<Buffer> {
  const box = await boxOf(locator);
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

/** Minimum number of changed pixels: two lines of 20. */
const ENOUGH = 40;
/** Number of pixels that changed between dark and light. */
const difference = (before: Buffer, after: Buffer) =>
  before.reduce((count, value, at) => count + (Math.abs(value - (after[at] ?? 0)) > 60 ? 1 : 0), 0);

const first = (page: Page, role: 'button' | 'tab' | 'link' | 'checkbox' | 'switch', name: string | RegExp) =>
  page.getByRole(role, { name }).first();

/** A control and the change of its state. */
const STATES: [
  what: string,
  screen: string,
  of: (page: Page) => Locator,
  change: (page: Page) => Promise<unknown>,
][] = [
  [
    'a chosen keyword',
    'explore',
    (page) => first(page, 'button', 'pause'),
    (page) => first(page, 'button', 'pause').click(),
  ],
  [
    'a chosen tab',
    'auth',
    (page) => first(page, 'tab', 'Register'),
    (page) => first(page, 'tab', 'Register').click(),
  ],
  [
    'a filled heart',
    'favorites',
    (page) => first(page, 'button', /favorites$/),
    // A press would remove the item from the list.
    (page) =>
      first(page, 'button', /favorites$/).evaluate((heart) => heart.setAttribute('aria-pressed', 'false')),
  ],
  [
    'the link to the current page',
    'app',
    (page) =>
      page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Explore' }),
    (page) => first(page, 'link', 'Explore').click(),
  ],
  [
    'the link to the current layout',
    'app',
    (page) => first(page, 'link', 'Tree'),
    (page) => first(page, 'link', 'Tree').click(),
  ],
  [
    'a switch that is on',
    'admin-content-edit',
    (page) => first(page, 'checkbox', 'Published'),
    (page) => first(page, 'checkbox', 'Published').click(),
  ],
  [
    'an item being edited',
    'admin-content',
    (page) => page.locator('[data-part=items] > li').first(),
    (page) => first(page, 'button', /^Edit /).click(),
  ],
  [
    'the width of a preview',
    'texts',
    (page) => first(page, 'button', 'Wide'),
    (page) => first(page, 'button', 'Wide').click(),
  ],
  [
    'the chosen text',
    'texts',
    (page) => first(page, 'link', 'About'),
    (page) => first(page, 'link', 'About').click(),
  ],
];

test.each(STATES)('%s', async (_, screen, of, change) => {
  await inForcedColors(screen, async (page) => {
    await of(page).scrollIntoViewIfNeeded();
    const before = await look(page, of(page));
    await change(page);
    // Removes hover and focus, which must not count.
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(async () => difference(before, await look(page, of(page)))).toBeGreaterThan(ENOUGH);
  });
});

const FOCUSED: [what: string, screen: string, of: (page: Page) => Locator][] = [
  ['a button', 'wave', (page) => first(page, 'button', /^Additional Resources/)],
  [
    'a header link',
    'wave',
    (page) =>
      page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Explore' }),
  ],
  ['a field', 'auth', (page) => page.getByRole('textbox', { name: 'Username' })],
  ['a card', 'app', (page) => page.locator('[data-part=cover]').first()],
  [
    'the close button of the viewer',
    'viewer',
    (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }),
  ],
];

test.each(FOCUSED)('%s shows the focus in forced colors', async (_, screen, of) => {
  await inForcedColors(screen, async (page) => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const before = await look(page, of(page));
    await page.keyboard.press('Tab');
    await of(page).evaluate((element) =>
      (element.closest('li')?.querySelector('a') ?? (element as HTMLElement)).focus(),
    );
    expect(difference(before, await look(page, of(page)))).toBeGreaterThan(ENOUGH);
  });
});

test.each([
  ['the viewer', 'viewer', 'dialog[data-part=viewer]'],
  ['the row of the form’s buttons', 'admin-content-edit', '.admin-form > .row.end'],
])('%s covers the page beneath it', async (_, screen, selector) => {
  await inForcedColors(screen, async (page) => {
    const ground = await page
      .locator(selector)
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(ground).toMatch(/^rgb\(/);
  });
});
