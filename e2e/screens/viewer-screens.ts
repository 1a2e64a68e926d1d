import type { Page } from 'playwright-core';
import { failing, inTurn, moveTo, never, press, type Screen, visible } from './screen.ts';

/* Ids of the demo catalogue are given in its order; those of the made-up content by made-content.ts. */

const viewer = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Viewer',
  who: 'entered',
  path,
  layer: true,
  // Rendered open by the server, it covers the page once it is alive.
  prepare: visible('dialog.viewer:modal'),
  ...more,
});

const play = press(/^Play /, 'dialog.viewer');

/** Played, and held at this second, so that every picture shows the same; with its captions when they are wanted. */
const playedTo = (second: number, captions: 'captions' | 'bare' = 'bare') =>
  inTurn(play, async (page) => {
    await page.locator('dialog.viewer :is(video, audio)').evaluate(
      async (element, { at, shown }) => {
        const player = element as HTMLMediaElement;
        if (player.readyState < player.HAVE_METADATA)
          await new Promise((loaded) => player.addEventListener('loadedmetadata', loaded, { once: true }));
        const [track] = player.textTracks;
        if (track && shown) track.mode = 'showing';
        player.pause();
        const sought = new Promise((done) => player.addEventListener('seeked', done, { once: true }));
        player.currentTime = at;
        await sought;
      },
      { at: second, shown: captions === 'captions' },
    );
    await page.waitForTimeout(500);
  });

/** The wave's list as the server gives it, with a droplet whose medium was taken away. */
const withoutMedium = (page: Page) =>
  page.route('**/api/waves/1/droplets', async (route) => {
    const answer = await route.fetch();
    const droplets = await answer.json();
    await route.fulfill({
      response: answer,
      json: droplets.map((droplet: object) => ({ ...droplet, mediaUrl: null })),
    });
  });

/** The droplet over its wave. */
export const viewerScreens: Screen[] = [
  viewer('viewer', '/waves/1?droplet=3'),
  viewer('viewer-first', '/waves/1?droplet=1'),
  viewer('viewer-last', '/waves/1?droplet=8'),
  viewer('viewer-playing', '/waves/1?droplet=3', { prepare: playedTo(11) }),
  viewer('viewer-captions', '/waves/1?droplet=3', { prepare: playedTo(3, 'captions') }),
  viewer('viewer-text', '/waves/1?droplet=6'),
  viewer('viewer-interactive', '/waves/1?droplet=4'),
  viewer('viewer-image', '/waves/7?droplet=40'),
  viewer('viewer-audio', '/waves/8?droplet=47'),
  viewer('viewer-audio-playing', '/waves/8?droplet=47', { prepare: playedTo(9) }),
  viewer('viewer-resources', '/waves/8?droplet=45', {
    prepare: inTurn(press(/^Additional Resources/, 'dialog.viewer'), visible('.resources')),
  }),
  viewer('viewer-locked', '/waves/2?droplet=12'),
  viewer('viewer-open', '/waves/2?droplet=12', { who: 'subscriber' }),
  viewer('viewer-sign-in-wanted', '/waves/1?droplet=3', {
    prepare: inTurn(press(/favorite|^Save/i, 'dialog.viewer'), visible('.toast')),
  }),
  viewer('viewer-none', '/contact', {
    before: withoutMedium,
    prepare: inTurn(moveTo('/waves/1?droplet=3'), visible('dialog.viewer .no-media')),
  }),
  viewer('viewer-broken', '/waves/5?droplet=5', {
    content: 'made',
    prepare: inTurn(play, visible('dialog.viewer .player-broken')),
  }),
  viewer('viewer-text-broken', '/contact', {
    before: failing('**/media/*.txt'),
    prepare: inTurn(moveTo('/waves/1?droplet=6'), visible('dialog.viewer .player-broken')),
  }),
  viewer('viewer-loading', '/waves/1', {
    before: never('**/api/droplets/**'),
    prepare: inTurn(moveTo('/waves/1?droplet=12'), visible('dialog.viewer .spin')),
  }),
  viewer('viewer-missing', '/waves/1?droplet=9'),
  viewer('viewer-offline', '/waves/1?droplet=3', {
    prepare: inTurn(
      visible('dialog.viewer:modal'),
      async (page) => page.context().setOffline(true),
      press(/^Next droplet/, 'dialog.viewer'),
      visible('dialog.viewer .player-broken'),
    ),
  }),
  viewer('viewer-long', '/waves/1?droplet=1', { content: 'made' }),
  viewer('viewer-long-locked', '/waves/1?droplet=4', { content: 'made' }),
];
