import { describe, expect, test } from 'vitest';
import { reportsOfAll } from '../learner/reports.ts';
import { entered } from '../support/entered.ts';
import type { WatchedPage } from '../support/open-site.ts';
import { continueCard } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';
import { playMostTo } from './player-parts.ts';

/* The ends of a lesson and of a wave. */

const site = demoSite();

const player = (page: WatchedPage) => page.locator('[data-part=player][data-in-frame]');
const end = (page: WatchedPage) => page.locator('[data-part=lesson-end]');
const phase = (page: WatchedPage, expected: string) =>
  expect.poll(() => player(page).getAttribute('data-phase')).toBe(expected);

async function playToTheEnd(page: WatchedPage): Promise<void> {
  await player(page)
    .getByRole('button', { name: /^Play .+/ })
    .click();
  await phase(page, 'playing');
  await player(page).getByRole('slider', { name: 'Seek' }).press('End');
  await end(page).waitFor();
  await phase(page, 'ended');
}

const open = async (page: WatchedPage, wave: string, droplet: string) => {
  await page.goto(`/waves/${site.ids[wave]}?droplet=${site.ids[droplet]}`);
  await page.locator('dialog:modal').waitFor();
};

const focused = (page: WatchedPage) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe.each([
  ['phone', PHONE],
  ['desktop', { viewport: { width: 1440, height: 900 } }],
])('on a %s', (_, screen) => {
  test('a lesson ends with Again and Next; nothing plays before a press on Next', async () => {
    const page = await entered(site, { ...screen, width: screen.viewport?.width ?? 0 });
    await open(page, 'one-thing-at-a-time', 'name-the-next-small-thing');
    await playToTheEnd(page);
    await expect.poll(() => focused(page)).toContain('Next: The Clear Table');
    await end(page).getByText('2 of 8 · 1 min').waitFor();
    await end(page).getByRole('button', { name: 'Again' }).click();
    await phase(page, 'playing');
    await end(page).waitFor({ state: 'detached' });
    await player(page).getByRole('slider', { name: 'Seek' }).press('End');
    await end(page).waitFor();
    expect(page.url()).toContain(`droplet=${site.ids['name-the-next-small-thing']}`);
    await end(page)
      .getByRole('button', { name: /^Next: The Clear Table/ })
      .click();
    await phase(page, 'playing');
    expect(page.url()).toContain(`droplet=${site.ids['the-clear-table']}`);
    // A step by an arrow shows the next lesson without playing it.
    await page.keyboard.press('ArrowLeft');
    await phase(page, 'idle');
    await page.reload();
    await phase(page, 'idle');
  });

  test('a wave ends with a choice of the next wave, the ocean and a new beginning', async () => {
    const page = await entered(site, { ...screen, width: screen.viewport?.width ?? 0 });
    await open(page, 'finding-your-breath', 'your-unimproved-breath');
    await playToTheEnd(page);
    await end(page).getByRole('heading', { name: 'The end of this wave' }).waitFor();
    await end(page).getByRole('link', { name: 'Next: The Long Exhale' }).waitFor();
    expect(await end(page).getByRole('link', { name: 'Back to Breath' }).getAttribute('href')).toBe(
      `/oceans/${site.ids.breath}`,
    );
    await end(page).getByRole('button', { name: 'Begin again' }).click();
    await phase(page, 'playing');
    expect(page.url()).toContain(`droplet=${site.ids['one-breath-all-the-way']}`);
  });
});

test('the end of a wave says that all of it was seen only when it was', async () => {
  const page = await entered(site);
  const reports = await reportsOfAll(site, 'finding-your-breath', 'breath');
  await page.addInitScript(
    (list) =>
      localStorage.getItem('stillwater.progress') ?? localStorage.setItem('stillwater.progress', list),
    JSON.stringify(reports.slice(0, -1)),
  );
  await open(page, 'finding-your-breath', 'your-unimproved-breath');
  // Moves the film at its first picture, because on a busy machine much of it would play meanwhile.
  await page.evaluate(() => {
    const move = ({ target }: Event) => {
      const film = target as HTMLVideoElement;
      film.currentTime = film.duration - 0.5;
    };
    document.addEventListener('playing', move, { capture: true, once: true });
  });
  await player(page)
    .getByRole('button', { name: /^Play .+/ })
    .click();
  await end(page).getByRole('heading', { name: 'The end of this wave' }).waitFor();
  // The lesson was moved to its end, so it continues at its beginning.
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('stillwater.progress') ?? '[]'));
  const last = site.ids['your-unimproved-breath'];
  expect(stored.at(-1)).toMatchObject({ dropletId: last, position: 0, seenAt: null });
  await page.goto('/app');
  await continueCard(page).getByRole('link', { name: 'Your Unimproved Breath' }).click();
  await phase(page, 'playing');
  const film = player(page).locator('video');
  await playMostTo(film, 0.95);
  await film.evaluate((video: HTMLVideoElement) => video.play());
  await end(page).getByRole('heading', { name: 'You have been all the way through' }).waitFor();
});

test('after the last droplet of a wave, Next plays the first one of the next wave', async () => {
  const page = await entered(site);
  // Its first droplet is an exercise, which does not play.
  await page.route(`**/api/waves/${site.ids['the-long-exhale']}/droplets`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: (await answer.json()).slice(1) });
  });
  await open(page, 'finding-your-breath', 'your-unimproved-breath');
  await playToTheEnd(page);
  const next = end(page).getByRole('link', { name: /^Next: / });
  const href = new URL((await next.getAttribute('href')) ?? '', site.url);
  await expect.poll(async () => (await next.getAttribute('href'))?.includes('droplet=')).toBe(true);
  await next.click();
  await phase(page, 'playing');
  expect(new URL(page.url()).pathname).toBe(href.pathname);
});

test('Next pressed twice plays, and a later press on the picture pauses', async () => {
  const page = await entered(site, PHONE);
  await open(page, 'one-thing-at-a-time', 'name-the-next-small-thing');
  await playToTheEnd(page);
  // The second of two quick presses is on the picture of the next lesson. Pressed by script, without delay.
  await page.evaluate(async () => {
    const press = (selector: string) => document.querySelector<HTMLElement>(`dialog ${selector}`)?.click();
    press('[data-next]');
    while (!document.querySelector('dialog [data-phase=playing] [data-part=player-surface]'))
      await new Promise((resolve) => setTimeout(resolve));
    press('[data-part=player-surface]');
  });
  await phase(page, 'playing');
  await player(page).getByText('0:02').first().waitFor();
  await page.locator('[data-part=player-surface]').click();
  await phase(page, 'paused');
});

test('on a droplet’s own page, Next leads to the next droplet’s page and plays there', async () => {
  const page = await entered(site);
  await page.goto(`/droplets/${site.ids['name-the-next-small-thing']}`);
  await playToTheEnd(page);
  await end(page)
    .getByRole('link', { name: /^Next: The Clear Table/ })
    .click();
  await page.waitForURL(`**/droplets/${site.ids['the-clear-table']}`);
  await phase(page, 'playing');
});
