import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { entered } from './entered.ts';
import { alive, type OpenSite, openSite, type WatchedPage } from './open-site.ts';

/* Specification, section 4 (favorite toggle) and section 2 (Favorites), in a browser. */

const PASSWORD = 'Still-water-1';
const KEY = 'stillwater.favorites';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD });
});
afterAll(() => site.close());

async function signIn(page: WatchedPage): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { username: 'maren', password: PASSWORD } });
  expect(answer.status()).toBe(200);
}

async function member(): Promise<WatchedPage> {
  const page = await entered(site);
  await signIn(page);
  return page;
}

const refsOf = async (page: WatchedPage): Promise<{ itemType: string; itemId: number }[]> =>
  (await page.request.get('/api/favorites')).json();

async function send(page: WatchedPage, method: string, path: string, data: object): Promise<number> {
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  const answer = await page.request.fetch(path, { method, data, headers: { 'csrf-token': csrfToken } });
  return answer.status();
}

/** Every test begins without favorites. */
beforeEach(async () => {
  const page = await member();
  for (const ref of await refsOf(page)) expect(await send(page, 'DELETE', '/api/favorites', ref)).toBe(204);
  await page.context().close();
});

const add = (page: WatchedPage, itemType: string, itemId: number) =>
  send(page, 'POST', '/api/favorites', { itemType, itemId });
const heart = (page: WatchedPage, title: string) =>
  page.getByRole('button', { name: new RegExp(`^(Add|Remove) ${title} (to|from) favorites$`) });
const pressed = (page: WatchedPage, title: string) => heart(page, title).getAttribute('aria-pressed');
const expectPressed = (page: WatchedPage, title: string, value: boolean) =>
  expect.poll(() => pressed(page, title), { message: `heart of ${title}` }).toBe(String(value));
const expectToast = (page: WatchedPage, title: string, description: string) =>
  expect
    .poll(() => page.locator('.toast').allInnerTexts(), { message: 'toast' })
    .toEqual([expect.stringMatching(new RegExp(`^${title}\\s+${description.replaceAll('.', '\\.')}$`))]);
/** The page is alive and the heart has been checked. */
async function settled(page: WatchedPage, title: string): Promise<void> {
  await alive(page);
  await expect.poll(() => heart(page, title).isEnabled(), { message: `heart of ${title}` }).toBe(true);
}
const kept = (page: WatchedPage) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]'), KEY);
const checks = (page: WatchedPage) => page.requested.filter((url) => url.includes('/api/favorites/check'));
const isFavoritesCall = (url: URL) => url.pathname === '/api/favorites';

test('a signed-out reader is asked to log in, and nothing is called or kept', async () => {
  const page = await entered(site);
  await page.goto('/app');
  await settled(page, 'Focus');
  await heart(page, 'Focus').click();
  await expectToast(page, 'Authentication Required', 'Please login to add items to favorites.');
  expect(await pressed(page, 'Focus')).toBe('false');
  expect(page.requested.filter((url) => url.includes('/api/favorites'))).toEqual([]);
  expect(await kept(page)).toEqual([]);
});

test('a heart flips at once, is disabled while the call is under way, and both toasts say what happened', async () => {
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
  expect(await page.locator('.toast').count()).toBe(0);
  open();
  await expectToast(page, 'Added to favorites', 'This ocean is now in your favorites.');
  expect(await heart(page, 'Focus').isDisabled()).toBe(false);
  // Whoever pressed it with a key is still there.
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

test('the checks of a page of cards are one call', async () => {
  const page = await member();
  await page.goto('/waves/1');
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await expect.poll(() => checks(page).length).toBe(1);
  await page.waitForTimeout(300);
  expect(checks(page)).toHaveLength(1);
  expect(await page.locator('.heart').count()).toBeGreaterThan(3);
  expect(new URL(checks(page)[0] as string).searchParams.get('items')).toMatch(
    /^(wave|droplet):\d+(,\w+:\d+)+$/,
  );
});

test('a card and the page of its item show one and the same heart, there with its word', async () => {
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
  const card = page.locator('.card.drop').first();
  const title = await card.getByRole('heading').innerText();
  await card.getByRole('link').click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: 'Save', exact: true }).click();
  await viewer.getByRole('button', { name: 'Saved', exact: true }).waitFor();
  await expectToast(page, 'Added to favorites', 'This droplet is now in your favorites.');
  // Over the viewer, not behind it.
  await viewer.getByRole('button', { name: 'Dismiss' }).click();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await expectPressed(page, title, true);
  expect(await refsOf(page)).toMatchObject([{ itemType: 'droplet' }]);
});

