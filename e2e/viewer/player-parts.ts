import type { WatchedPage } from '../support/open-site.ts';

/* Parts of the viewer and its player. */

export const viewer = (page: WatchedPage) => page.locator('dialog[data-part=viewer]');
export const visibleButton = (page: WatchedPage, name: string | RegExp) =>
  viewer(page).getByRole('button', { name, exact: true }).filter({ visible: true });
/** Finds the slider that shows how far the film has played. */
export const line = (page: WatchedPage) => viewer(page).getByRole('slider', { name: 'Seek' });
export const phaseOf = (page: WatchedPage) =>
  viewer(page).locator('[data-part=player]').getAttribute('data-phase');
