import { beforeEach, expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { CARD } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import {
  checks,
  heart,
  MEMBER,
  openMember,
  PASSWORD,
  pressed,
  removeFavorites,
  send,
  settled,
} from './favorites-member.ts';

/* The page /favorites (specification, section 2). */

const site = setUpSite(MEMBER);

const member = () => openMember(site);

beforeEach(() => removeFavorites(site));

const add = (page: WatchedPage, itemType: string, itemId: number) =>
  send(page, 'POST', '/api/favorites', { itemType, itemId });

const expectToast = (page: WatchedPage, title: string, description: string) =>
  expect
    .poll(() => page.locator('[data-part=toast]').allInnerTexts(), { message: 'toast' })
    .toEqual([expect.stringMatching(new RegExp(`^${title}\\s+${description.replaceAll('.', '\\.')}$`))]);

test('/favorites redirects a signed-out reader to the login, and returns afterwards', async () => {
  const page = await entered(site);
  await page.goto('/favorites');
  expect(new URL(page.url()).pathname).toBe('/auth');
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/favorites');
});

test('a visitor’s heart and Favorites lead to registration with the address filled in', async () => {
  const page = await entered(site);
  await page.addInitScript(() => localStorage.setItem('stillwater.email', 'heart@example.org'));
  const filledIn = () => page.getByRole('textbox', { name: 'Email' }).inputValue();
  await page.goto('/favorites');
  await page.getByRole('heading', { level: 1, name: 'Create an account' }).waitFor();
  await expect.poll(filledIn).toBe('heart@example.org');

  await page.goto('/waves/1');
  await alive(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = page.locator('[data-part=toast]');
  await toast.getByText('Authentication Required').waitFor();
  expect(await toast.getByRole('link').allInnerTexts()).toEqual(['Create an account', 'Log in']);
  await toast.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL(/\/auth\?tab=register&returnTo=%2Fwaves%2F1&favorite=wave-1$/);
  await expect.poll(filledIn).toBe('heart@example.org');
  await page.getByRole('textbox', { name: 'Username' }).fill('keeps-hearts');
  for (const name of ['Password', 'Confirm password'])
    await page.getByLabel(name, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/waves/1');
});

test('/favorites without favorites says so and links to the content', async () => {
  const page = await member();
  await page.goto('/favorites');
  await page.getByRole('heading', { name: 'Your Favorites', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'No favorites yet' }).waitFor();
  expect(await page.getByRole('link', { name: 'Explore Content' }).getAttribute('href')).toBe('/');
  expect(page.problems).toEqual([]);
});

test('/favorites shows cards and rows under tabs with counts, by keyboard too', async () => {
  const page = await member();
  const droplets: { id: number; title: string; mediaType: string; duration: number }[] = [];
  for (const wave of [1, 2, 3, 4, 5, 6])
    droplets.push(...(await (await page.request.get(`/api/waves/${wave}/droplets`)).json()));
  const video = droplets.find(({ mediaType }) => mediaType === 'video');
  const other = droplets.find(({ mediaType }) => mediaType === 'text' || mediaType === 'interactive');
  if (!video || !other) throw new Error('The demo’s first six waves lack a film, or a text or exercise.');
  const ocean = await (await page.request.get('/api/oceans/1')).json();
  for (const [type, id] of [
    ['ocean', 1],
    ['droplet', video.id],
    ['droplet', other.id],
  ] as const)
    expect(await add(page, type, id)).toBe(204);

  await page.goto('/favorites');
  const tab = (name: string) => page.getByRole('tab', { name });
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Oceans1', 'Waves', 'Droplets2']);
  const way = page.getByRole('link', { name: 'Explore Ocean' });
  expect(await way.getAttribute('href')).toBe('/oceans/1');
  await page.getByRole('link', { name: ocean.title, exact: true }).waitFor();
  expect(await pressed(page, ocean.title)).toBe('true');

  await tab('Oceans').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('No favorite waves yet.').waitFor();
  expect(await tab('Waves').getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowRight');
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  expect(await row(video.title).innerText()).toContain(`${video.duration} min`);
  expect(await row(video.title).innerText()).toContain('Video');
  expect(await row(other.title).innerText()).toMatch(/(Listening|Reading|Picture|Exercise) · \d+ min/);
  await page.keyboard.press('ArrowRight');
  expect(await tab('Oceans').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('End');
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Droplets2');

  await page.getByRole('link', { name: `View ${video.title}` }).click();
  await page.waitForURL(`**/droplets/${video.id}`);
  await page.goBack();
  await page.getByRole('link', { name: `View ${other.title}` }).waitFor();
  expect(checks(page).length).toBeLessThanOrEqual(1);
  expect(page.problems).toEqual([]);
});

test('/favorites shows an empty state in an empty tab', async () => {
  const page = await member();
  await add(page, 'wave', 1);
  await page.goto('/favorites');
  await page.getByText('No favorite oceans yet.').waitFor();
  await page.goto('/favorites?tab=droplets');
  await page.getByText('No favorite droplets yet.').waitFor();
  await page.goto('/favorites?tab=waves');
  expect(await page.getByRole('link', { name: 'Explore Wave' }).getAttribute('href')).toBe('/waves/1');
});

test('an item removed on /favorites leaves the list, and the focus moves to the next one', async () => {
  const page = await member();
  for (const id of [1, 2]) await add(page, 'wave', id);
  const wave = await (await page.request.get('/api/waves/1')).json();
  await page.goto('/favorites?tab=waves');
  await settled(page, wave.title);
  await heart(page, wave.title).focus();
  await page.keyboard.press('Space');
  await expectToast(page, 'Removed from favorites', 'This wave has been removed from your favorites.');
  await heart(page, wave.title).waitFor({ state: 'detached' });
  expect(await page.getByRole('tab', { name: 'Waves' }).innerText()).toBe('Waves1');
  const last = page.locator(CARD).getByRole('button', { name: /favorites$/ });
  await expect.poll(() => last.evaluate((heart) => heart === document.activeElement)).toBe(true);

  // The last one leaves the page empty.
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No favorites yet' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(page.problems).toEqual([]);
});

test('/favorites has a loading and an error state', async () => {
  const page = await member();
  await page.goto('/app');
  await settled(page, 'Focus');
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route('**/api/favorites/items', async (route) => {
    await opened;
    await route.fulfill({ status: 500, body: '{"message":"no"}' });
  });
  await page.getByRole('link', { name: 'Favorites' }).first().click();
  await page.getByText('Loading your favorites...').waitFor();
  open();
  await page.getByText('Error loading favorites. Please try again later.').waitFor();
});
