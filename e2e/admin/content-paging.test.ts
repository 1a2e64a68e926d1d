import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, focused, open, row, titles } from './content-page.ts';

/* A content list of several pages: moves, copies, selections and deletions across pages. */

/** With the demo's three waves the ocean has 58: a page of fifty, and eight. */
const ADDED = 55;

const site = setUpSite(ADMIN);

test('items are moved, copied, selected, edited and deleted across the two pages of a list', async () => {
  const page = await administrator(site);
  const headers = await csrfHeaders(page);
  const seen = await (await page.request.get('/api/oceans/1/waves')).json();
  for (let n = 0; n < ADDED; n += 1) {
    const { imageUrl } = seen[0];
    const data = { oceanId: 1, title: `Wave number ${n}x`, description: 'A long enough text', imageUrl };
    expect((await page.request.post('/api/waves', { headers, data })).status()).toBe(201);
  }
  await open(page, '/admin/content?tab=waves&ocean=1');
  expect((await titles(page)).length).toBe(50);
  await button(page, 'Next page').click();
  await expect.poll(async () => (await titles(page)).length).toBe(8);
  await page.getByRole('button', { name: 'Position of Wave number 50x' }).click();
  await page.getByLabel('Position, from 1 to 58').fill('2');
  await button(page.getByRole('dialog'), 'Move').click();
  await expect.poll(async () => (await titles(page))[1]).toBe('Wave number 50x');
  expect((await titles(page)).length).toBe(50);
  const counts = await watchCounts(page);
  await button(page, 'Duplicate Wave number 50x').click();
  await expectToast(page, 'Wave created', /as a draft/);
  await expect.poll(async () => (await titles(page)).length).toBe(9);
  // Without a filter no number is announced that is one of another.
  expect(await counts()).toEqual([expect.stringMatching(/^59 waves, \d+ drafts$/)]);
  // A filter shows its first page.
  await page.getByRole('searchbox').fill('number 50x');
  await expect.poll(async () => (await titles(page)).length).toBe(2);
  await page.getByText('2 of 59 waves').waitFor();
  await page.getByLabel('Select all results').check();
  await page.getByText('2 waves selected').waitFor();
  await page.getByRole('searchbox').fill('');
  await expect.poll(async () => (await titles(page)).length).toBe(50);
  expect(
    await page.getByLabel('Select all waves').evaluate((box) => (box as HTMLInputElement).indeterminate),
  ).toBe(true);
  // The list opens at the page of the edited item.
  const all = await (await page.request.get('/api/oceans/1/waves')).json();
  await open(page, `/admin/content?tab=waves&ocean=1&edit=${all[55].id}`);
  await expect.poll(async () => (await titles(page)).length).toBe(9);
  await button(page, `Delete ${all[54].title}`).click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expect.poll(async () => (await titles(page)).length).toBe(8);
  expect(await row(page, all[55].title).getAttribute('class')).toBe('is-on');
  // The next row has the focus, so that the page does not jump to its top.
  await expect.poll(() => focused(page)).toBe(`Edit ${all[55].title}`);
  expect(page.problems).toEqual([]);
});

test('a list is printed without its search and its menus', async () => {
  const page = await administrator(site);
  for (const address of ['/admin/users', '/admin/content']) {
    await open(page, address);
    await page.getByRole('searchbox').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main search :is(.i, select):visible').count()).toBe(0);
    await page.emulateMedia({ media: null });
  }
});

/** Records every text that the heading of the list announces. */
async function watchCounts(page: Page): Promise<() => Promise<string[]>> {
  const status = page.locator('[role=status]').filter({ hasText: /^\d+ waves/ });
  await status.evaluate((element) => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    const note = () => texts.push(element.textContent ?? '');
    new MutationObserver(note).observe(element, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'texts') as string[]);
}
