import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import type { WatchedPage } from '../support/open-site.ts';
import { demoSite } from '../support/set-up-site.ts';
import { line, phaseOf, viewer, visibleButton } from './player-parts.ts';

/* The language of captions: first the browser's, then the reader's choice. */

const site = demoSite();

/** Opens a droplet in the viewer of its wave, and plays it. */
async function play(page: WatchedPage, wave: string, droplet: string): Promise<void> {
  await page.goto(`/waves/${site.ids[wave]}?droplet=${site.ids[droplet]}`);
  await page.locator('dialog:modal').waitFor();
  await visibleButton(page, /^Play .+/).click();
  await expect.poll(() => phaseOf(page)).toBe('playing');
}
const playFilm = (page: WatchedPage) => play(page, 'one-thing-at-a-time', 'finish-the-sentence');

test('captions are in the browser’s language; another one is chosen in the menu and stored', async () => {
  const page = await entered(site, { locale: 'es-MX' });
  await playFilm(page);
  await visibleButton(page, 'Pause').click();
  await line(page).press('Home');
  await line(page).press('ArrowRight');
  const caption = viewer(page).getByText('Alguien dice tu nombre');
  await caption.waitFor();
  expect(await caption.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe('es');
  await visibleButton(page, 'More').click();
  const language = viewer(page).getByRole('combobox', { name: 'Captions in' });
  expect(await language.locator('option').allTextContents()).toEqual(['English', 'Español']);
  expect(await language.inputValue()).toBe('es');
  await language.selectOption('English');
  await viewer(page).getByText('Someone calls your name in').waitFor();
  await page.keyboard.press('Escape');
  await playFilm(page);
  await line(page).press('Home');
  await viewer(page).getByText('Someone calls your name in').waitFor();
  // A medium with captions in one language offers no choice.
  await play(page, 'the-long-exhale', 'hum-it-out');
  await visibleButton(page, 'More').click();
  expect(await language.count()).toBe(0);
});
