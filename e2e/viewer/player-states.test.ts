import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { moveUntil, type WatchedPage } from '../support/open-site.ts';
import { demoSite } from '../support/set-up-site.ts';
import { line, phaseOf, viewer, visibleButton } from './player-parts.ts';

/* Parts that the player shows, and input that steers it, in each of its states. */

const site = demoSite();

const phase = (page: WatchedPage, expected: string) => expect.poll(() => phaseOf(page)).toBe(expected);
const disc = (page: WatchedPage) => visibleButton(page, /^Play .+/);
const film = (page: WatchedPage) => viewer(page).locator('video');
const secondsOf = (page: WatchedPage) =>
  film(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const quietOf = (page: WatchedPage) => viewer(page).locator('[data-part=player]').getAttribute('data-quiet');

async function openFilm(page: WatchedPage, wave = 'one-thing-at-a-time', slug = 'finish-the-sentence') {
  await page.goto(`/waves/${site.ids[wave]}?droplet=${site.ids[slug]}`);
  await page.locator('dialog:modal').waitFor();
}

/** Presses Play, and waits until the film plays and its length is known. */
async function play(page: WatchedPage): Promise<void> {
  await disc(page).click();
  await phase(page, 'playing');
  await expect.poll(() => line(page).getAttribute('aria-disabled')).toBeNull();
}

/** Plays the film again and again, so that it does not end on a slow machine. */
async function playOn(page: WatchedPage): Promise<void> {
  await moveUntil(page, line(page));
  await film(page).evaluate((element: HTMLVideoElement) => {
    element.loop = true;
  });
  await play(page);
}

test('a press whose code does not load shows an error, and Try Again plays', async () => {
  const page = await entered(site);
  await page.route(/\/player-[\w-]+\.js$/, (route) => route.abort());
  await openFilm(page);
  await disc(page).click();
  await viewer(page).getByRole('alert').getByText('This video could not be loaded.').waitFor();
  expect(await disc(page).count()).toBe(0);
  await page.unrouteAll();
  await visibleButton(page, 'Try Again').click();
  await phase(page, 'playing');
  expect(await viewer(page).getByRole('alert').count()).toBe(0);
});

test('a film that the browser refuses to play keeps its play button, whose next press plays', async () => {
  const page = await entered(site);
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    let presses = 0;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      presses += 1;
      return presses === 1
        ? Promise.reject(new DOMException('No press', 'NotAllowedError'))
        : play.call(this);
    };
  });
  await openFilm(page);
  await disc(page).click();
  await phase(page, 'paused');
  await disc(page).click();
  await phase(page, 'playing');
  await disc(page).waitFor({ state: 'detached' });
});

test('the press on Play leaves the focus on Pause; a page that is left pauses its film', async () => {
  const page = await entered(site);
  await openFilm(page);
  await moveUntil(page, line(page));
  await play(page);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Pause');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await phase(page, 'paused');
});

test('the controls stay while a key has focused one of them, and fade without', async () => {
  const page = await entered(site);
  await openFilm(page);
  await playOn(page);
  await page.mouse.move(5, 5);
  await line(page).press('Home');
  // Longer than the controls stay without the focus.
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(5);
  expect(await quietOf(page)).toBeNull();
  await line(page).evaluate((element) => element.blur());
  await expect.poll(() => quietOf(page)).toBe('');
});

test('letters with a modifier or in a field, and Space on a button, do not steer the player', async () => {
  const page = await entered(site);
  await openFilm(page);
  await playOn(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Alt+m');
  await page.evaluate(() => document.querySelector('dialog')?.append(document.createElement('input')));
  const field = page.locator('dialog > input');
  await field.focus();
  await page.keyboard.type('km ');
  expect(await field.inputValue()).toBe('km ');
  await field.evaluate((element) => element.remove());
  await visibleButton(page, 'Mute').focus();
  await page.keyboard.press(' ');
  await visibleButton(page, 'Unmute').waitFor();
  expect(await phaseOf(page)).toBe('playing');
  await page.keyboard.press('K');
  await phase(page, 'paused');
});

test('only the keys back and forward repeat while they are held', async () => {
  const page = await entered(site);
  await openFilm(page);
  await play(page);
  await page.keyboard.down('k');
  await phase(page, 'paused');
  // It repeats.
  await page.keyboard.down('k');
  await page.keyboard.up('k');
  await line(page).press('Home');
  await page.keyboard.down('l');
  await page.keyboard.down('l');
  await page.keyboard.up('l');
  await expect.poll(() => line(page).getAttribute('aria-valuenow')).toBe('10');
  expect(await phaseOf(page)).toBe('paused');
});

test('the end of a wave covers title and controls, and a key that plays again uncovers them', async () => {
  const page = await entered(site);
  await openFilm(page, 'finding-your-breath', 'your-unimproved-breath');
  await play(page);
  const title = viewer(page).locator('[data-part=player]').getByText('Your Unimproved Breath').first();
  await line(page).press('End');
  await viewer(page).getByRole('heading', { name: 'The end of this wave' }).waitFor();
  await line(page).waitFor({ state: 'detached' });
  expect(await title.isVisible()).toBe(false);
  await page.keyboard.press('k');
  await phase(page, 'playing');
  expect(await title.isVisible()).toBe(true);
  await line(page).waitFor();
});

test('on an item’s own page the keys steer only while the focus is in the player', async () => {
  const page = await entered(site);
  await page.goto(`/waves/${site.ids['one-thing-at-a-time']}`);
  const player = page.locator('[data-part=player]');
  await player.getByRole('button', { name: /^Play .+/ }).click();
  const phaseHere = (expected: string) => expect.poll(() => player.getAttribute('data-phase')).toBe(expected);
  await phaseHere('playing');
  await player.getByRole('button', { name: 'Pause' }).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('k');
  await player.getByRole('button', { name: 'Pause' }).press('m');
  await player.getByRole('button', { name: 'Unmute' }).waitFor();
  expect(await player.getAttribute('data-phase')).toBe('playing');
  await player.getByRole('button', { name: 'Pause' }).press('k');
  await phaseHere('paused');
});
