import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { demoSite } from '../support/set-up-site.ts';

/* The title and cover on the system's lock screen, and its keys for the player. */

const site = demoSite();

/** Handlers that the page has registered with the system. */
type Handlers = Record<string, ((details: { seekTime?: number }) => void) | null>;

test('the system shows the playing lesson, and its keys pause and seek', async () => {
  const page = await entered(site);
  await page.addInitScript(() => {
    const handlers: Handlers = {};
    Object.assign(window, { handlers });
    MediaSession.prototype.setActionHandler = (action, handler) => {
      handlers[action] = handler as Handlers[string];
    };
  });
  await page.goto(`/droplets/${site.ids['finish-the-sentence']}`);
  await page.getByRole('button', { name: /^Play .+/ }).click();
  const session = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return { title: metadata?.title, pictures: metadata?.artwork.length, playbackState };
    });
  await expect.poll(session).toEqual({ title: 'Finish the Sentence', pictures: 1, playbackState: 'playing' });
  const tell = (action: string, details = {}) =>
    page.evaluate(
      ([name, values]) => (window as unknown as { handlers: Handlers }).handlers[name]?.(values),
      [action, details] as const,
    );
  const line = page.getByRole('slider', { name: 'Seek' });
  await expect.poll(() => line.getAttribute('aria-valuetext')).toMatch(/ of /);
  await tell('pause');
  await expect.poll(async () => (await session()).playbackState).toBe('paused');
  // Headphones and cars send it again, for a film that the system has paused already.
  await tell('pause');
  await tell('seekto', { seekTime: 12 });
  const time = () => page.evaluate(() => document.querySelector('video')?.currentTime);
  await expect.poll(time).toBeCloseTo(12, 0);
  expect(await session()).toMatchObject({ playbackState: 'paused' });
  await tell('play');
  await expect.poll(async () => (await session()).playbackState).toBe('playing');

  // Another page has no media.
  await page.evaluate(() => {
    history.pushState(null, '', '/oceans');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(session).toEqual({ playbackState: 'none' });
});
