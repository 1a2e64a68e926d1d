import type { Locator } from 'playwright-core';
import type { WatchedPage } from '../support/open-site.ts';

/* Parts of the viewer and its player. */

export const viewer = (page: WatchedPage) => page.locator('dialog[data-part=viewer]');
export const visibleButton = (page: WatchedPage, name: string | RegExp) =>
  viewer(page).getByRole('button', { name, exact: true }).filter({ visible: true });
/** Finds the slider that shows how far the film has played. */
export const line = (page: WatchedPage) => viewer(page).getByRole('slider', { name: 'Seek' });
export const phaseOf = (page: WatchedPage) =>
  viewer(page).locator('[data-part=player]').getAttribute('data-phase');

/**
 * Plays more than half of the way to a share of the film's length, at double speed, and skips the rest of it.
 * So this share counts as played. Pauses after it and returns the position, in seconds.
 */
export const playMostTo = (film: Locator, share: number): Promise<number> =>
  film.evaluate(async (video: HTMLVideoElement, part) => {
    const position = video.duration * part;
    video.playbackRate = 2;
    while (video.currentTime < position * 0.75) await new Promise((resolve) => setTimeout(resolve, 20));
    video.playbackRate = 1;
    video.currentTime = position;
    // On a busy machine it may have ended.
    await video.play();
    // In the page, because a busy machine would play on meanwhile.
    while (video.currentTime <= position) await new Promise((resolve) => setTimeout(resolve, 20));
    video.pause();
    return video.currentTime;
  }, share);
