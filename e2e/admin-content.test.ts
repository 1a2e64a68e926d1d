import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADMIN,
  administrator,
  button,
  errorOf,
  expectTitles,
  expectToast,
  field,
  focused,
  open,
  query,
  row,
  tab,
  titles,
} from './admin-content-page.ts';
import { alive, type OpenSite, openSite } from './open-site.ts';

/* Content management (specification, sections 2, 4, 5 and 8), by hand in a browser. */

/** Without content. */
let empty: OpenSite;
let site: OpenSite;
beforeAll(async () => {
  empty = await openSite({ ...ADMIN, DEMO: 'false' });
  site = await openSite(ADMIN);
});
afterAll(async () => {
  await empty.close();
  await site.close();
});

test('everyone but an administrator is sent to the site, and sees nothing of the page', async () => {
  const page = await site.newPage();
  await page.goto('/admin/content');
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.getByText('Content Management').count()).toBe(0);
});

test('an ocean, a wave and a droplet are built by hand, edited, published and deleted, with every text', async () => {
  const page = await administrator(empty);
  await page.route('https://media.example/**', (route) =>
    route.fulfill({ contentType: 'video/mp4', body: '' }),
  );
  await open(page, '/admin/content');
  expect(await page.getByText('No oceans found. Create your first one.').isVisible()).toBe(true);
  for (const name of ['Waves', 'Droplets']) {
    expect(await tab(page, name).getAttribute('aria-disabled')).toBe('true');
    expect(await tab(page, name).getAttribute('aria-description')).toBe('Create an ocean first.');
  }

  // Nothing typed: every field says what it wants.
  await button(page, 'Create ocean').click();
  await expect.poll(() => errorOf(page, 'Title')).toBe('Title must be at least 3 characters');
  expect(await errorOf(page, 'Description')).toBe('Description must be at least 10 characters');
  expect(await errorOf(page, 'Image URL')).toBe('Must be a valid URL');
  expect(await errorOf(page, 'Media URL')).toBe('');
  expect(await field(page, 'Access').inputValue()).toBe('premium');
  expect(await field(page, 'Published').isChecked()).toBe(false);

  await field(page, 'Title').fill('Focus');
  const long = `Where attention goes, and how it comes back. ${'Slowly. '.repeat(20)}`;
  await field(page, 'Description').fill(long);
  await field(page, 'Image URL').fill('javascript:alert(1)');
  await field(page, 'Media URL').fill('not a link');
  await field(page, 'Keywords').fill(' calm, attention,, Calm ');
  await expect.poll(() => page.locator('.keyword-preview li').allInnerTexts()).toEqual(['calm', 'attention']);
  await button(page, 'Create ocean').click();
  await expect.poll(() => errorOf(page, 'Media URL')).toBe('Must be a valid URL');
  expect(await errorOf(page, 'Image URL')).toBe('Must be a valid URL');
  await field(page, 'Media URL').fill('');
  await button(page, 'Use a drawn cover').click();
  expect(await field(page, 'Image URL').inputValue()).toBe('/covers/ocean/focus.svg');
  await button(page, 'Create ocean').click();
  await expectToast(page, 'Ocean created', '“Focus” has been created successfully.');
  await expectTitles(page, ['Focus']);
  const text = await row(page, 'Focus').locator('.item-text p').first().innerText();
  expect(text).toBe(`${long.slice(0, 100).trimEnd()}...`);
  expect(await row(page, 'Focus').locator('.badge').allInnerTexts()).toEqual(['Premium', 'Draft']);
  // The form is ready for the next one.
  expect(await field(page, 'Title').inputValue()).toBe('');

  await tab(page, 'Waves').click();
  await page.getByText('No waves found in this ocean...').waitFor();
  expect(query(page)).toMatch(/^\?tab=waves&ocean=\d+$/);
  expect(await tab(page, 'Droplets').getAttribute('aria-disabled')).toBe('true');
  expect(await field(page, 'Duration').inputValue()).toBe('20');
  await field(page, 'Duration').fill('0');
  await button(page, 'Create wave').click();
  await expect.poll(() => errorOf(page, 'Duration')).toBe('Duration must be at least 1 minute');
  expect(await errorOf(page, 'Title')).toBe('Title must be at least 3 characters');
  expect(await errorOf(page, 'Image URL')).toBe('Must be a valid URL');
  await field(page, 'Duration').fill('15');
  await field(page, 'Title').fill('One Thing');
  await field(page, 'Description').fill('A wave about one thing at a time.');
  await button(page, 'Use a drawn cover').click();
  await button(page, 'Create wave').click();
  await expectToast(page, 'Wave created', '“One Thing” has been created successfully.');

  await tab(page, 'Droplets').click();
  await page.getByText('No droplets found in this wave...').waitFor();
  expect(query(page)).toMatch(/^\?tab=droplets&ocean=\d+&wave=\d+$/);
  expect(await field(page, 'Duration').inputValue()).toBe('1');
  await field(page, 'Duration').fill('');
  await button(page, 'Create droplet').click();
  await expect.poll(() => errorOf(page, 'Media URL')).toBe('Must be a valid URL');
  expect(await errorOf(page, 'Duration')).toBe('Duration must be at least 1 minute');
  expect(await errorOf(page, 'Image URL')).toBe('');
  await field(page, 'Duration').fill('2');
  await field(page, 'Title').fill('Name It');
  await field(page, 'Description').fill('Say what you are about to do.');
  await field(page, 'Media URL').fill('https://media.example/name-it.mp4');
  await button(page, 'Add resource').click();
  await button(page, 'Add resource').click();
  await field(page, 'Title of resource 1').fill('Second');
  await field(page, 'URL of resource 1').fill('/somewhere');
  await field(page, 'Title of resource 2').fill('First');
  await field(page, 'URL of resource 2').fill('data:text/html,x');
  await button(page, 'Create droplet').click();
  await expect.poll(() => errorOf(page, 'URL of resource 2')).toBe('Must be a valid URL');
  await field(page, 'URL of resource 2').fill('https://words.example/');
  await button(page, 'Move resource 2 up').click();
  await button(page, 'Create droplet').click();
  await expectToast(page, 'Droplet created', '“Name It” has been created successfully.');
  const [droplet] = await (await page.request.get('/api/waves/1/droplets')).json();
  expect(droplet).toMatchObject({ title: 'Name It', duration: 2, accessType: 'premium', isPublished: false });
  expect(droplet.additionalResources.map(({ title }: { title: string }) => title)).toEqual([
    'First',
    'Second',
  ]);

  // Edit mode, Cancel, and an update.
  await button(page, 'Edit Name It').click();
  await page.getByRole('heading', { name: 'Edit droplet' }).waitFor();
  expect(await field(page, 'Title').inputValue()).toBe('Name It');
  expect(await field(page, 'Slug').inputValue()).toBe('name-it');
  await button(page, 'Cancel').click();
  await page.getByRole('heading', { name: 'Create New Droplet' }).waitFor();
  await button(page, 'Edit Name It').click();
  await field(page, 'Title').fill('Name It Now');
  await button(page, 'Save changes').click();
  await expectToast(page, 'Droplet updated', '“Name It Now” has been updated successfully.');
  await expectTitles(page, ['Name It Now']);
  await expect.poll(() => focused(page)).toBe('Edit Name It Now');

  await button(page, 'Publish Name It Now').click();
  await expectToast(page, 'Droplet updated', '“Name It Now” has been published successfully.');
  await expect.poll(() => row(page, 'Name It').locator('.badge').allInnerTexts()).toEqual(['Premium']);

  // Deleting asks first, with the specification's sentence.
  const question = page.getByRole('alertdialog');
  for (const [kind, name, goOn, left] of [
    ['droplet', 'Name It Now', 'Waves', 'No droplets found in this wave...'],
    ['wave', 'One Thing', 'Oceans', 'No waves found in this ocean...'],
    ['ocean', 'Focus', '', 'No oceans found. Create your first one.'],
  ] as const) {
    await button(page, `Delete ${name}`).click();
    await question
      .getByText(`Are you sure you want to delete this ${kind}? This action cannot be undone.`)
      .waitFor();
    await button(question, 'Cancel').click();
    await expectTitles(page, [name]);
    await button(page, `Delete ${name}`).click();
    await button(question, 'Delete').click();
    const word = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    await expectToast(page, `${word} deleted`, `“${name}” has been deleted successfully.`);
    await page.getByText(left).waitFor();
    if (goOn !== '') await tab(page, goOn).click();
  }
  expect(query(page)).toBe('');
  expect(page.problems).toEqual([]);
}, 90_000);

