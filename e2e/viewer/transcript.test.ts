import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { moveUntil, type WatchedPage } from '../support/open-site.ts';
import { demoSite } from '../support/set-up-site.ts';

/* The transcript beside a lesson's frame. */

const site = demoSite();

const transcript = (page: WatchedPage) => page.locator('dialog [data-part=transcript]');
const lines = (page: WatchedPage) => transcript(page).locator('li button');
const player = (page: WatchedPage) => page.locator('dialog [data-part=player]');
const timeOf = (page: WatchedPage) =>
  page.locator('dialog video').evaluate((video: HTMLVideoElement) => video.currentTime);

async function openFilm(page: WatchedPage): Promise<void> {
  await page.goto(`/waves/${site.ids['one-thing-at-a-time']}?droplet=${site.ids['finish-the-sentence']}`);
  await page.locator('dialog:modal').waitFor();
  const line = page.getByRole('slider', { name: 'Seek' });
  await moveUntil(page, line);
  // Keys have no effect before the film's length is known.
  await expect.poll(() => line.getAttribute('aria-disabled')).toBeNull();
}

/** Returns the start of a line in seconds, as written before its text. */
async function startOf(line: ReturnType<typeof lines>): Promise<number> {
  const [minutes = 0, seconds = 0] = (await line.locator('span').first().innerText()).split(':').map(Number);
  return 60 * minutes + seconds;
}

test('a press on a line seeks there, and the line being spoken is marked', async () => {
  const page = await entered(site);
  await openFilm(page);
  await page.getByRole('dialog').getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Transcript' }).click();
  await expect.poll(() => lines(page).count()).toBeGreaterThan(3);
  // The heading gets the focus of the menu that has closed.
  await expect
    .poll(() =>
      transcript(page)
        .getByRole('heading')
        .evaluate((element) => element === document.activeElement),
    )
    .toBe(true);
  const third = lines(page).nth(2);
  const start = await startOf(third);
  expect(start).toBeGreaterThan(0);
  await third.click();
  await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(start);
  expect(await timeOf(page)).toBeLessThan(start + 1);
  await expect.poll(() => third.getAttribute('aria-current')).toBe('true');
  expect(await transcript(page).locator('[aria-current]').count()).toBe(1);

  // The mark moves on with the film.
  await page.keyboard.press('k');
  await expect.poll(() => lines(page).nth(3).getAttribute('aria-current')).toBe('true');
  expect(await third.getAttribute('aria-current')).toBeNull();
  expect(await player(page).getAttribute('data-phase')).toBe('playing');
});

test('the key t toggles the transcript; on the droplet’s page its heading is one level higher', async () => {
  const page = await entered(site);
  await openFilm(page);
  await page.keyboard.press('t');
  await transcript(page).getByRole('heading', { level: 3, name: 'Transcript' }).waitFor();
  await page.keyboard.press('t');
  await transcript(page).waitFor({ state: 'detached' });
  await page.goto(`/droplets/${site.ids['finish-the-sentence']}`);
  await moveUntil(page, page.getByRole('slider', { name: 'Seek' }));
  await page.keyboard.press('t');
  await page.getByRole('heading', { level: 2, name: 'Transcript' }).waitFor();
});

test('the transcript scrolls with the film until it is scrolled by hand', async () => {
  const page = await entered(site);
  await page.setViewportSize({ width: 1440, height: 500 });
  await openFilm(page);
  await page.keyboard.press('t');
  const list = transcript(page).locator('ol');
  await expect.poll(() => list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  const scrolled = () => list.evaluate((element) => element.scrollTop);
  await page.getByRole('slider', { name: 'Seek' }).press('End');
  await expect.poll(scrolled).toBeGreaterThan(0);
  const follow = transcript(page).getByRole('button', { name: /^Follow/ });
  expect(await follow.getAttribute('aria-pressed')).toBe('true');
  await list.hover();
  await page.mouse.wheel(0, -100);
  await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('false');
  await page.getByRole('slider', { name: 'Seek' }).press('Home');
  await follow.click();
  await expect.poll(scrolled).toBe(0);
});
