import type { Locator, Page } from 'playwright-core';

/*
 * Selectors for parts of a page that have no distinct role and name. They use no class names, because these
 * are generated.
 */

/** Card of a grid: a list item whose heading is a link. */
export const CARD = 'main li:has(> :is(h2, h3, h4) > a)';
/** Picture of a card. */
export const COVER = '[data-part=cover]';
/** Empty space in a windowed list that replaces items far from the window. */
export const GAP = 'main li[aria-hidden=true]';
/** Placeholder of a loading card. */
export const SKELETON = '[role=status] > ul[aria-hidden=true] > li';
export const SPINNER = '[role=status]:has(> i)';

/** Parts with a role and a name. */
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
export const textField = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true });
/** Returns the card on `/app` that continues a lesson. */
export const continueCard = (page: Page) => page.locator('[data-part=continue]');

/** Returns the box of an element on the screen. Throws with the locator when it is not visible. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not visible.`);
  return box;
}
