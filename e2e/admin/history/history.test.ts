import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite, type WatchedPage } from '../../support/open-site.ts';
import { PHONE } from '../../support/phone.ts';
import { ADMIN, administrator, button, expectToast, open } from '../content-page.ts';

/* Yesterday's edit is undone, and an earlier version comes back. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(ADMIN);
});
afterAll(() => site.close());

const headers = async (page: WatchedPage) => ({
  'csrf-token': (await (await page.request.get('/api/csrf-token')).json()).csrfToken,
  origin: site.url,
});
async function edit(page: WatchedPage, id: number, data: object): Promise<void> {
  const response = await page.request.put(`/api/oceans/${id}`, { data, headers: await headers(page) });
  expect(response.status()).toBe(200);
}
const ocean = async (page: WatchedPage, id: number) => (await page.request.get(`/api/oceans/${id}`)).json();
const anOcean = async (page: WatchedPage, index: number) =>
  (await (await page.request.get('/api/oceans')).json())[index];

test('on a phone an edit is undone in two presses from the dashboard, and the undoing too', async () => {
  const page = await administrator(site, PHONE);
  const { id, title } = await anOcean(page, 0);
  await edit(page, id, { title: `${title}, again` });
  await open(page, '/admin');
  let presses = 0;
  const press = async (what: ReturnType<typeof button>) => {
    await what.tap();
    presses += 1;
  };
  await press(page.getByRole('link', { name: 'History', exact: true }));
  const undo = button(page, `Undo the change to ${title}, again`);
  await undo.waitFor();
  await press(undo);
  await expectToast(page, 'Change undone', `“${title}, again” is as it was before.`, ['Undo']);
  expect((await ocean(page, id)).title).toBe(title);
  expect(presses).toBe(2);
  await page.locator('[data-part=toast]').getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(async () => (await ocean(page, id)).title).toBe(`${title}, again`);
  expect(page.problems).toEqual([]);
});

test('a change that was overtaken is not undone, and both values can be looked at', async () => {
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

test('arrow keys move through the versions, and one field comes back from an earlier one', async () => {
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

test('a page of versions that was overtaken restores nothing, and says so', async () => {
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
