import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Screen } from '../screens/screen.ts';
import { openScreenSites, type ScreenSites } from '../screens/screen-sites.ts';
import { screens } from '../screens/screens.ts';

/* By keyboard alone: a dialog or menu takes the focus, a dialog keeps it, and both return it. */

vi.setConfig({ maxConcurrency: 2 });

const named = (name: string) => screens.find((screen) => screen.name === name) as Screen;

const main = (page: Page) => page.locator('main');
const button = (name: string | RegExp) => (page: Page) => main(page).getByRole('button', { name }).first();

/** A screen, the control that opens a layer, the layer's selector, and whether it keeps the focus. */
const LAYERS: [
  name: string,
  screen: string,
  opener: (page: Page) => Locator,
  layer: string,
  modal: boolean,
][] = [
  [
    'the viewer',
    'accordion',
    (page) => main(page).locator('a[data-droplet]').first(),
    'dialog[data-part=viewer]',
    true,
  ],
  ['the subscription', 'wave-locked', button('Subscribe Now'), 'dialog[data-part=dialog]', true],
  ['the player', 'classic', button(/^Play /), 'dialog[data-part=media-dialog]', true],
  ['the question before a deletion', 'admin-content-edit', button(/^Delete /), '[role=alertdialog]', true],
  [
    'the position of an item',
    'admin-content-edit',
    button(/^Position of /),
    'dialog[data-part=dialog]',
    true,
  ],
  ["the account's end", 'account-subscriber', button('Delete account'), 'dialog[data-part=dialog]', true],
  [
    "the user's menu",
    'favorites-droplets',
    (page) => page.getByRole('button', { name: /^Account: / }),
    '[data-part=user-menu]',
    false,
  ],
  [
    'the resources',
    'wave',
    button(/^Additional Resources/),
    '[popover][aria-label="Additional Resources"]',
    false,
  ],
];

/** In ms. */
const TOOLTIP_CLOSED = 3_000;

let sites: ScreenSites;
beforeAll(async () => {
  sites = await openScreenSites(LAYERS.map(([, screen]) => named(screen)));
});
afterAll(() => sites.close());

test.concurrent.each(LAYERS)('%s takes the focus and returns it', async (_, screen, opener, layer, modal) => {
  await sites.lend(named(screen), async (page) => {
    const isOpen = page.locator(`${layer}:is([open], :popover-open)`);
    const focused = page.locator(':focus');
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await isOpen.waitFor();
    if (modal) {
      await page.locator(`${layer}:focus, ${layer} :focus`).waitFor();
      // Tab cycles, also through the browser's own controls, and never reaches the page beneath.
      for (let n = 0; n < 15; n += 1) {
        await page.keyboard.press('Tab');
        expect(await focused.and(page.locator(`body *:not(${layer}, ${layer} *)`)).count()).toBe(0);
      }
    }
    await page.keyboard.press('Escape');
    // The focused control's tooltip, if it is shown, closes first.
    const hidden = isOpen.waitFor({ state: 'hidden', timeout: TOOLTIP_CLOSED });
    await hidden.catch(() => page.keyboard.press('Escape'));
    await isOpen.waitFor({ state: 'hidden' });
    await focused.and(opener(page)).waitFor();
  });
});
