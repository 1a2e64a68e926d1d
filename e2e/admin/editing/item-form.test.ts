import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { hold } from '../../support/hold.ts';
import { idle, type OpenSite, openSite, outlast, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { ADMIN, administrator, expectToast, field, open, row } from '../content-page.ts';

/* Focus in the form of an item, and visibility of the focused element. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(ADMIN);
});
afterAll(() => site.close());

const hasFocus = (page: WatchedPage, label: string) =>
  field(page, label).evaluate((it) => it === document.activeElement);
const errors = (page: WatchedPage) =>
  page.locator('section[aria-labelledby=form-title] [data-part=error]').allInnerTexts();

async function fillOcean(page: WatchedPage, title: string): Promise<void> {
  await field(page, 'Title').fill(title);
  await button(page, 'Use drawn cover').click();
  await field(page, 'Description').fill('It follows the one before.');
}

test('the next title can be typed at once after an item was created', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  await idle(page);
  await fillOcean(page, 'First of a row');
  await button(page, 'Create ocean').press('Enter');
  await row(page, 'First of a row').waitFor();
  await expect.poll(() => hasFocus(page, 'Title')).toBe(true);
  await page.keyboard.type('Second of a row');
  expect(await field(page, 'Title').inputValue()).toBe('Second of a row');
  // Submitted from a field by keyboard. The emptied field shows no error.
  await fillOcean(page, 'Second of a row');
  await page.keyboard.press('ControlOrMeta+s');
  await row(page, 'Second of a row').waitFor();
  await expect.poll(() => hasFocus(page, 'Title')).toBe(true);
  expect(await errors(page)).toEqual([]);
});

test('a person who moved to the list while an item was saved keeps typing there', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  await idle(page);
  const search = page.getByRole('searchbox');
  const [created, changed] = [/\/api\/oceans$/, /\/api\/oceans\/\d+$/];
  const creation = await hold(page, created, 'POST');
  await fillOcean(page, 'Created slowly');
  await button(page, 'Create ocean').click();
  await search.fill('Created');
  creation();
  await row(page, 'Created slowly').waitFor();
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('');
  await page.keyboard.type(' slow');
  expect(await search.inputValue()).toBe('Created slow');

  await button(page, 'Edit Created slowly').click();
  const change = await hold(page, changed, 'PUT');
  await field(page, 'Description').fill('It was changed slowly.');
  await button(page, 'Save changes').click();
  await search.focus();
  change();
  await page.getByRole('heading', { name: 'Create New Ocean' }).waitFor();
  await outlast(page, 100);
  await page.keyboard.press('End');
  await page.keyboard.type('ly');
  expect(await search.inputValue()).toBe('Created slowly');
});

test('the title of the other version has the focus after a conflict', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?edit=3');
  await expect.poll(() => field(page, 'Title').inputValue()).not.toBe('');
  const data = { description: 'Changed by somebody else.' };
  await field(page, 'Description').fill('Mine.');
  expect((await page.request.put('/api/oceans/3', { data, headers: await csrfHeaders(page) })).status()).toBe(
    200,
  );
  await field(page, 'Description').fill('What I would have written.');
  await button(page, 'Save changes').click();
  await button(page, 'Use their version').press('Enter');
  await expect.poll(() => field(page, 'Description').inputValue()).toBe('Changed by somebody else.');
  await expect.poll(() => hasFocus(page, 'Title')).toBe(true);
  expect(await errors(page)).toEqual([]);
});

/** Returns the texts of the focused control's middle and of its error's, if another element covers them. */
const covered = (page: WatchedPage) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const error = document.getElementById(focused.getAttribute('aria-describedby') ?? '');
    return [focused, error]
      .filter((it) => it !== null)
      .filter((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !(it.contains(above) || above?.contains(it));
      })
      .map((it) => it.getAttribute('name') ?? it.textContent);
  });

test('on a wide screen the bar with Save covers no field focused by keyboard, nor its error', async () => {
  const page = await administrator(site, { viewport: { width: 1440, height: 700 } });
  await open(page, '/admin/content?tab=droplets&ocean=1&wave=1');
  await idle(page);
  await field(page, 'Title').focus();
  const names = new Set<string>();
  for (let key = 0; key < 40; key += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => (document.activeElement as HTMLInputElement).name ?? '');
    names.add(name);
    if (await button(page, 'Create droplet').evaluate((it) => it === document.activeElement)) break;
    expect(await covered(page), name).toEqual([]);
  }
  expect(names).toContain('isSample');
  await field(page, 'Title').fill('A droplet');
  await field(page, 'Description').fill('It has an address that is none.');
  await field(page, 'Slug').fill('Not a slug');
  await button(page, 'Create droplet').press('Enter');
  await expect.poll(() => hasFocus(page, 'Media URL')).toBe(true);
  expect(await covered(page)).toEqual([]);
  await field(page, 'Media URL').fill('/media/any.mp4');
  await page.locator('section[aria-labelledby=form-title]').evaluate((it) => it.scrollTo(0, 0));
  await button(page, 'Create droplet').press('Enter');
  await expect.poll(() => hasFocus(page, 'Slug')).toBe(true);
  expect(await covered(page)).toEqual([]);
});

test('an invalid caption language stays visible when the item becomes a text', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=droplets&ocean=1&wave=1');
  await idle(page);
  await field(page, 'Title').fill('A film that becomes a text');
  await field(page, 'Description').fill('Its captions had a language.');
  await field(page, 'Language of the captions').fill('not a tag');
  await field(page, 'Media type').selectOption('text');
  await field(page, 'Media URL').fill('https://words.example/');
  await button(page, 'Create droplet').click();
  await expect.poll(() => errors(page)).toEqual(['Use a language tag, such as es or pt-BR']);
  await field(page, 'Language of the captions').fill('');
  await button(page, 'Create droplet').click();
  await row(page, 'A film that becomes a text').waitFor();
});

test('a wave that its form has moved to another ocean comes back with one press', async () => {
  const page = await administrator(site);
  const headers = await csrfHeaders(page);
  const waves = async (): Promise<{ id: number; oceanId: number; position: number; title: string }[]> =>
    (await page.request.get('/api/oceans/1/waves')).json();
  const before = await waves();
  const [wave] = before;
  const ocean = { title: 'An ocean to move to', description: 'It has no waves yet.', imageUrl: '/icon.svg' };
  expect((await page.request.post('/api/oceans', { data: ocean, headers })).status()).toBe(201);
  await open(page, `/admin/content?tab=waves&ocean=1&edit=${wave?.id}`);
  await field(page, 'Ocean').selectOption({ label: ocean.title });
  await button(page, 'Save changes').click();
  await expectToast(page, 'Wave updated', `“${wave?.title}” has been updated successfully.`, ['Undo']);
  await row(page, wave?.title ?? '').waitFor({ state: 'detached' });
  await button(page, 'Undo').click();
  await expectToast(page, 'Change undone', `“${wave?.title}” is as it was before.`, ['Undo']);
  await row(page, wave?.title ?? '').waitFor();
  const order = (list: typeof before) => list.map(({ id, position }) => [id, position]);
  expect(order(await waves())).toEqual(order(before));
});
