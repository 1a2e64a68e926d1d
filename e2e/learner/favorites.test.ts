import { beforeEach, expect, test } from 'vitest';
import { entered, markEntered } from '../support/entered.ts';
import { alive, idle, type WatchedPage, watch } from '../support/open-site.ts';
import { CARD } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import {
  checks,
  heart,
  MEMBER,
  openMember,
  pressed,
  refsOf,
  removeFavorites,
  settled,
  signIn,
} from './favorites-member.ts';

/* The favorite toggle (specification, section 4). */

const KEY = 'stillwater.favorites';

const site = setUpSite(MEMBER);

const member = () => openMember(site);

beforeEach(() => removeFavorites(site));

const expectPressed = (page: WatchedPage, title: string, value: boolean) =>
  expect.poll(() => pressed(page, title), { message: `heart of ${title}` }).toBe(String(value));

const expectToast = (page: WatchedPage, title: string, description: string) =>
  expect
    .poll(() => page.locator('[data-part=toast]').allInnerTexts(), { message: 'toast' })
    .toEqual([
      expect.stringMatching(new RegExp(`^${title}\\s+${description.replaceAll('.', '\\.')}(\\s|$)`)),
    ]);

const storedFavorites = (page: WatchedPage) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]'), KEY);

const isFavoritesCall = (url: URL) => url.pathname === '/api/favorites';

test('a signed-out reader is asked to log in, and no call is sent and nothing stored', async () => {
  const page = await entered(site);
  await page.goto('/app');
  await settled(page, 'Focus');
  await heart(page, 'Focus').click();
  await expectToast(page, 'Authentication Required', 'Please login to add items to favorites.');
  expect(await pressed(page, 'Focus')).toBe('false');
  expect(page.requested.filter((url) => url.includes('/api/favorites'))).toEqual([]);
  expect(await storedFavorites(page)).toEqual([]);
});

test('a heart changes at once, is disabled during the call, and a notification follows', async () => {
  const page = await member();
  await page.goto('/app');
  await settled(page, 'Focus');
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route(isFavoritesCall, async (route) => {
    await opened;
    await route.continue();
  });
  await heart(page, 'Focus').focus();
  await page.keyboard.press('Enter');
  await expectPressed(page, 'Focus', true);
  expect(await heart(page, 'Focus').isDisabled()).toBe(true);
  expect(await page.locator('[data-part=toast]').count()).toBe(0);
  open();
  await expectToast(page, 'Added to favorites', 'This ocean is now in your favorites.');
  await expect.poll(() => heart(page, 'Focus').isEnabled()).toBe(true);
  // The focus stays on the heart.
  expect(await heart(page, 'Focus').evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await refsOf(page)).toEqual([{ itemType: 'ocean', itemId: expect.any(Number) }]);

  await page.reload();
  await expectPressed(page, 'Focus', true);
  await settled(page, 'Focus');
  await page.keyboard.press('Escape');
  await heart(page, 'Focus').click();
  await expectPressed(page, 'Focus', false);
  await expectToast(page, 'Removed from favorites', 'This ocean has been removed from your favorites.');
  expect(await refsOf(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('a double click is one call and one row', async () => {
  const page = await member();
  await page.goto('/app');
  await settled(page, 'Focus');
  page.requested.length = 0;
  await heart(page, 'Focus').dblclick();
  await expectToast(page, 'Added to favorites', 'This ocean is now in your favorites.');
  expect(page.requested.filter((url) => isFavoritesCall(new URL(url)))).toHaveLength(1);
  expect(await refsOf(page)).toHaveLength(1);
});

test('a page of cards checks its favorites in one call', async () => {
  const page = await member();
  await page.goto('/waves/1');
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await expect.poll(() => checks(page).length).toBe(1);
  await idle(page);
  expect(checks(page)).toHaveLength(1);
  expect(await page.getByRole('button', { name: /favorites$/ }).count()).toBeGreaterThan(3);
  expect(new URL(checks(page)[0] as string).searchParams.get('items')).toMatch(
    /^(wave|droplet):\d+(,\w+:\d+)+$/,
  );
});

test('a card and its item’s page share one favorite state', async () => {
  const page = await member();
  await page.goto('/app');
  await settled(page, 'Focus');
  await heart(page, 'Focus').click();
  await expectPressed(page, 'Focus', true);
  await page.getByRole('link', { name: 'Focus', exact: true }).click();
  const saved = page.getByRole('button', { name: 'Saved', exact: true });
  await saved.waitFor();
  expect(await saved.getAttribute('aria-pressed')).toBe('true');
  await saved.click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await page.goBack();
  await expectPressed(page, 'Focus', false);
});

test('the viewer and the card behind it share the heart', async () => {
  const page = await member();
  await page.goto('/waves/1');
  await alive(page);
  const card = page.locator(CARD).first();
  const title = await card.getByRole('heading').innerText();
  await card.getByRole('link').click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: 'Save', exact: true }).click();
  await viewer.getByRole('button', { name: 'Saved', exact: true }).waitFor();
  await expectToast(page, 'Added to favorites', 'This droplet is now in your favorites.');
  // The notification is in front of the viewer.
  await viewer.getByRole('button', { name: 'Dismiss' }).click();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await expectPressed(page, title, true);
  expect(await refsOf(page)).toMatchObject([{ itemType: 'droplet' }]);
});

test('a favorite whose call fails is stored in the browser and sent to the account later', async () => {
  const page = await member();
  await page.goto('/app');
  await settled(page, 'Focus');
  await page.route(isFavoritesCall, (route) => route.abort());
  await heart(page, 'Focus').click();
  await expectToast(page, 'Added to favorites', 'This ocean is now in your favorites.');
  await settled(page, 'Focus');
  expect(await pressed(page, 'Focus')).toBe('true');
  expect(await storedFavorites(page)).toMatchObject([{ itemType: 'ocean', itemId: expect.any(Number) }]);
  expect(await refsOf(page)).toEqual([]);

  const failed = page.waitForEvent('requestfailed', (request) => isFavoritesCall(new URL(request.url())));
  await heart(page, 'Rest').click();
  // A heart ignores presses during its call, and is disabled only at the next paint.
  await failed;
  await settled(page, 'Rest');
  await heart(page, 'Rest').click();
  await expectPressed(page, 'Rest', false);

  await page.unroute(isFavoritesCall);
  await page.reload();
  await expectPressed(page, 'Focus', true);
  await expectPressed(page, 'Rest', false);
  await expect.poll(() => storedFavorites(page)).toEqual([]);
  expect(await refsOf(page)).toHaveLength(1);
});

test('a heart changes back when the browser cannot store the favorite either', async () => {
  const page = await member();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('refused', 'QuotaExceededError');
    };
  });
  await page.goto('/app');
  await settled(page, 'Focus');
  await page.route(isFavoritesCall, (route) => route.fulfill({ status: 500, body: '' }));
  await heart(page, 'Focus').click();
  await expectToast(page, 'Error updating favorites', 'Please try again later.');
  expect(await page.locator('[data-part=toast]').getAttribute('data-kind')).toBe('bad');
  expect(await pressed(page, 'Focus')).toBe('false');
  await settled(page, 'Focus');
});

