import { expect, test } from 'vitest';
import { alive, idle, type WatchedPage } from '../support/open-site.ts';
import { continueCard } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';
import { newMember, newVisitor } from '../support/subscribers.ts';
import { playMostTo } from '../viewer/player-parts.ts';
import { reportsOfAll } from './reports.ts';

/* Progress in lessons: dots on seen droplets, the card that continues a lesson, and finished waves. */

const WAVE = 'one-thing-at-a-time';
const FILM = 'finish-the-sentence';

const site = demoSite();

const filmOf = (page: WatchedPage) => page.locator('[data-part=player] video');
const timeOf = (page: WatchedPage) => filmOf(page).evaluate((video: HTMLVideoElement) => video.currentTime);
const dots = (page: Pick<WatchedPage, 'getByText'>) => page.getByText('Seen', { exact: true });

/** Plays a film of the wave and stops at a share of its length. */
async function playTo(page: WatchedPage, share: number): Promise<number> {
  await page.goto(`/waves/${site.ids[WAVE]}?droplet=${site.ids[FILM]}`);
  await page
    .locator('dialog:modal')
    .getByRole('button', { name: /^Play / })
    .click();
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0);
  return playMostTo(filmOf(page), share);
}

const storedBy = (page: WatchedPage) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('stillwater.progress') ?? '[]'));

test('the front page has no second filled button beside the one that continues a lesson', async () => {
  const page = await newVisitor(site);
  const groundOf = (name: string) =>
    page.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).backgroundColor);
  await page.goto('/');
  expect(await groundOf('Knowledge Oceans')).not.toBe(await groundOf('Explore Droplets'));
  await page.evaluate(
    (reports) => localStorage.setItem('stillwater.progress', JSON.stringify(reports.slice(0, 1))),
    await reportsOfAll(site, WAVE, 'focus'),
  );
  await page.reload();
  await continueCard(page).getByRole('heading', { name: 'Continue' }).waitFor();
  await expect.poll(() => groundOf('Knowledge Oceans')).toBe(await groundOf('Explore Droplets'));
});

test('a visitor who stops in a film continues three seconds earlier, in one press', async () => {
  const page = await newVisitor(site, PHONE);
  await page.goto('/app');
  await alive(page);
  expect(await continueCard(page).count()).toBe(0);
  const stopped = await playTo(page, 0.4);
  await expect.poll(() => storedBy(page)).toMatchObject([{ dropletId: site.ids[FILM], seenAt: null }]);
  // The reader closes the tab and returns in a new one.
  const later = await page.context().newPage();
  await page.close();
  await later.goto('/app');
  const again = later as WatchedPage;
  await continueCard(again).getByRole('heading', { name: 'Continue' }).waitFor();
  expect(await continueCard(again).innerText()).toMatch(
    /Finish the Sentence\s+One Thing at a Time · \d of \d/,
  );
  await continueCard(again).getByRole('link', { name: 'Finish the Sentence' }).click();
  await expect.poll(() => timeOf(again)).toBeGreaterThan(stopped - 3.1);
  expect(await timeOf(again)).toBeLessThan(stopped + 30);
  expect(page.requested.filter((url) => url.includes('/api/progress'))).toEqual([]);
});

test('a film seen to nine tenths has a dot in every layout, and the next one is offered', async () => {
  const page = await newVisitor(site);
  await playTo(page, 0.92);
  await page.goto(`/waves/${site.ids[WAVE]}`);
  await dots(page).waitFor();
  expect(await dots(page).count()).toBe(1);
  await page.goto(`/waves/${site.ids[WAVE]}?droplet=${site.ids[FILM]}`);
  await page.locator('dialog:modal [data-part=frame]').waitFor();
  await dots(page.locator('dialog:modal')).filter({ visible: true }).first().waitFor();
  await page.goto('/tree');
  await alive(page);
  await dots(page).first().waitFor({ state: 'attached' });
  expect(await dots(page).count()).toBe(1);
  await page.goto('/app');
  await continueCard(page).waitFor();
  expect(await continueCard(page).innerText()).not.toContain('Finish the Sentence');
  expect(page.problems).toEqual([]);
});

