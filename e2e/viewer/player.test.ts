import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { alive, moveUntil, savesData, type WatchedPage } from '../support/open-site.ts';
import { boxOf } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';
import { line, phaseOf, viewer, visibleButton } from './player-parts.ts';

/* The player of film and sound: positions, touch, keys, captions and preferences. */

const site = demoSite();

const SCREENS = { phone: PHONE, desktop: { viewport: { width: 1440, height: 900 } } };

const phase = (page: WatchedPage, expected: string) => expect.poll(() => phaseOf(page)).toBe(expected);

/** Opens a droplet in the viewer of its wave. */
async function open(page: WatchedPage, wave: string, droplet: string): Promise<void> {
  await page.goto(`/waves/${site.ids[wave]}?droplet=${site.ids[droplet]}`);
  await page.locator('dialog:modal').waitFor();
}

const openFilm = (page: WatchedPage) => open(page, 'one-thing-at-a-time', 'finish-the-sentence');
const openSound = (page: WatchedPage) => open(page, 'the-long-exhale', 'hum-it-out');

/** Waits until the slider has this text. */
const says = (page: WatchedPage, text: RegExp) =>
  expect.poll(() => line(page).getAttribute('aria-valuetext')).toMatch(text);

/** Waits until the medium plays and its duration is known. */
async function plays(page: WatchedPage): Promise<void> {
  await phase(page, 'playing');
  await says(page, / of /);
}

/** Presses the round Play button, and waits until the medium plays. */
async function play(page: WatchedPage): Promise<void> {
  await visibleButton(page, /^Play .+/).click();
  await plays(page);
}

/** Tells whether a press on the middle of an element reaches it. */
const isReached = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

describe.each(Object.entries(SCREENS))('on a %s', (_, screen) => {
  test('title, arrows, controls and slider keep their positions in every state', async () => {
    const page = await entered(site, { ...screen, width: screen.viewport?.width ?? 0 });
    await page.setViewportSize(screen.viewport ?? { width: 390, height: 844 });
    await openFilm(page);
    await moveUntil(page, line(page));
    const positions = async () => {
      const parts = [
        viewer(page).getByRole('heading', { level: 2 }),
        visibleButton(page, /^Previous droplet/),
        visibleButton(page, /^Next droplet/),
        viewer(page).locator('[data-part=player-controls]'),
        line(page),
      ];
      return Promise.all(parts.map((part) => part.boundingBox()));
    };
    const idle = await positions();
    await play(page);
    expect(await positions(), 'playing').toEqual(idle);
    await expect.poll(() => viewer(page).locator('[data-part=player]').getAttribute('data-quiet')).toBe('');
    expect(await positions(), 'quiet').toEqual(idle);
    await page.keyboard.press('k');
    await phase(page, 'paused');
    expect(await positions(), 'paused').toEqual(idle);
    await line(page).press('End');
    await phase(page, 'ended');
    expect(await positions(), 'ended').toEqual(idle);
  });

  test('every control of a film and of a sound can be touched, and so can Close', async () => {
    const page = await entered(site, { ...screen, hasTouch: true });
    for (const [openIt, names] of [
      [openFilm, ['Play', 'Captions', 'Mute', 'More', 'Full screen']],
      [openSound, ['Pause', 'Captions', 'Mute', 'More']],
    ] as const) {
      await openIt(page);
      await play(page);
      // The controls of a playing film fade.
      if (openIt === openFilm) await page.keyboard.press('k');
      for (const name of [...names, 'Close']) {
        expect(await isReached(visibleButton(page, name)), name).toBe(true);
        const box = await visibleButton(page, name).boundingBox();
        expect(box?.height, name).toBeGreaterThanOrEqual(44);
        expect(box?.width, name).toBeGreaterThanOrEqual(40);
      }
      expect(await isReached(line(page)), 'line').toBe(true);
    }
  });
});

