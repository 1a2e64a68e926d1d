import { expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { continueCard } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';
import { newMember, newVisitor } from '../support/subscribers.ts';
import { playMostTo } from '../viewer/player-parts.ts';

/* "Again some day": a seen lesson is offered again later. */

const WAVE = 'one-thing-at-a-time';
const FILM = 'finish-the-sentence';

const site = demoSite();

const again = (page: WatchedPage) =>
  page.locator('dialog:modal').getByRole('button', { name: 'Again some day' });
const marksOf = (page: WatchedPage) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('stillwater.again') ?? '[]'));
const store = (page: WatchedPage, key: string, list: unknown[]) =>
  page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, JSON.stringify(list)] as const);

const seen = (at: number) => ({
  ...{ dropletId: site.ids[FILM], waveId: site.ids[WAVE], oceanId: site.ids.focus, total: 8 },
  ...{ position: 60_000, furthest: 60_000, seenAt: at, at },
});
const mark = (at: number, step = 0) => ({ dropletId: site.ids[FILM], waveId: site.ids[WAVE], step, at });

test('a lesson marked “again” is offered after two days, until it is seen again', async () => {
  const page = await newVisitor(site, PHONE);
  await page.goto('/about');
  await store(page, 'stillwater.progress', [seen(Date.now())]);
  await page.goto(`/waves/${site.ids[WAVE]}?droplet=${site.ids[FILM]}`);
  await again(page).click();
  await again(page).and(page.locator('[aria-pressed=true]')).waitFor();
  expect(await marksOf(page)).toMatchObject([mark(expect.any(Number) as unknown as number)]);
  // The mark is removed and set again, by keyboard.
  await again(page).press('Enter');
  await again(page).and(page.locator('[aria-pressed=false]')).waitFor();
  await again(page).press('Enter');
  await again(page).and(page.locator('[aria-pressed=true]')).waitFor();

  await page.goto('/app');
  await continueCard(page).getByRole('heading', { name: 'Continue', exact: true }).waitFor();
  await store(page, 'stillwater.again', [mark(Date.now() - 2 * DAY)]);
  await page.reload();
  await continueCard(page).getByRole('heading', { name: 'You wanted this again' }).waitFor();
  expect(await continueCard(page).innerText()).toContain('Finish the Sentence');
  await continueCard(page).getByRole('link', { name: 'Finish the Sentence' }).click();
  const film = page.locator('[data-part=player] video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await playMostTo(film, 0.92);
  await expect.poll(() => marksOf(page)).toMatchObject([{ step: 1 }]);
  await page.goto('/app');
  await continueCard(page).getByRole('heading', { name: 'Continue', exact: true }).waitFor();
  expect(page.problems).toEqual([]);
});

test('a visitor’s mark joins the account, is offered on another device, and can be put off', async () => {
  const page = await newMember(site, 'returner');
  await page.goto('/about');
  await store(page, 'stillwater.progress', [seen(Date.now() - 2 * DAY)]);
  await store(page, 'stillwater.again', [mark(Date.now() - 3 * DAY)]);
  await page.goto('/app');
  await continueCard(page).getByRole('heading', { name: 'You wanted this again' }).waitFor();
  await expect.poll(() => marksOf(page)).toEqual([]);
  const { cookies } = await page.context().storageState();
  const phone = await newVisitor(site, PHONE);
  await phone.context().addCookies(cookies);
  await phone.goto('/app');
  await continueCard(phone).getByRole('button', { name: 'Not today' }).click();
  await continueCard(phone).getByRole('heading', { name: 'Continue', exact: true }).waitFor();
  await phone.reload();
  await continueCard(phone).getByRole('heading', { name: 'Continue', exact: true }).waitFor();
  await alive(phone);
  expect([...page.problems, ...phone.problems]).toEqual([]);
});