test('a heart first shows the browser’s state, then the server’s', async () => {
  const page = await member();
  await page.goto('/app');
  await settled(page, 'Focus');
  const { id } = (await (await page.request.get('/api/oceans')).json()).find(
    ({ title }: { title: string }) => title === 'Focus',
  );
  await page.evaluate(
    ([key, itemId]) => localStorage.setItem(key, JSON.stringify([{ itemType: 'ocean', itemId }])),
    [KEY, id] as const,
  );
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route('**/api/favorites/merge', (route) => route.abort());
  await page.route('**/api/favorites/check**', async (route) => {
    await opened;
    await route.continue();
  });
  await page.reload();
  await expectPressed(page, 'Focus', true);
  expect(await heart(page, 'Focus').isDisabled()).toBe(true);
  open();
  await expectPressed(page, 'Focus', false);
  await settled(page, 'Focus');
});

test('favorites stored in the browser are merged into the account at sign-in', async () => {
  const page = await entered(site);
  await page.goto('/app');
  const oceans = await (await page.request.get('/api/oceans')).json();
  const items = [oceans[0], oceans[1]].map(({ id }) => ({ itemType: 'ocean', itemId: id }));
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    KEY,
    JSON.stringify([...items, { itemType: 'ocean', itemId: 999_999 }]),
  ] as const);
  await page.reload();
  await expectPressed(page, oceans[0].title, true);
  await signIn(page);
  await page.goto('/app');
  await expectPressed(page, oceans[0].title, true);
  await settled(page, oceans[0].title);
  await expect.poll(() => storedFavorites(page)).toEqual([]);
  expect(await refsOf(page)).toEqual(expect.arrayContaining(items));
});

test('a press after the session has ended asks for a login, and is merged afterwards', async () => {
  const page = await member();
  await page.goto('/app');
  await settled(page, 'Focus');
  await page.context().clearCookies();
  await heart(page, 'Focus').click();
  await expectToast(page, 'Authentication Required', 'Please login to add items to favorites.');
  // After the session has ended, the next person must not see the press.
  await expectPressed(page, 'Focus', false);
  await markEntered(page, site.url);
  await signIn(page);
  await page.goto('/app');
  await expectPressed(page, 'Focus', true);
  // The heart shows the browser's state at once. The account is updated later.
  await expect.poll(() => refsOf(page)).toHaveLength(1);
});

test('a heart asks no member to log in while the server cannot tell who the reader is', async () => {
  const page = await member();
  await page.route('**/api/user', (route) => route.fulfill({ status: 503 }));
  const asked = page.waitForResponse('**/api/user');
  await page.goto('/app');
  await asked;
  await idle(page);
  expect(await heart(page, 'Focus').isEnabled()).toBe(false);
  await page.unroute('**/api/user');
  await page.reload();
  await settled(page, 'Focus');
});

test('in two tabs the last toggle counts, and both show it after a reload', async () => {
  const first = await member();
  const second = watch(await first.context().newPage());
  for (const page of [first, second]) {
    await page.bringToFront();
    await page.goto('/app');
    await settled(page, 'Focus');
  }
  await first.bringToFront();
  await heart(first, 'Focus').click();
  await expectToast(first, 'Added to favorites', 'This ocean is now in your favorites.');
  // The second tab is outdated and adds the item again: there is still one row.
  await second.bringToFront();
  await heart(second, 'Focus').click();
  await expectToast(second, 'Added to favorites', 'This ocean is now in your favorites.');
  expect(await refsOf(first)).toHaveLength(1);
  await first.bringToFront();
  await heart(first, 'Focus').click();
  await expectPressed(first, 'Focus', false);
  await settled(first, 'Focus');
  for (const page of [first, second]) {
    await page.bringToFront();
    await page.reload();
    await settled(page, 'Focus');
    expect(await pressed(page, 'Focus')).toBe('false');
  }
});
