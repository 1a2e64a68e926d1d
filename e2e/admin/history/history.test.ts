import { expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import { countPresses } from '../../support/count-presses.ts';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { logIn } from '../../support/entered.ts';
import type { WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { PHONE } from '../../support/phone.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, open } from '../content-page.ts';

/* Yesterday's edit is undone, and an earlier version is restored. */

const site = setUpSite(ADMIN);

async function edit(page: WatchedPage, id: number, data: object): Promise<void> {
  const response = await page.request.put(`/api/oceans/${id}`, { data, headers: await csrfHeaders(page) });
  expect(response.status()).toBe(200);
}
const ocean = async (page: WatchedPage, id: number) => (await page.request.get(`/api/oceans/${id}`)).json();
const anOcean = async (page: WatchedPage, index: number) =>
  (await (await page.request.get('/api/oceans')).json())[index];

test('on a phone an edit is undone in two presses from the dashboard, and the undo, too', async () => {
  const page = await administrator(site, PHONE);
  const { id, title } = await anOcean(page, 0);
  await edit(page, id, { title: `${title}, again` });
  await open(page, '/admin');
  const { press, count } = countPresses();
  await press(page.getByRole('link', { name: 'History', exact: true }));
  const undo = button(page, `Undo the change to ${title}, again`);
  await undo.waitFor();
  await press(undo);
  await expectToast(page, 'Change undone', `“${title}, again” is as it was before.`, ['Undo']);
  expect((await ocean(page, id)).title).toBe(title);
  expect(count()).toBe(2);
  await page.locator('[data-part=toast]').getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(async () => (await ocean(page, id)).title).toBe(`${title}, again`);
  expect(page.problems).toEqual([]);
});

test('a double click undoes a change once, and shows no error', async () => {
  const page = await administrator(site);
  const { id, title } = await anOcean(page, 2);
  await edit(page, id, { title: `${title}, pressed twice` });
  await open(page, '/admin/history');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await button(page, `Undo the change to ${title}, pressed twice`).dblclick();
  await expectToast(page, 'Change undone', `“${title}, pressed twice” is as it was before.`, ['Undo']);
  expect(calls.filter((url) => url.endsWith('/undo'))).toHaveLength(1);
});

test('a change with a later change is not undone, and both values can be compared', async () => {
  const page = await administrator(site);
  const { id, title } = await anOcean(page, 1);
  await edit(page, id, { title: `${title} one` });
  await edit(page, id, { title: `${title} two` });
  await open(page, '/admin/history');
  await button(page, `Undo the change to ${title} one`).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Look at both before you go on.' });
  await alert.waitFor();
  expect(await alert.innerText()).toContain('You changed this since.');
  await alert.getByRole('link', { name: 'Look at both' }).click();
  const comparison = page.locator('[data-part=comparison]');
  await comparison.getByRole('heading', { name: 'Title' }).waitFor();
  expect((await comparison.locator('ins').last().innerText()).trim()).toContain('two');
  expect((await ocean(page, id)).title).toBe(`${title} two`);
  page.problems.splice(0, page.problems.length, ...page.problems.filter((text) => !text.includes('409')));
  expect(page.problems).toEqual([]);
});

test('arrow keys move through the versions, and one field is restored from an earlier version', async () => {
  const page = await administrator(site);
  const { id, title, description } = await anOcean(page, 2);
  await edit(page, id, { title: `${title} one`, description: `${description} More words.` });
  await edit(page, id, { title: `${title} two` });
  await open(page, `/admin/history/versions?type=ocean&id=${id}`);
  const versions = page.locator('[data-part=versions] a');
  const comparison = page.locator('[data-part=comparison]');
  await comparison.getByRole('heading', { name: 'Title' }).waitFor();
  expect(await comparison.getByRole('heading', { name: 'Description' }).count()).toBe(0);
  await versions.nth(1).focus();
  await page.keyboard.press('ArrowDown');
  await comparison.getByRole('heading', { name: 'Description' }).waitFor();
  expect(await comparison.locator('ins', { hasText: 'More words.' }).count()).toBe(1);
  await button(page, 'Restore description').click();
  await expectToast(page, 'Version restored', `“${title} two” has a new version.`, ['Undo']);
  await expect.poll(() => comparison.getByRole('heading', { name: 'Description' }).count()).toBe(0);
  expect(await ocean(page, id)).toMatchObject({ title: `${title} two`, description });
  expect(page.problems).toEqual([]);
});

test('an outdated page of versions restores nothing, and says so', async () => {
  const page = await administrator(site);
  const { id, title } = await anOcean(page, 0);
  await edit(page, id, { keywords: 'one' });
  await open(page, `/admin/history/versions?type=ocean&id=${id}`);
  await button(page, 'Restore keywords').waitFor();
  await edit(page, id, { keywords: 'two' });
  await button(page, 'Restore keywords').click();
  const alert = page.getByRole('alert').filter({ hasText: 'Look again before you go on.' });
  await alert.waitFor();
  expect(await ocean(page, id)).toMatchObject({ title, keywords: ['two'] });
});

test('a notification’s Undo that fails shows another notification', async () => {
  const page = await administrator(site);
  const { id } = await anOcean(page, 1);
  await edit(page, id, { keywords: 'untold' });
  await open(page, `/admin/history/versions?type=ocean&id=${id}`);
  await button(page, 'Restore keywords').click();
  await expectToast(page, 'Version restored', /.*/, ['Undo']);
  await page.route('**/api/audit-log/*/undo', (route) => route.abort());
  await button(page, 'Undo').click();
  await expectToast(page, 'No answer came', /^It may have been done\./);

  await edit(page, id, { keywords: 'told' });
  await open(page, `/admin/history/versions?type=ocean&id=${id}`);
  await button(page, 'Restore keywords').click();
  await expectToast(page, 'Version restored', /.*/, ['Undo']);
  const refusal = { status: 500, json: { code: 'internal', message: 'The water is rough.' } };
  await page.unroute('**/api/audit-log/*/undo');
  await page.route('**/api/audit-log/*/undo', (route) => route.fulfill(refusal));
  await button(page, 'Undo').click();
  await expectToast(page, 'The change was not undone', 'The water is rough.');
});

test('on a phone an author is erased from the history in six presses from the dashboard', async () => {
  const author = await site.newPage();
  const account = { username: 'Ines Falk', password: 'Quiet-Harbour-27' };
  const registered = await author.request.post('/api/register', {
    data: { ...account, email: 'falk@example.org', confirmPassword: account.password },
    headers: { origin: site.url },
  });
  expect(registered.status()).toBe(201);
  const database = openDatabase(site.dataDir);
  database.exec("update users set editor_since = 1 where username = 'Ines Falk'");
  database.close();
  await logIn(author, account);
  const { id, title } = await anOcean(author, 3);
  await edit(author, id, { title: `${title} by Ines` });

  const page = await administrator(site, PHONE);
  await open(page, '/admin/history');
  await page.getByText(`Ines Falk updated ocean “${title} by Ines”`).waitFor();
  await open(page, '/admin');
  const { press, count } = countPresses();
  await press(page.getByRole('link', { name: 'User Management' }));
  await press(page.getByRole('searchbox'));
  await page.keyboard.type('falk');
  await press(page.getByRole('link', { name: 'Ines Falk' }));
  await press(button(page, 'Erase'));
  await press(page.getByLabel('Type falk@example.org to confirm'));
  await page.keyboard.type('falk@example.org');
  await press(button(page.getByRole('alertdialog'), 'Erase'));
  await expectToast(page, 'Person erased', 'Only payments stay, without a name.');
  expect(count()).toBe(6);
  await open(page, '/admin/history');
  await page.getByText(`Somebody erased updated ocean “${title} by Ines”`).waitFor();
  expect(await page.getByText('Ines Falk').count()).toBe(0);
  // The change itself remains, and can be undone like any other.
  await button(page, `Undo the change to ${title} by Ines`).tap();
  await expect.poll(async () => (await ocean(page, id)).title).toBe(title);
});

test('an import is undone later, without what somebody has deleted meanwhile', async () => {
  const page = await administrator(site);
  const headers = await csrfHeaders(page);
  const file = {
    oceans: ['First of a file', 'Second of a file'].map((title) => ({
      title,
      description: 'It came from a file.',
    })),
  };
  const imported = await page.request.post('/api/catalogue/import', { data: file, headers });
  expect(imported.status()).toBe(200);
  const [first] = (await imported.json()).ids;
  expect((await page.request.delete(`/api/oceans/${first}`, { headers })).status()).toBe(204);
  await open(page, '/admin/history');
  const undo = button(page, 'Undo the import of 2 oceans, 0 waves, 0 droplets');
  await undo.press('Enter');
  await button(page.getByRole('alertdialog'), 'Delete').press('Enter');
  await expectToast(page, 'Import undone', '1 ocean moved to the Trash.', ['Undo']);
  const oceans: { title: string }[] = await (await page.request.get('/api/oceans')).json();
  expect(oceans.filter(({ title }) => title.endsWith('of a file'))).toEqual([]);
  await undo.press('Enter');
  await button(page.getByRole('alertdialog'), 'Delete').press('Enter');
  await expectToast(page, 'Nothing to undo', 'Everything that this import added is deleted.');
});