test('tabs choose the first ocean and wave, remember them in the address, and Oceans forgets them', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  expect(await tab(page, 'Droplets').getAttribute('aria-description')).toBe(
    'Choose the waves of an ocean first.',
  );
  await tab(page, 'Oceans').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => query(page)).toBe('?tab=waves&ocean=1');
  await page.getByRole('heading', { name: 'Waves in Focus' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => query(page)).toBe('?tab=droplets&ocean=1&wave=1');
  await page.reload();
  expect(await page.getByRole('heading', { name: /^Droplets in/ }).isVisible()).toBe(true);
  await alive(page);
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

test('the order is changed by buttons, by keys, by a number and by dragging, and is kept', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=waves&ocean=1');
  const before = await titles(page);
  const [a = '', b = '', c = ''] = before;
  const kept = async () =>
    (await (await page.request.get('/api/oceans/1/waves')).json()).map(
      ({ title }: { title: string }) => title,
    );
  await button(page, `Move down ${a}`).focus();
  await page.keyboard.press('Enter');
  await expectTitles(page, [b, a, c]);
  await page.getByText(`${a} is number 2 of 3 waves now.`).waitFor({ state: 'attached' });
  // Whoever moves with a key can go on.
  expect(await focused(page)).toBe(`Move down ${a}`);
  await page.keyboard.press('Enter');
  await expectTitles(page, [b, c, a]);
  await expect.poll(kept).toEqual([b, c, a]);
  expect(await focused(page)).toBe(`Move down ${a}`);
  await button(page, `Move up ${a}`).click();
  await expectTitles(page, [b, a, c]);
  await page.getByRole('button', { name: `Place of ${a}` }).click();
  await page.getByLabel('Place, from 1 to 3').fill('1');
  await button(page.getByRole('dialog'), 'Move').click();
  await expectTitles(page, [a, b, c]);
  await expect.poll(kept).toEqual([a, b, c]);

  const grip = (title: string) => page.getByRole('button', { name: `Place of ${title}` });
  const from = await grip(a).boundingBox();
  const to = await row(page, c).boundingBox();
  if (!from || !to) throw new Error('Nothing to drag');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 40);
  await page.mouse.move(to.x + 20, to.y + to.height - 5, { steps: 4 });
  await page.mouse.up();
  await expectTitles(page, [b, c, a]);
  await expect.poll(kept).toEqual([b, c, a]);

  // Found items have no neighbours to change places with.
  await page.getByRole('searchbox').fill(a);
  await expectTitles(page, [a]);
  expect(await button(page, `Move up ${a}`).getAttribute('aria-disabled')).toBe('true');
  expect(page.problems).toEqual([]);
});

