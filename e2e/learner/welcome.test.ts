import { expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { alive, idle, type WatchedPage } from '../support/open-site.ts';
import { continueCard } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';
import { newMember, newVisitor } from '../support/subscribers.ts';

/* The welcome on `/app`: a few lessons for a reader who was away for some days. */

const WAVE = 'one-thing-at-a-time';
const FILM = 'finish-the-sentence';

const site = demoSite();

const row = (page: WatchedPage) => page.locator('[data-part=welcome]');
const titles = (page: WatchedPage) => row(page).getByRole('heading', { level: 3 }).allInnerTexts();

/** Stores progress as of a film that was stopped some days ago. */
async function stoppedBefore(page: WatchedPage, days: number): Promise<void> {
  await page.goto('/about');
  const at = Date.now() - days * DAY;
  const report = {
    ...{ dropletId: site.ids[FILM], waveId: site.ids[WAVE], oceanId: site.ids.focus, total: 8 },
    ...{ position: 12_000, furthest: 12_000, seenAt: null, at },
  };
  await page.evaluate((text) => localStorage.setItem('stillwater.progress', text), JSON.stringify([report]));
}

/** Sums up the layout shifts while the page reloads. */
async function shiftOfReload(page: WatchedPage): Promise<number> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shift: number }).shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await row(page).waitFor();
  await idle(page);
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

test.each([
  { name: 'a phone', options: PHONE },
  { name: 'a wide window', options: { viewport: { width: 1440, height: 900 } } },
])('a visitor who was away finds the same lessons all day, on $name', async ({ options }) => {
  const page = await newVisitor(site, options);
  await stoppedBefore(page, 2);
  await page.goto('/app');
  await continueCard(page).waitFor();
  expect(await row(page).count()).toBe(0);

  await stoppedBefore(page, 4);
  await page.goto('/app');
  await row(page)
    .getByRole('heading', { name: /^\w+ quiet minutes from Focus$/ })
    .waitFor();
  await row(page).getByText('You began One Thing at a Time.').waitFor();
  const chosen = await titles(page);
  expect(chosen).toHaveLength(3);
  expect(chosen).not.toContain('Finish the Sentence');
  expect(await shiftOfReload(page)).toBe(0);
  expect(await titles(page)).toEqual(chosen);

  // One press plays, and the row stays for the day.
  await row(page)
    .getByRole('link', { name: chosen[0] as string, exact: true })
    .click();
  const film = page.locator('[data-part=player] video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(3.2);
  await page.goto('/app');
  await row(page).waitFor();
  expect(await titles(page)).toEqual(chosen);

  await row(page).getByRole('button', { name: 'Not today' }).click();
  await continueCard(page).getByRole('heading', { name: 'Continue', exact: true }).waitFor();
  await page.reload();
  await continueCard(page).waitFor();
  await alive(page);
  expect(await row(page).count()).toBe(0);
  expect(page.problems).toEqual([]);
});

test('a member finds the same lessons on both devices, from an ocean among their favorites', async () => {
  const page = await newMember(site, 'comes-back');
  await page.goto('/about');
  const headers = await csrfHeaders(page);
  const data = { itemType: 'ocean', itemId: site.ids.breath };
  expect((await page.request.post('/api/favorites', { headers, data })).status()).toBeLessThan(300);
  await stoppedBefore(page, 4);
  await page.goto('/app');
  await row(page)
    .getByRole('heading', { name: /^\w+ quiet minutes from Breath$/ })
    .waitFor();
  await row(page).getByText('You saved this ocean.').waitFor();
  const chosen = await titles(page);

  const phone = await newVisitor(site, PHONE);
  await phone.context().addCookies((await page.context().storageState()).cookies);
  await phone.goto('/app');
  await row(phone).waitFor();
  expect(await titles(phone)).toEqual(chosen);
  // The lesson to continue goes on three seconds earlier.
  await row(phone).getByRole('link', { name: 'Continue Finish the Sentence' }).click();
  const film = phone.locator('[data-part=player] video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(9);
  expect([...page.problems, ...phone.problems]).toEqual([]);
});

test('a reader without progress, as after a logout, has no space reserved for offers', async () => {
  const page = await newVisitor(site);
  await page.goto('/about');
  await page.evaluate(() => {
    localStorage.setItem('stillwater.begun', 'open');
    localStorage.setItem('stillwater.welcome-at', '1');
  });
  await page.goto('/app');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('stillwater.welcome-at'))).toBeNull();
  await idle(page);
  expect(await page.evaluate(() => localStorage.getItem('stillwater.begun'))).toBeNull();
  await page.reload();
  expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).not.toHaveProperty('begun');
});
