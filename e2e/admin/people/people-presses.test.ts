import { beforeAll, expect, test } from 'vitest';
import { hold } from '../../support/hold.ts';
import { idle, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, asksToClose, open } from '../content-page.ts';

/* User Management: presses right after typing, and responses of another node. */

const PASSWORD = 'Quiet-Harbour-27';

const site = setUpSite({ ...ADMIN, DEMO: 'false' });

beforeAll(async () => {
  const { request } = await site.newPage();
  // The newest person is first, so other rows are above Temi's.
  for (const username of ['Temi Bright', 'Kit Moreau', 'Ines Falk']) {
    const email = `${username.toLowerCase().replace(' ', '.')}@example.org`;
    const data = { username, email, password: PASSWORD, confirmPassword: PASSWORD };
    const answer = await request.post('/api/register', { data, headers: { origin: site.url } });
    expect(answer.status()).toBe(201);
  }
});

const searchOf = (page: WatchedPage) => new URL(page.url()).search;
const type = async (page: WatchedPage, text: string) => {
  await page.getByRole('searchbox').focus();
  await page.keyboard.type(text);
};

/** Opens the completely loaded list, and stops its clock. */
async function openAtRest(): Promise<WatchedPage> {
  const page = await administrator(site);
  await open(page, '/admin/users');
  await idle(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  return page;
}

/** Returns the middle of a person's row, where it can be pressed. */
const middleOf = (page: WatchedPage, name: string) =>
  page.evaluate((text) => {
    const link = [...document.querySelectorAll('main tbody a')].find((each) =>
      each.textContent?.includes(text),
    );
    const { x, y, width, height } = link?.getBoundingClientRect() ?? new DOMRect();
    const [left, top] = [x + width / 2, y + height / 2];
    if (!link?.contains(document.elementFromPoint(left, top))) throw new Error(`${text} cannot be pressed`);
    return [left, top] as const;
  }, name);
const personShown = (page: WatchedPage, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

test('a press that waits for code stays effective when the search changes the address', async () => {
  // The page's own code is loaded, and all other code is held.
  const page = await openAtRest();
  let load = () => {};
  const loads = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await loads;
    await route.continue();
  });
  await type(page, 'temi');
  await page.clock.runFor(200);
  await page.mouse.click(...(await middleOf(page, 'Temi Bright')));
  await page.clock.runFor(110);
  await expect.poll(() => searchOf(page)).toBe('?search=temi');
  await page.clock.resume();
  load();
  await personShown(page, 'Temi Bright');
  await page.goBack();
  await expect.poll(() => searchOf(page)).toBe('?search=temi');
  expect(page.problems).toEqual([]);
});

test('a pressed row stays under the pointer while search results arrive', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users');
  await idle(page);
  let answer = () => {};
  const answers = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/people?*', async (route) => {
    await answers;
    await route.continue();
  });
  await type(page, 'temi');
  await page.mouse.move(...(await middleOf(page, 'Temi Bright')));
  await page.mouse.down();
  const answered = page.waitForResponse(/search=temi/);
  answer();
  await answered;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.mouse.up();
  await personShown(page, 'Temi Bright');
  expect(page.problems).toEqual([]);
});

test('a search typed before the page’s code has loaded is carried out', async () => {
  const page = await administrator(site);
  let load = () => {};
  const loads = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/people-page-*.js', async (route) => {
    await loads;
    await route.continue();
  });
  await page.goto('/admin/users', { waitUntil: 'commit' });
  await type(page, 'temi');
  load();
  await expect.poll(() => searchOf(page)).toBe('?search=temi');
  await expect.poll(() => page.locator('main tbody tr').count()).toBe(1);
  expect(page.problems).toEqual([]);
});

test('a download pressed right after typing contains the search, and so does the address', async () => {
  const page = await openAtRest();
  await type(page, 'temi');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect(new URL((await download).url()).searchParams.get('search')).toBe('temi');
  expect(searchOf(page)).toBe('?search=temi');
});

test('the list shows with counts of a node of the previous version, which lacks those of staff', async () => {
  const page = await administrator(site);
  const counts = { all: 4, paying: 0, granted: 0, free: 4, 'email-only': 0, revoked: 0 };
  await page.route('**/api/people/counts', (route) => route.fulfill({ json: counts }));
  await open(page, '/admin/users');
  await page.getByRole('button', { name: 'Everyone 4' }).waitFor();
  await page.getByRole('button', { name: 'Staff', exact: true }).waitFor();
});

test('leaving a page asks for confirmation after a name was typed, but not after it was saved', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users?search=temi');
  await page.getByRole('link', { name: 'Temi Bright' }).click();
  await personShown(page, 'Temi Bright');
  await page.getByLabel('Name').fill('Temi Brightside');
  await expect.poll(() => asksToClose(page)).toBe(true);
  await page.getByRole('link', { name: 'Back to User Management' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await button(question, 'Keep editing').click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Temi Brightside');
  await button(page, 'Save name').click();
  await personShown(page, 'Temi Brightside');
  await page.getByRole('link', { name: 'Back to User Management' }).click();
  await page.getByRole('heading', { level: 1, name: 'User Management' }).waitFor();
  expect(page.problems).toEqual([]);
});

test('on a phone the counts of the states shift nothing when they load', async () => {
  const page = await administrator(site, { viewport: { width: 390, height: 844 } });
  const release = await hold(page, /\/api\/people\/counts$/, 'GET');
  await open(page, '/admin/users');
  const list = page.locator('main table tbody');
  await list.waitFor();
  const before = await list.boundingBox();
  release();
  await page.getByRole('button', { name: /^Everyone \d/ }).waitFor();
  expect(await list.boundingBox()).toEqual(before);
});
