import { expect, test } from 'vitest';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { hold } from '../../support/hold.ts';
import { idle, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, field, focused, open, row, titles } from '../content-page.ts';
import { editing, send, settingsOf } from '../settings-page.ts';

/* Editing with keys, and many items at once. */

const site = setUpSite(ADMIN);

const CONTENT = '/admin/content';
const isSearchFocused = (page: WatchedPage) =>
  page.getByRole('searchbox').evaluate((box) => box === document.activeElement);

test('the key / searches, n starts a new item, and Ctrl+S saves', async () => {
  const page = await administrator(site);
  await open(page, CONTENT);
  // Keyboard shortcuts work once the page's scripts run.
  await idle(page);
  const [first = ''] = await titles(page);
  await page.keyboard.press('/');
  expect(await isSearchFocused(page)).toBe(true);
  // In a field, these keys type letters.
  await page.keyboard.type('n/?');
  expect(await page.getByRole('searchbox').inputValue()).toBe('n/?');
  await page.getByRole('searchbox').fill('');
  await button(page, `Edit ${first}`).click();
  await field(page, 'Title').fill(`${first} again`);
  await page.keyboard.press('ControlOrMeta+s');
  await expectToast(page, 'Ocean updated', /again/);
  await expect.poll(() => focused(page)).toBe(`Edit ${first} again`);
  await page.keyboard.press('n');
  await expect
    .poll(() => field(page, 'Title').evaluate((title) => title === document.activeElement))
    .toBe(true);
  await page.getByRole('heading', { name: 'Create New Ocean' }).waitFor();
  // From the form of another item, too: it becomes the form of a new one.
  await button(page, `Edit ${first} again`).press('Enter');
  await page.getByRole('heading', { name: 'Edit ocean' }).waitFor();
  await button(page, `Edit ${first} again`).focus();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Create New Ocean' }).waitFor();
  await page.keyboard.type('Typed at once');
  expect(await field(page, 'Title').inputValue()).toBe('Typed at once');
  expect(page.problems).toEqual([]);
});

test('text typed while an item is saved stays, and Ctrl+S saves it afterwards', async () => {
  const page = await administrator(site);
  await open(page, CONTENT);
  await idle(page);
  const [first = ''] = await titles(page);
  await button(page, `Edit ${first}`).click();
  const address = /\/api\/oceans\/(\d+)$/;
  const release = await hold(page, address, 'PUT');
  const sent = page.waitForRequest((request) => address.test(request.url()) && request.method() === 'PUT');
  await field(page, 'Title').fill('A first title');
  await page.keyboard.press('ControlOrMeta+s');
  const path = new URL((await sent).url()).pathname;
  await field(page, 'Title').fill('A second title');
  await field(page, 'Description').fill('Typed while the title was saved.');
  await page.keyboard.press('ControlOrMeta+s');
  release();
  await expect
    .poll(async () => (await page.request.get(path)).json())
    .toMatchObject({ title: 'A second title', description: 'Typed while the title was saved.' });
  // Everything is saved, so the form closes as after any save.
  await page.getByRole('heading', { name: 'Create New Ocean' }).waitFor();
  expect(page.problems).toEqual([]);
});

test('text typed while an item is created becomes a change of the new item', async () => {
  const page = await administrator(site);
  await open(page, CONTENT);
  await idle(page);
  const address = /\/api\/oceans$/;
  const release = await hold(page, address, 'POST');
  const sent = page.waitForRequest((request) => address.test(request.url()) && request.method() === 'POST');
  await field(page, 'Title').fill('A new ocean');
  await field(page, 'Description').fill('As it was sent.');
  await button(page, 'Use drawn cover').click();
  await page.keyboard.press('ControlOrMeta+s');
  await sent;
  await field(page, 'Description').fill('Typed while it was created.');
  release();
  await page.getByRole('heading', { name: 'Edit ocean' }).waitFor();
  expect(await field(page, 'Title').inputValue()).toBe('A new ocean');
  // The caret stays in the same field.
  await page.keyboard.press('End');
  await page.keyboard.type(' And after.');
  expect(await field(page, 'Title').inputValue()).toBe('A new ocean');
  expect(await field(page, 'Description').inputValue()).toBe('Typed while it was created. And after.');
  const stored = async () => {
    const oceans: { title: string }[] = await (await page.request.get('/api/oceans')).json();
    return oceans.find(({ title }) => title === 'A new ocean');
  };
  expect(await stored()).toMatchObject({ description: 'As it was sent.' });
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(stored).toMatchObject({ description: 'Typed while it was created. And after.' });
  expect(page.problems).toEqual([]);
});

