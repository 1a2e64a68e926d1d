import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { idle } from '../support/open-site.ts';
import { boxOf, button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import {
  ADMIN,
  administrator,
  expectTitles,
  expectToast,
  focused,
  open,
  query,
  row,
  tab,
  titles,
  UNDO_HINT,
} from './content-page.ts';

/* Content management: tabs, order, and several items at once (specification, sections 2 and 4). */

const site = setUpSite(ADMIN);

test('tabs choose the first ocean and wave and put them in the address', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  expect(await tab(page, 'Droplets').getAttribute('aria-description')).toBe(
    'Open the waves of an ocean first.',
  );
  await tab(page, 'Oceans').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => query(page)).toBe('?tab=waves&ocean=1');
  await page.getByRole('heading', { name: 'Waves in Focus' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => query(page)).toBe('?tab=droplets&ocean=1&wave=1');
  await page.reload();
  expect(await page.getByRole('heading', { name: /^Droplets in/ }).isVisible()).toBe(true);
  // Back changes the page, which must be hydrated completely.
  await idle(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Waves in Focus' }).waitFor();
  await tab(page, 'Oceans').click();
  await expect.poll(() => query(page)).toBe('');
  await button(page, 'Waves of Rest').click();
  await page.getByRole('heading', { name: 'Waves in Rest' }).waitFor();
  expect(query(page)).toBe('?tab=waves&ocean=2');
  const [first = ''] = await titles(page);
  await button(page, `Droplets of ${first}`).click();
  await page.getByRole('heading', { name: `Droplets in ${first}` }).waitFor();
  expect(page.problems).toEqual([]);
});

test('the order is changed by buttons, keys, a number and dragging, and is stored', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=waves&ocean=1');
  const before = await titles(page);
  const [a = '', b = '', c = ''] = before;
  const storedOrder = async () =>
    (await (await page.request.get('/api/oceans/1/waves')).json()).map(
      ({ title }: { title: string }) => title,
    );
  await button(page, `Move down ${a}`).focus();
  await page.keyboard.press('Enter');
  await expectTitles(page, [b, a, c]);
  await page.getByText(`“${a}” is now number 2 of 3 waves.`).first().waitFor();
  // The focus stays on the button.
  await expect.poll(() => focused(page)).toBe(`Move down ${a}`);
  await page.keyboard.press('Enter');
  await expectTitles(page, [b, c, a]);
  await expect.poll(storedOrder).toEqual([b, c, a]);
  await expect.poll(() => focused(page)).toBe(`Move down ${a}`);
  await button(page, `Move up ${a}`).click();
  await expectTitles(page, [b, a, c]);
  await page.getByRole('button', { name: `Position of ${a}` }).click();
  await page.getByLabel('Position, from 1 to 3').fill('1');
  await button(page.getByRole('dialog'), 'Move').click();
  await expectTitles(page, [a, b, c]);
  await expect.poll(storedOrder).toEqual([a, b, c]);

  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const grip = (title: string) => page.getByRole('button', { name: `Position of ${title}` });
  const from = await boxOf(grip(a));
  const to = await boxOf(row(page, c));
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 40);
  await page.mouse.move(to.x + 20, to.y + to.height - 5, { steps: 4 });
  await page.mouse.up();
  await expectTitles(page, [b, c, a]);
  await expect.poll(storedOrder).toEqual([b, c, a]);
  await button(page, 'Undo').click();
  await expectTitles(page, [a, b, c]);
  await expect.poll(storedOrder).toEqual([a, b, c]);
  await button(page, 'Undo').click();
  await expectTitles(page, [b, c, a]);
  await expect.poll(storedOrder).toEqual([b, c, a]);

  // A filtered list cannot be reordered.
  await page.getByRole('searchbox').fill(a);
  await expectTitles(page, [a]);
  expect(await button(page, `Move up ${a}`).getAttribute('aria-disabled')).toBe('true');
  expect(page.problems).toEqual([]);
});

test('a moved row changes its position at once, also in a browser that is busy', async () => {
  const page = await administrator(site);
  // React sends itself a message for work that may wait. A busy browser delivers it late, this one never.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...message: [unknown]) {
      if (!Reflect.has(window, 'isBusy')) postMessage.apply(this, message);
    };
  });
  await open(page, '/admin/content?tab=waves&ocean=2');
  const [a = '', b = '', c = ''] = await titles(page);
  await page.evaluate(() => Reflect.set(window, 'isBusy', true));
  await button(page, `Move down ${a}`).click();
  await expectTitles(page, [b, a, c]);
});

