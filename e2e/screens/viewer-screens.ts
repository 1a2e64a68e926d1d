import type { Page } from 'playwright-core';
import { moveUntil } from '../support/open-site.ts';
import { SPINNER } from '../support/parts.ts';
import { refuseFilms } from '../support/video-host-peers.ts';
import { failing, inTurn, moveTo, never, press, type Screen, visible } from './screen.ts';

/* Ids follow the order of the demo catalogue, or that of made-content.ts. */

const viewer = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Viewer',
  who: 'entered',
  path,
  layer: true,
  // The server renders the viewer open, and the script makes it modal.
  prepare: visible('dialog[data-part=viewer]:modal'),
  ...more,
});

const play = press(/^Play .+/, 'dialog[data-part=viewer]');

/** Waits for the player's code, which loads at the first activity. */
const awake = inTurn(visible('dialog[data-part=viewer]:modal'), (page) =>
  moveUntil(page, page.locator('dialog[data-part=viewer] [data-part=player-controls]')),
);

/** Plays up to this second and pauses, so that every picture shows the same frame. */
const playedTo = (second: number) =>
  inTurn(play, async (page) => {
    await page.locator('dialog[data-part=viewer] :is(video, audio)').evaluate(async (element, at) => {
      const player = element as HTMLMediaElement;
      if (player.readyState < player.HAVE_METADATA)
        await new Promise((loaded) => player.addEventListener('loadedmetadata', loaded, { once: true }));
      player.pause();
      const sought = new Promise((done) => player.addEventListener('seeked', done, { once: true }));
      player.currentTime = at;
      await sought;
    }, second);
    await page.waitForTimeout(500);
  });

/** Plays the end of the film. */
const ended = inTurn(
  play,
  async (page) => page.getByRole('slider', { name: 'Seek' }).press('End'),
  visible('dialog[data-part=viewer] [data-part=lesson-end]'),
);

/** Removes the media of the wave's droplets. */
const withoutMedium = (page: Page) =>
  page.route('**/api/waves/1/droplets', async (route) => {
    const answer = await route.fetch();
    const droplets = await answer.json();
    await route.fulfill({
      response: answer,
      json: droplets.map((droplet: object) => ({ ...droplet, mediaUrl: null })),
    });
  });

/** Screens of the viewer. */
export const viewerScreens: Screen[] = [
  viewer('viewer', '/waves/1?droplet=3', { prepare: awake }),
  viewer('viewer-first', '/waves/1?droplet=1', { prepare: awake }),
  viewer('viewer-last', '/waves/1?droplet=8', { prepare: awake }),
  viewer('viewer-playing', '/waves/1?droplet=3', { prepare: playedTo(11) }),
  viewer('viewer-captions', '/waves/1?droplet=3', { prepare: playedTo(3) }),
  viewer('viewer-more', '/waves/1?droplet=3', {
    prepare: inTurn(playedTo(3), press(/^More$/, 'dialog[data-part=viewer]')),
  }),
  viewer('viewer-transcript', '/waves/1?droplet=3', {
    prepare: inTurn(
      playedTo(11),
      press(/^More$/, 'dialog[data-part=viewer]'),
      press('Transcript'),
      visible('[data-part=transcript] [aria-current]'),
    ),
  }),
  viewer('viewer-text', '/waves/1?droplet=6'),
  viewer('viewer-interactive', '/waves/1?droplet=4'),
  viewer('viewer-image', '/waves/7?droplet=40'),
  viewer('viewer-audio', '/waves/8?droplet=47', { prepare: awake }),
  viewer('viewer-ended', '/waves/1?droplet=3', { prepare: ended }),
  viewer('viewer-wave-ended', '/waves/1?droplet=8', { prepare: ended }),
  viewer('viewer-audio-playing', '/waves/8?droplet=47', { prepare: playedTo(9) }),
  viewer('viewer-resources', '/waves/8?droplet=45', {
    prepare: inTurn(
      press(/^Additional Resources/, 'dialog[data-part=viewer]'),
      visible('[popover][aria-label="Additional Resources"]'),
    ),
  }),
  viewer('viewer-locked', '/waves/2?droplet=12'),
  viewer('viewer-open', '/waves/2?droplet=12', { who: 'subscriber' }),
  viewer('viewer-sign-in-wanted', '/waves/1?droplet=3', {
    prepare: inTurn(press(/favorite|^Save/i, 'dialog[data-part=viewer]'), visible('[data-part=toast]')),
  }),
  viewer('viewer-none', '/contact', {
    before: withoutMedium,
    prepare: inTurn(
      moveTo('/waves/1?droplet=3'),
      visible('dialog[data-part=viewer] :text("No video available")'),
    ),
  }),
  viewer('viewer-broken', '/waves/5?droplet=5', {
    content: 'made',
    prepare: inTurn(play, visible('dialog[data-part=viewer] [role=alert]')),
  }),
  viewer('viewer-host-refuses', '/waves/23?droplet=115', {
    before: refuseFilms,
    prepare: inTurn(play, visible('dialog[data-part=viewer] [role=alert] a')),
  }),
  viewer('viewer-text-broken', '/contact', {
    before: failing('**/media/*.txt'),
    prepare: inTurn(moveTo('/waves/1?droplet=6'), visible('dialog[data-part=viewer] [role=alert]')),
  }),
  viewer('viewer-loading', '/waves/1', {
    before: never('**/api/droplets/**'),
    prepare: inTurn(moveTo('/waves/1?droplet=12'), visible(`dialog[data-part=viewer] ${SPINNER}`)),
  }),
  viewer('viewer-missing', '/waves/1?droplet=9'),
  viewer('viewer-offline', '/waves/1?droplet=3', {
    emptyCache: true,
    prepare: inTurn(
      visible('dialog[data-part=viewer]:modal'),
      // The arrows belong to the viewer's own code, which must load before the connection is lost.
      (page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^Next droplet/ })
          .waitFor(),
      async (page) => page.context().setOffline(true),
      press(/^Next droplet/, 'dialog[data-part=viewer]'),
      visible('dialog[data-part=viewer] [role=alert]'),
    ),
  }),
  viewer('viewer-long', '/waves/1?droplet=1', { content: 'made' }),
  viewer('viewer-long-locked', '/waves/1?droplet=4', { content: 'made' }),
];