test('when the server call fails the favorite is kept here, and goes to the account another time', async () => {
  const page = await member();
  await page.goto('/app');
  await settled(page, 'Focus');
  await page.route(isFavoritesCall, (route) => route.abort());
  await heart(page, 'Focus').click();
  await expectToast(page, 'Added to favorites', 'This ocean is now in your favorites.');
  await settled(page, 'Focus');
  expect(await pressed(page, 'Focus')).toBe('true');
  expect(await kept(page)).toMatchObject([{ itemType: 'ocean', itemId: expect.any(Number) }]);
  expect(await refsOf(page)).toEqual([]);

  await heart(page, 'Rest').click();
  await settled(page, 'Rest');
  await heart(page, 'Rest').click();
  await expectPressed(page, 'Rest', false);

  await page.unroute(isFavoritesCall);
  await page.reload();
  await expectPressed(page, 'Focus', true);
  await expectPressed(page, 'Rest', false);
  await expect.poll(() => kept(page)).toEqual([]);
  expect(await refsOf(page)).toHaveLength(1);
});

test('when the browser refuses to keep it as well, the heart turns back', async () => {
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
  expect(await page.locator('.toast').getAttribute('class')).toContain('bad');
  expect(await pressed(page, 'Focus')).toBe('false');
  await settled(page, 'Focus');
});

test('the heart begins as this browser remembers it and takes the server’s word for it', async () => {
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

test('what a visitor kept locally is merged into the account at sign-in, and nothing is lost', async () => {
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
  expect(await refsOf(page)).toEqual(expect.arrayContaining(items));
  expect(await kept(page)).toEqual([]);
});

test('a session that has ended meanwhile asks to log in, and the press is merged afterwards', async () => {
  const page = await member();
  await page.goto('/app');
  await settled(page, 'Focus');
  await page.context().clearCookies();
  await heart(page, 'Focus').click();
  await expectToast(page, 'Authentication Required', 'Please login to add items to favorites.');
  // Nobody is signed in any more, and what a member pressed is not shown to the next person.
  await expectPressed(page, 'Focus', false);
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  await signIn(page);
  await page.goto('/app');
  await expectPressed(page, 'Focus', true);
  // The heart knows it from this browser at once; the account a moment later.
  await expect.poll(() => refsOf(page)).toHaveLength(1);
});

test('two tabs: the last toggle wins, and both show it after a reload', async () => {
  const first = await member();
  const second = Object.assign(await first.context().newPage(), { problems: [], requested: [] });
  for (const page of [first, second]) {
    await page.bringToFront();
    await page.goto('/app');
    await settled(page, 'Focus');
  }
  await first.bringToFront();
  await heart(first, 'Focus').click();
  await expectToast(first, 'Added to favorites', 'This ocean is now in your favorites.');
  // The second tab has not heard of it, and adds it once more: still one row, and the same for both.
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

test('/favorites sends a signed-out reader to sign in, and back afterwards', async () => {
  const page = await entered(site);
  await page.goto('/favorites');
  expect(new URL(page.url()).pathname).toBe('/auth');
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/favorites');
});

test('/favorites without any says so and leads to the content', async () => {
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
  if (!video || !other) throw new Error('The demo catalogue has no such droplets');
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
  expect(await row(other.title).innerText()).toContain('Audio');
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

test('/favorites says of each tab that it is empty while another is not', async () => {
  const page = await member();
  await add(page, 'wave', 1);
  await page.goto('/favorites');
  await page.getByText('No favorite oceans yet.').waitFor();
  await page.goto('/favorites?tab=droplets');
  await page.getByText('No favorite droplets yet.').waitFor();
  await page.goto('/favorites?tab=waves');
  expect(await page.getByRole('link', { name: 'Explore Wave' }).getAttribute('href')).toBe('/waves/1');
});

test('an item that is taken off on /favorites leaves it, and the focus stays on the page', async () => {
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
  expect(
    await page.getByRole('tab', { name: 'Waves' }).evaluate((element) => element === document.activeElement),
  ).toBe(true);

  // The last one leaves the page empty.
  const last = page.locator('.card .heart');
  await last.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No favorites yet' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(page.problems).toEqual([]);
});

test('/favorites says that it is loading, and that it failed', async () => {
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