test('text typed while a setting is saved stays, and Ctrl+S saves it afterwards', async () => {
  const page = await administrator(site);
  const setting = { key: 'site.title', value: 'Harbour', category: 'general' };
  await send(page, 'POST', '/api/settings', setting);
  await open(page, '/admin/settings');
  await button(page, 'Edit site.title').click();
  const address = /\/api\/settings\/site\.title$/;
  const release = await hold(page, address, 'PUT');
  const sent = page.waitForRequest((request) => address.test(request.url()));
  const value = editing(page).getByLabel('Value');
  await value.fill('Quay');
  await page.keyboard.press('ControlOrMeta+s');
  await sent;
  await value.fill('Quayside');
  await page.keyboard.press('ControlOrMeta+s');
  release();
  await expect
    .poll(() => settingsOf(page))
    .toContainEqual(expect.objectContaining({ key: 'site.title', value: 'Quayside' }));
  // Everything is saved, so the form closes as after any save.
  await expect.poll(() => focused(page)).toBe('Edit site.title');
  expect(page.problems).toEqual([]);
});

test('the key ? lists the shortcuts and can turn off those of one character', async () => {
  const page = await administrator(site);
  await open(page, CONTENT);
  await idle(page);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.getByText('Search in the list').waitFor();
  await dialog.getByLabel('Keys of one character').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  expect(await isSearchFocused(page)).toBe(false);
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  // A button opens the list, too.
  await button(page, 'Keys').click();
  await dialog.getByLabel('Keys of one character').check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  expect(await isSearchFocused(page)).toBe(true);
});

const DROPLETS = `${CONTENT}?tab=droplets&ocean=1&wave=1`;
const checked = async (page: WatchedPage) =>
  Promise.all(
    (await page.locator('[data-part=items] input[type=checkbox]').all()).map((box) => box.isChecked()),
  );

test('Shift selects a range, by mouse and by keyboard', async () => {
  const page = await administrator(site);
  await open(page, DROPLETS);
  const boxes = page.locator('[data-part=items] input[type=checkbox]');
  await boxes.nth(0).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  expect((await checked(page)).slice(0, 5)).toEqual([true, true, true, true, false]);
  await boxes.nth(1).focus();
  await page.keyboard.press('Shift+Space');
  expect((await checked(page)).slice(0, 5)).toEqual([true, false, false, false, false]);
});

test('selected droplets move to a wave of another ocean and keep their order', async () => {
  const page = await administrator(site);
  await open(page, DROPLETS);
  const [first = '', second = ''] = await titles(page);
  const boxes = page.locator('[data-part=items] input[type=checkbox]');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByLabel('Ocean of the wave to move to').selectOption({ index: 2 });
  const waves = page.getByLabel('Wave to move to', { exact: true });
  await expect.poll(() => waves.locator('option').count()).toBeGreaterThan(1);
  await waves.selectOption({ index: 1 });
  const target = await waves.inputValue();
  await button(page, 'Move').click();
  await expectToast(page, 'Droplets updated', '2 droplets have been moved successfully.', ['Undo']);
  await expect.poll(() => titles(page)).not.toContain(first);
  const moved = await (await page.request.get(`/api/waves/${target}/droplets`)).json();
  expect(moved.slice(-2).map(({ title }: { title: string }) => title)).toEqual([first, second]);
  // One press moves them back.
  await button(page, 'Undo').click();
  await expectToast(page, 'Change undone', '2 droplets are as they were before.', ['Undo']);
  await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual([first, second]);
});

test('an item that somebody else has changed meanwhile is named, and no item is changed', async () => {
  const page = await administrator(site);
  await open(page, DROPLETS);
  const [first = ''] = await titles(page);
  const id = await row(page, first).first().getAttribute('data-item');
  const changed = await page.request.put(`/api/droplets/${id}`, {
    data: { description: 'Changed by somebody else.' },
    headers: await csrfHeaders(page),
  });
  expect(changed.status()).toBe(200);
  await page.locator('[data-part=items] input[type=checkbox]').nth(0).check();
  await button(page, 'Unpublish').click();
  await page.getByRole('alert').getByText(`“${first}”: Somebody changed this a moment ago.`).waitFor();
});