test('a visitor’s progress joins the account at login, and shows on another device', async () => {
  const page = await newMember(site, 'rememberer', PHONE);
  const reports = await reportsOfAll(site, WAVE, 'focus');
  await page.goto('/about');
  await page.evaluate((list) => localStorage.setItem('stillwater.progress', list), JSON.stringify(reports));
  await page.goto(`/waves/${site.ids[WAVE]}`);
  await page.getByText('You have been all the way through').waitFor();
  await expect.poll(() => storedBy(page)).toEqual([]);
  const { cookies } = await page.context().storageState();
  const desk = await newVisitor(site);
  await desk.context().addCookies(cookies);
  await desk.goto(`/waves/${site.ids[WAVE]}`);
  await desk.getByText('You have been all the way through').waitFor();

  // With the setting off, no progress is shown. Deleted progress is still absent when it is on again.
  await desk.goto('/account');
  const remember = desk.getByLabel('Remember where I stopped and what I have seen');
  const saved = (on: boolean) =>
    desk.waitForResponse(
      (response) =>
        response.url().endsWith('/api/progress/remembering') &&
        response.request().postDataJSON().remembers === on,
    );
  // Two quick presses count as two choices.
  const onAgain = saved(true);
  await remember.dblclick();
  await onAgain;
  const off = saved(false);
  await remember.uncheck();
  await off;
  const answered = desk.waitForResponse((response) => response.url().endsWith('/api/progress'));
  await desk.goto(`/waves/${site.ids[WAVE]}`);
  await answered;
  await alive(desk);
  expect(await desk.getByText('You have been all the way through').count()).toBe(0);
  await desk.goto('/account');
  const on = saved(true);
  await remember.check();
  await on;
  await desk.getByRole('button', { name: 'Forget what I have seen' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Forget', exact: true }).click();
  await expect.poll(async () => (await (await desk.request.get('/api/progress')).json()).waves).toEqual([]);
  expect(desk.problems).toEqual([]);
});

test('progress made offline is sent to the account with the next page', async () => {
  const page = await newMember(site, 'commuter');
  await page.route('**/api/progress', (route) => route.abort());
  await playTo(page, 0.92);
  await expect.poll(() => storedBy(page)).toMatchObject([{ dropletId: site.ids[FILM] }]);
  await page.unroute('**/api/progress');
  await page.goto(`/waves/${site.ids[WAVE]}`);
  await dots(page).waitFor();
  await expect.poll(() => storedBy(page)).toEqual([]);
  const progress = await (await page.request.get('/api/progress')).json();
  expect(progress.waves).toMatchObject([{ waveId: site.ids[WAVE], seen: [site.ids[FILM]] }]);
});

test('a text’s reading time is sent when the page is hidden right after it was stored', async () => {
  const page = await newMember(site, 'put-away', PHONE);
  const id = site.ids['the-parking-page'];
  await page.goto(`/waves/${site.ids[WAVE]}?droplet=${id}`);
  // Its time advances once a second, so there is nothing new to store now.
  await page.evaluate(async () => {
    while (localStorage.getItem('stillwater.progress') === null) await new Promise(requestAnimationFrame);
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const stopsOf = async () => (await (await page.request.get('/api/progress')).json()).stops;
  await expect.poll(stopsOf).toMatchObject([{ waveId: site.ids[WAVE], dropletId: id, seen: false }]);
});

test('a film that is left while it plays is continued on another device', async () => {
  const page = await newMember(site, 'leaver');
  await page.goto(`/waves/${site.ids[WAVE]}?droplet=${site.ids[FILM]}`);
  await page
    .locator('dialog:modal')
    .getByRole('button', { name: /^Play / })
    .click();
  // Long enough to be continued.
  await expect.poll(() => timeOf(page)).toBeGreaterThan(5);
  await page.goto('about:blank');
  const position = async () => {
    const { stops } = await (await page.request.get('/api/progress')).json();
    return stops[0]?.position;
  };
  await expect.poll(position).toBeGreaterThanOrEqual(5_000);
});

test('eleven hours in an open text are sent to the account with all pending reports', async () => {
  const page = await newMember(site, 'overnight');
  const [long, ...others] = await reportsOfAll(site, WAVE, 'focus');
  await page.goto('/about');
  await page.evaluate(
    (list) => localStorage.setItem('stillwater.progress', list),
    JSON.stringify([{ ...long, position: 39_600_000, furthest: 39_600_000 }, ...others]),
  );
  await page.goto(`/waves/${site.ids[WAVE]}`);
  await expect.poll(() => storedBy(page)).toEqual([]);
  const progress = await (await page.request.get('/api/progress')).json();
  expect(progress.waves[0].seen).toHaveLength(1 + others.length);
});

test('a member’s progress is sent to the account also when the browser refuses storage', async () => {
  const page = await newMember(site, 'unstored');
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (this === localStorage) throw new DOMException('Full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await playTo(page, 0.92);
  const wavesOf = async () => (await (await page.request.get('/api/progress')).json()).waves;
  await expect.poll(wavesOf).toMatchObject([{ waveId: site.ids[WAVE], seen: [site.ids[FILM]] }]);
});

/** Records the page's layout shifts. */
const watchShifts = (page: WatchedPage) =>
  page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftsOf = (page: WatchedPage) =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
const begunOf = (page: WatchedPage) => page.evaluate(() => document.documentElement.dataset.begun);

test('the card that continues a lesson shifts nothing when it appears, or when all was seen', async () => {
  const page = await newVisitor(site, PHONE);
  await watchShifts(page);
  await playTo(page, 0.4);
  await page.goto('/app');
  await continueCard(page).waitFor();
  await alive(page);
  expect(await shiftsOf(page)).toBeLessThan(0.02);

  await page.evaluate(
    (list) => localStorage.setItem('stillwater.progress', list),
    JSON.stringify(await reportsOfAll(site, WAVE, 'focus')),
  );
  await page.goto('/app');
  await expect.poll(() => begunOf(page)).toBe('through');
  await page.goto('/app');
  const states: unknown[] = [];
  await page.exposeFunction('tell', (begun: unknown) => states.push(begun));
  await page.addInitScript(() => {
    const { tell } = window as unknown as { tell(begun: unknown): void };
    new MutationObserver(() => tell(document.documentElement.dataset.begun)).observe(document, {
      attributes: true,
      attributeFilter: ['data-begun'],
      subtree: true,
    });
  });
  const answered = page.waitForResponse((response) =>
    response.url().endsWith(`/waves/${site.ids[WAVE]}/droplets`),
  );
  await page.reload();
  await answered;
  await idle(page);
  expect(await begunOf(page)).toBe('through');
  expect(states).toContain('through');
  expect(states).not.toContain('open');
  expect(await shiftsOf(page)).toBeLessThan(0.02);

  // An offer on its first day shifts nothing either, on a page that was closed the day before.
  await page.evaluate(
    (list) => localStorage.setItem('stillwater.again', list),
    JSON.stringify([{ dropletId: site.ids[FILM], waveId: site.ids[WAVE], step: 0, at: Date.now() }]),
  );
  await page.goto('/app');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('stillwater.offer'))).not.toBeNull();
  expect(await begunOf(page)).toBe('through');
  await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
  await page.goto('/app');
  await continueCard(page).getByRole('heading', { name: 'You wanted this again' }).waitFor();
  await alive(page);
  expect(await shiftsOf(page)).toBeLessThan(0.02);
});