test('in the largest letters on the narrowest phone, Play and every control can be touched', async () => {
  const page = await entered(site, { ...PHONE, viewport: { width: 320, height: 568 } });
  const value = encodeURIComponent('{"text":"larger"}');
  await page.context().addCookies([{ name: 'stillwater_comfort', value, url: site.url }]);
  await open(page, 'one-thing-at-a-time', 'name-the-next-small-thing');
  await moveUntil(page, line(page));
  expect(await isReached(visibleButton(page, /^Play .+/))).toBe(true);
  await play(page);
  await page.keyboard.press('k');
  for (const name of ['Play', 'Captions', 'Mute', 'More', 'Full screen', /^Next droplet/])
    expect(await isReached(visibleButton(page, name)), String(name)).toBe(true);
});

test('a sound without captions is paused by a tap on a phone', async () => {
  const page = await entered(site, PHONE);
  await page.route('**/api/waves/*/droplets', async (route) => {
    const answer = await route.fetch();
    const droplets: object[] = await answer.json();
    await route.fulfill({
      response: answer,
      json: droplets.map((droplet) => ({ ...droplet, captionsUrl: null })),
    });
  });
  await page.goto('/contact');
  await alive(page);
  await page.evaluate(
    (path) => history.pushState(null, '', path),
    `/waves/${site.ids['the-long-exhale']}?droplet=${site.ids['hum-it-out']}`,
  );
  await page.locator('dialog:modal').waitFor();
  await visibleButton(page, /^Play .+/).tap();
  await phase(page, 'playing');
  expect(await visibleButton(page, 'Captions').count()).toBe(0);
  await visibleButton(page, 'Pause').tap();
  await phase(page, 'paused');
});

test('the first tap on a film with hidden controls shows them, and the second one pauses', async () => {
  const page = await entered(site, PHONE);
  await openFilm(page);
  await visibleButton(page, /^Play .+/).tap();
  await phase(page, 'playing');
  const player = viewer(page).locator('[data-part=player]');
  await expect.poll(() => player.getAttribute('data-quiet')).toBe('');
  await page.touchscreen.tap(195, 300);
  await expect.poll(() => player.getAttribute('data-quiet')).toBe(null);
  expect(await phaseOf(page)).toBe('playing');
  await page.touchscreen.tap(195, 300);
  await phase(page, 'paused');
});

test('a tap on the film beside the open menu closes the menu, and the film plays on', async () => {
  const page = await entered(site, PHONE);
  await openFilm(page);
  await visibleButton(page, /^Play .+/).tap();
  await phase(page, 'playing');
  // A tap right after that on Play would count as a double tap.
  const film = page.locator('video');
  await expect.poll(() => film.evaluate((its: HTMLVideoElement) => its.currentTime)).toBeGreaterThan(0.5);
  await visibleButton(page, 'More').tap();
  const menu = viewer(page).getByRole('dialog', { name: 'More' });
  await menu.waitFor();
  await page.touchscreen.tap(195, 120);
  await menu.waitFor({ state: 'detached' });
  expect(await film.evaluate((its: HTMLVideoElement) => its.paused)).toBe(false);
});

test('keys play, seek and mute; the slider names its position; arrows on it do not step', async () => {
  const page = await entered(site);
  await openFilm(page);
  await moveUntil(page, line(page));
  await page.keyboard.press('k');
  await plays(page);
  await page.keyboard.press(' ');
  await phase(page, 'paused');
  await line(page).press('Home');
  await says(page, /^0 seconds of \d+$/);
  await line(page).press('ArrowRight');
  await says(page, /^5 seconds of \d+$/);
  await page.keyboard.press('l');
  await page.keyboard.press('j');
  await says(page, /^5 seconds of/);
  await page.keyboard.press('m');
  await visibleButton(page, 'Unmute').waitFor();
  expect(page.url()).toContain(`droplet=${site.ids['finish-the-sentence']}`);
  await visibleButton(page, 'More').click();
  await page.keyboard.press('Escape');
  await expect.poll(() => visibleButton(page, 'More').getAttribute('aria-expanded')).toBe('false');
  expect(await viewer(page).count()).toBe(1);
});

test('a drag on the slider shows the time and seeks; the film pauses meanwhile', async () => {
  const page = await entered(site);
  await openFilm(page);
  await play(page);
  const box = await boxOf(line(page));
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 5);
  await phase(page, 'paused');
  await page.mouse.up();
  await phase(page, 'playing');
  await expect
    .poll(async () => Number(await line(page).getAttribute('aria-valuenow')))
    .toBeGreaterThanOrEqual(10);
});

