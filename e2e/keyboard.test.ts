import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Screen } from './screens/screen.ts';
import { screens } from './screens/screens.ts';
import { openStudio, type Studio } from './screens/studio.ts';

/* The keyboard alone: each stop of the Tab key can be seen, none is missing, and layers take the focus and give it back. */

const WALKED = [
  'landing',
  'check-email',
  'home',
  'app',
  'ocean',
  'wave-locked',
  'viewer',
  'viewer-locked',
  'explore-keyword',
  'accordion',
  'tree',
  'classic-wave',
  'favorites-droplets',
  'account-subscriber',
  'auth-register-errors',
  'subscribe',
  'admin',
  'admin-content-edit',
  'admin-setting-edit',
];
const named = (name: string) => screens.find((screen) => screen.name === name) as Screen;
/** Of a long page the beginning is walked. */
const STOPS = 45;

vi.setConfig({ maxConcurrency: 3, testTimeout: 120_000 });

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(WALKED.map(named));
});
afterAll(() => studio.close());

/** What is wrong with the stop that the last Tab led to; null where the page is left, or comes round. */
const lookAtStop = (page: Page) =>
  page.evaluate(() => {
    const visited = Reflect.get(window, 'visited') as Set<Element>;
    const at = document.activeElement as HTMLElement;
    if (at === document.body || visited.has(at)) return null;
    visited.add(at);
    const faults: string[] = [];
    const hasRing = (element: Element | null | undefined) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    // Some show it around what they belong to: the card's picture, the field with its button.
    const around = [at, at.parentElement, at.closest('.card')?.querySelector('.art')];
    if (!around.some(hasRing)) faults.push('shows no ring');
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 3, top + 3],
      [right - 3, bottom - 3],
    ] as const;
    const inSight = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (at.contains(hit) || hit.contains(at));
    });
    if (!inSight) faults.push('is out of sight');
    const layer = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (layer && !layer.contains(at)) faults.push('is beneath the dialog');
    const name = (at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40);
    return faults.map((fault) => `${at.localName} "${name || at.id}" ${fault}`);
  });

/** What can be pressed and stands before the last stop, and was none. */
const passedOver = (page: Page) =>
  page.evaluate(() => {
    const visited = [...(Reflect.get(window, 'visited') as Set<Element>)];
    const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const last = visited.at(-1) as Element;
    return [...layer.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(':disabled') &&
          element.checkVisibility({ visibilityProperty: true }) &&
          !visited.includes(element) &&
          (element.compareDocumentPosition(last) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      )
      .map(
        (element) =>
          `${element.localName} "${(element.ariaLabel ?? element.textContent ?? '').trim()}" was passed over`,
      );
  });

describe.each([
  ['wide', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 700 }],
] as const)('each stop of the Tab key can be seen, %s', (_, viewport) => {
  test.concurrent.each(WALKED)('%s', async (name) => {
    const page = await studio.show(named(name), { viewport });
    const found: string[] = [];
    // From the top, whatever has the focus to begin with.
    await page.evaluate(() => {
      const skip = document.querySelector<HTMLElement>('.skip') as HTMLElement;
      ([...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? skip).focus();
      Object.assign(window, { visited: new Set([skip]) });
    });
    let stops = 0;
    for (; stops < STOPS; stops += 1) {
      await page.keyboard.press('Tab');
      const faults = await lookAtStop(page);
      if (!faults) break;
      found.push(...faults);
    }
    found.push(...(await passedOver(page)));
    await page.context().close();
    expect(stops).toBeGreaterThan(1);
    expect(found).toEqual([]);
  });
});

const main = (page: Page) => page.locator('main');
const button = (name: string | RegExp) => (page: Page) => main(page).getByRole('button', { name }).first();

/** A screen, what opens a layer there, the layer, and whether it keeps the focus to itself. */
const LAYERS: [
  name: string,
  screen: string,
  opener: (page: Page) => Locator,
  layer: string,
  modal: boolean,
][] = [
  ['the viewer', 'accordion', (page) => main(page).locator('a[data-droplet]').first(), 'dialog.viewer', true],
  ['the subscription', 'wave-locked', button('Subscribe Now'), '.dialog-at', true],
  ['the player', 'classic', button(/^Play /), '.media-dialog', true],
  ['the question before a deletion', 'admin-content-edit', button(/^Delete /), '[role=alertdialog]', true],
  ['the place of an item', 'admin-content-edit', button(/^Place of /), '.dialog-at', true],
  ["the account's end", 'account-subscriber', button('Delete account'), '.dialog-at', true],
  [
    "the user's menu",
    'favorites-droplets',
    (page) => page.getByRole('button', { name: /^Account: / }),
    '.user-menu',
    false,
  ],
  ['the resources', 'wave', button(/^Additional Resources/), '.resources', false],
];

test.concurrent.each(LAYERS)(
  '%s takes the focus and gives it back',
  async (_, screen, opener, layer, modal) => {
    const page = await studio.show(named(screen), { viewport: { width: 1280, height: 800 } });
    const isOpen = page.locator(`${layer}:is([open], :popover-open)`);
    const focused = page.locator(':focus');
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await isOpen.waitFor();
    if (modal) {
      await page.locator(`${layer}:focus, ${layer} :focus`).waitFor();
      // Round and round, by way of the browser's own controls: the page beneath is never reached.
      for (let n = 0; n < 15; n += 1) {
        await page.keyboard.press('Tab');
        expect(await focused.and(page.locator(`body *:not(${layer}, ${layer} *)`)).count()).toBe(0);
      }
    }
    await page.keyboard.press('Escape');
    await isOpen.waitFor({ state: 'hidden' });
    await focused.and(opener(page)).waitFor();
    await page.context().close();
  },
);