test('several are published, changed, given keywords and deleted at once; a duplicate is a draft', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=droplets&ocean=2');
  const [a = '', b = ''] = await titles(page);
  const count = (await titles(page)).length;
  await button(page, `Duplicate ${a}`).click();
  await expectToast(page, 'Droplet created', /as a draft at the end of the list\.$/);
  await button(page, `Duplicate ${b}`).click();
  await expect.poll(async () => (await titles(page)).length).toBe(count + 2);
  const copies = page.locator('.content-list > li').filter({ has: page.getByText('Draft', { exact: true }) });
  await button(page, 'Draft').click();
  await expect
    .poll(async () => (await copies.count()) === (await page.locator('.content-list > li').count()))
    .toBe(true);
  const ids = await page
    .locator('.content-list > li')
    .evaluateAll((rows) => rows.map((li) => li.dataset.item));
  await page.getByLabel('Select all that are found').check();
  await button(page, 'Publish').click();
  await expectToast(page, 'Droplets updated', new RegExp(`^${ids.length} droplets have been updated`));
  await page.getByText('No droplets match this search.').waitFor();
  const chosen = async () =>
    Promise.all(ids.map(async (id) => (await page.request.get(`/api/droplets/${id}`)).json()));
  await button(page, 'Make free').click();
  await expect
    .poll(async () => (await chosen()).map(({ accessType }) => accessType))
    .toEqual(ids.map(() => 'free'));
  await button(page, 'Add keywords').click();
  await page.getByText('Name at least one keyword').waitFor();
  await page.getByPlaceholder('Keywords, with commas').fill('by hand, quiet');
  await button(page, 'Add keywords').click();
  await expect
    .poll(async () =>
      (await chosen()).every(({ keywords }) => keywords.includes('by hand') && keywords.includes('quiet')),
    )
    .toBe(true);
  await button(page, 'Remove keywords').click();
  await expect
    .poll(async () => (await chosen()).some(({ keywords }) => keywords.includes('by hand')))
    .toBe(false);
  await button(page, 'Unpublish').click();
  await expect
    .poll(async () => (await chosen()).map(({ isPublished }) => isPublished))
    .toEqual(ids.map(() => false));
  await button(page, 'Delete selected').click();
  await page
    .getByText(`Are you sure you want to delete these ${ids.length} droplets? This action cannot be undone.`)
    .waitFor();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expectToast(page, 'Droplets deleted', `${ids.length} droplets have been deleted successfully.`);
  await button(page, 'Draft').click();
  await expect.poll(async () => (await titles(page)).length).toBe(count + 2 - ids.length);
  expect(page.problems).toEqual([]);
});