test('several items are published, changed, tagged and deleted at once; a duplicate is a draft', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=droplets&ocean=2');
  const [a = '', b = ''] = await titles(page);
  const count = (await titles(page)).length;
  await button(page, `Duplicate ${a}`).click();
  await expectToast(page, 'Droplet created', /as a draft at the end of the list\.$/);
  await button(page, `Duplicate ${b}`).click();
  await expect.poll(async () => (await titles(page)).length).toBe(count + 2);
  const copies = page
    .locator('[data-part=items] > li')
    .filter({ has: page.getByText('Draft', { exact: true }) });
  await button(page, 'Draft').click();
  await expect
    .poll(async () => (await copies.count()) === (await page.locator('[data-part=items] > li').count()))
    .toBe(true);
  const ids = await page
    .locator('[data-part=items] > li')
    .evaluateAll((rows) => rows.map((li) => li.dataset.item));
  await page.getByLabel('Select all results').check();
  await button(page, 'Publish').click();
  const updated = new RegExp(`^${ids.length} droplets have been updated`);
  await expectToast(page, 'Droplets updated', updated, ['Undo']);
  await page.getByText('No droplets match this search.').waitFor();
  // A press is ignored while an earlier change is being saved.
  const press = async (label: string) => {
    await expect.poll(() => button(page, label).getAttribute('aria-disabled')).toBeNull();
    await button(page, label).click();
  };
  const chosen = async () =>
    Promise.all(ids.map(async (id) => (await page.request.get(`/api/droplets/${id}`)).json()));
  await press('Make free');
  await expect
    .poll(async () => (await chosen()).map(({ accessType }) => accessType))
    .toEqual(ids.map(() => 'free'));
  await press('Add keywords');
  await page.getByText('Enter at least one keyword').waitFor();
  await page.getByLabel('Keywords for selected items').fill(`short, ${'long '.repeat(11)}`);
  await press('Add keywords');
  await page.getByText(`“${'long '.repeat(11).trim()}”: Use at most 50 characters`).waitFor();
  await page.getByPlaceholder('Keywords, separated by commas').fill('by hand, quiet');
  await press('Add keywords');
  await expect
    .poll(async () =>
      (await chosen()).every(({ keywords }) => keywords.includes('by hand') && keywords.includes('quiet')),
    )
    .toBe(true);
  await press('Remove keywords');
  await expect
    .poll(async () => (await chosen()).some(({ keywords }) => keywords.includes('by hand')))
    .toBe(false);
  await press('Unpublish');
  await expect
    .poll(async () => (await chosen()).map(({ isPublished }) => isPublished))
    .toEqual(ids.map(() => false));
  await expect.poll(() => button(page, 'Unpublish').getAttribute('aria-disabled')).toBeNull();
  await button(page, 'Delete selected').click();
  await page
    .getByText(`Are you sure you want to delete these ${ids.length} droplets? This action cannot be undone.`)
    .waitFor();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  const description = `${ids.length} droplets have been deleted successfully. ${UNDO_HINT}`;
  await expectToast(page, 'Droplets deleted', description, ['Undo']);
  await button(page, 'Draft').click();
  await expect.poll(async () => (await titles(page)).length).toBe(count + 2 - ids.length);
  expect(page.problems).toEqual([]);
});

test('a deleted item stops a change of several items, and is named with the reason', async () => {
  const page = await administrator(site);
  const headers = await csrfHeaders(page);
  const add = async (title: string): Promise<number> => {
    const data = { title, description: 'An ocean to try.', imageUrl: '/covers/ocean/a.svg' };
    return (await (await page.request.post('/api/oceans', { data, headers })).json()).id;
  };
  const gone = await add('Gone meanwhile');
  await add('Still here');
  await open(page, '/admin/content');
  await page.getByLabel('Select Gone meanwhile', { exact: true }).check();
  await page.getByLabel('Select Still here', { exact: true }).check();
  expect((await page.request.delete(`/api/oceans/${gone}`, { headers })).status()).toBe(204);
  await button(page, 'Make free').click();
  await row(page, 'Gone meanwhile').waitFor({ state: 'detached' });
  const failure = page.getByRole('alert').filter({ hasText: 'Nothing was changed, because of:' });
  expect(await failure.innerText()).toContain('“Gone meanwhile”: This ocean no longer exists.');
  // The reasons disappear with the selection.
  await button(page, 'Clear selection').click();
  await page.getByLabel('Select Still here', { exact: true }).check();
  await page.getByText('1 ocean selected').waitFor();
  expect(await failure.count()).toBe(0);
});

test('a list read before a move does not restore the previous order', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=waves&ocean=1');
  const [a = '', b = '', c = ''] = await titles(page);
  // The response is created before the move and arrives after it.
  const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const comesLate = async (route: Route) => {
    const response = await route.fetch();
    read.resolve();
    await released.promise;
    await route.fulfill({ response });
  };
  await page.route('**/api/oceans/1/waves', comesLate, { times: 1 });
  await button(page, `Unpublish ${c}`).click();
  await read.promise;
  const saved = page.waitForResponse(/\/waves\/order$/);
  await button(page, `Move down ${a}`).click();
  await saved;
  released.resolve();
  await button(page, `Publish ${c}`).waitFor();
  await expectTitles(page, [b, a, c]);
});

test('a move in an outdated list is refused, and the order of the other person is shown', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=waves&ocean=1');
  const [a = '', b = '', c = ''] = await titles(page);
  const waves: { id: number }[] = await (await page.request.get('/api/oceans/1/waves')).json();
  const theirs = await page.request.put('/api/oceans/1/waves/order', {
    data: { ids: waves.map(({ id }) => id).reverse() },
    headers: await csrfHeaders(page),
  });
  expect(theirs.status()).toBe(204);
  await button(page, `Move down ${a}`).click();
  await expectToast(page, 'Failed to update wave', /^Someone else changed this list\./);
  await expectTitles(page, [c, b, a]);
});