test('captions show over film and sound, and the server stores the chosen preferences', async () => {
  const page = await entered(site);
  await openFilm(page);
  await play(page);
  await line(page).press('Home');
  await viewer(page).getByText('Someone calls your name in').waitFor();
  await visibleButton(page, 'More').click();
  // The medium confirms the speed, and then the radio button is checked.
  await viewer(page).getByRole('radio', { name: '1.5' }).click();
  await expect.poll(() => viewer(page).getByRole('radio', { name: '1.5' }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await visibleButton(page, 'Mute').click();
  await visibleButton(page, 'Captions').click();
  expect(await viewer(page).getByText('Someone calls your name in').count()).toBe(0);
  const stored = async () => {
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'stillwater_player');
    return { ...JSON.parse(decodeURIComponent(cookie?.value ?? '{}')), lasts: (cookie?.expires ?? 0) * 1000 };
  };
  await expect.poll(stored).toMatchObject({ speed: 1.5, muted: true, captions: false });
  // Cookies of scripts expire after 7 days in Safari.
  expect((await stored()).lasts).toBeGreaterThan(Date.now() + 300 * 24 * 3_600_000);
  await openSound(page);
  await play(page);
  await visibleButton(page, 'Unmute').waitFor();
  expect(await visibleButton(page, 'Captions').getAttribute('aria-pressed')).toBe('false');
  expect(
    await viewer(page)
      .locator('audio')
      .evaluate((audio: HTMLAudioElement) => [audio.playbackRate, audio.muted]),
  ).toEqual([1.5, true]);
});

test('without a sound device, which Firefox needs to decode, a recording plays on muted', async () => {
  const page = await entered(site);
  await openSound(page);
  await play(page);
  const sound = viewer(page).locator('audio');
  /** Fails as in Firefox: the loaded recording cannot be decoded, unless it is muted. */
  const fail = (alsoMuted: boolean) =>
    sound.evaluate((element: HTMLAudioElement, always) => {
      Object.defineProperty(element, 'error', {
        configurable: true,
        get: () => (element.muted && !always ? null : { code: MediaError.MEDIA_ERR_DECODE }),
      });
      element.dispatchEvent(new Event('error'));
    }, alsoMuted);
  await fail(false);
  await visibleButton(page, 'Unmute').waitFor();
  await phase(page, 'playing');
  expect(await viewer(page).getByRole('alert').count()).toBe(0);
  // A broken recording also fails when it is muted.
  await fail(true);
  await viewer(page).getByRole('alert').getByText('Error loading droplet content').waitFor();
});

test('the key s presses Save', async () => {
  const page = await entered(site);
  await openFilm(page);
  await moveUntil(page, line(page));
  await page.keyboard.press('s');
  await page.locator('[data-part=toast]').getByText('Authentication Required').waitFor();
});

test('a film that a busy server refuses once plays nevertheless', async () => {
  const page = await entered(site);
  // Nothing is preloaded before the press.
  await savesData(page);
  let requests = 0;
  await page.route('**/media/finish-the-sentence.mp4', (route) => {
    requests += 1;
    return requests === 1 ? route.fulfill({ status: 503 }) : route.continue();
  });
  await openFilm(page);
  // A real pointer would preload when it hovers.
  await visibleButton(page, /^Play .+/).evaluate((disc: HTMLElement) => disc.click());
  await plays(page);
  expect(requests).toBeGreaterThan(1);
  expect(await viewer(page).getByRole('alert').count()).toBe(0);
});

test('a film that cannot be loaded shows an error, and can be retried', async () => {
  const page = await entered(site);
  let broken = true;
  await page.route('**/media/finish-the-sentence.mp4', (route) =>
    broken ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await openFilm(page);
  await visibleButton(page, /^Play .+/).click();
  await viewer(page).getByRole('alert').getByText('Error loading droplet content').waitFor();
  broken = false;
  await visibleButton(page, 'Try Again').click();
  await phase(page, 'playing');
});
