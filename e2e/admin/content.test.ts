import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import {
  ADMIN,
  administrator,
  errorOf,
  expectTitles,
  expectToast,
  field,
  focused,
  open,
  query,
  row,
  tab,
  UNDO_HINT,
} from './content-page.ts';

/* Content management (specification, sections 2, 4, 5 and 8). */

/** A site without content. */
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

test('a visitor who opens the page is redirected to the site', async () => {
  const page = await site.newPage();
  await page.goto('/admin/content');
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.getByText('Content Management').count()).toBe(0);
});

test('an ocean, a wave and a droplet are created, edited, published and deleted', async () => {
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

  // An empty form shows an error at every required field.
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
  await expect
    .poll(() =>
      page.getByRole('list', { name: 'Keywords that will be saved' }).getByRole('listitem').allInnerTexts(),
    )
    .toEqual(['calm', 'attention']);
  await button(page, 'Create ocean').click();
  await expect.poll(() => errorOf(page, 'Media URL')).toBe('Must be a valid URL');
  expect(await errorOf(page, 'Image URL')).toBe('Must be a valid URL');
  await field(page, 'Media URL').fill('');
  await button(page, 'Use drawn cover').click();
  expect(await field(page, 'Image URL').inputValue()).toBe('/covers/ocean/focus.svg');
  await button(page, 'Create ocean').click();
  await expectToast(page, 'Ocean created', '“Focus” has been created successfully.');
  await expectTitles(page, ['Focus']);
  const text = await row(page, 'Focus').locator('p').first().innerText();
  expect(text).toBe(`${long.slice(0, 100).trimEnd()}...`);
  expect(await row(page, 'Focus').locator('h3 > span:not(:first-child)').allInnerTexts()).toEqual([
    'Premium',
    'Draft',
  ]);
  // The form is empty again.
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('');

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
  await button(page, 'Use drawn cover').click();
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

  // Its wave and ocean are drafts.
  await button(page, 'Publish Name It Now').click();
  await button(page.getByRole('alertdialog', { name: 'Publish anyway?' }), 'Publish').click();
  await expectToast(page, 'Droplet updated', '“Name It Now” has been published successfully.', ['Undo']);
  await expect
    .poll(() => row(page, 'Name It').locator('h3 > span:not(:first-child)').allInnerTexts())
    .toEqual(['Premium']);

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
    const description = `“${name}” has been deleted successfully. ${UNDO_HINT}`;
    await expectToast(page, `${word} deleted`, description, ['Undo']);
    await page.getByText(left).waitFor();
    if (goOn !== '') await tab(page, goOn).click();
  }
  expect(query(page)).toBe('');
  expect(page.problems).toEqual([]);
});

test('a new ocean whose response was lost exists only once after the second press', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  const before: unknown[] = await (await page.request.get('/api/oceans')).json();
  await field(page, 'Title').fill('Once and no more');
  await field(page, 'Description').fill('An ocean on a line that breaks.');
  await button(page, 'Use drawn cover').click();
  await page.route('**/api/oceans', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Create ocean').click();
  await expectToast(
    page,
    'Failed to create ocean',
    'Network error: Please check your connection and try again.',
  );
  await page.unrouteAll();
  expect(await field(page, 'Title').inputValue()).toBe('Once and no more');
  await button(page, 'Create ocean').click();
  await expectToast(page, 'Ocean created', '“Once and no more” has been created successfully.');
  expect(await (await page.request.get('/api/oceans')).json()).toHaveLength(before.length + 1);
});

test('the confirmation names the effects of a deletion, for one item and for several', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  const question = page.getByRole('alertdialog');
  const effectText = () => question.locator('[data-part=deletion-effect] p').innerText();
  const count = async (path: string) => (await (await page.request.get(path)).json()).length;
  const [first, second] = await (await page.request.get('/api/oceans')).json();
  const droplets = async (ocean: { id: number }) => {
    const waves: { id: number }[] = await (await page.request.get(`/api/oceans/${ocean.id}/waves`)).json();
    const counts = await Promise.all(waves.map(({ id }) => count(`/api/waves/${id}/droplets`)));
    return counts.reduce((sum, each) => sum + each, 0);
  };
  await button(page, `Delete ${first.title}`).click();
  await expect
    .poll(effectText)
    .toBe(
      `What really happens: “${first.title}”, its ${first.waveCount} waves and ${await droplets(first)} ` +
        'droplets wait in the Trash for 30 days. You can undo this for ten seconds, or restore it there.',
    );
  await button(question, 'Cancel').click();

  for (const { title } of [first, second]) await page.getByLabel(`Select ${title}`, { exact: true }).check();
  await button(page, 'Delete selected').click();
  const waves = first.waveCount + second.waveCount;
  await expect
    .poll(effectText)
    .toContain(
      `These 2 oceans, their ${waves} waves and ` +
        `${(await droplets(first)) + (await droplets(second))} droplets wait in the Trash for 30 days.`,
    );
  await button(question, 'Cancel').click();

  await open(page, `/admin/content?tab=droplets&ocean=${first.id}`);
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await question.getByText('This action cannot be undone.').waitFor();
  await expect.poll(effectText).toContain('waits in the Trash for 30 days');
  expect(page.problems).toEqual([]);
});
