import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alive, type OpenSite, openSite, type WatchedPage } from './open-site.ts';

/* Content management (specification, sections 2, 4, 5 and 8), by hand in a browser. */

const PASSWORD = 'Still-water-1';
const ADMIN = { ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD };

/** Without content, and with the demo catalogue. */
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

async function administrator(of: OpenSite, options = {}): Promise<WatchedPage> {
  const page = await of.newPage(options);
  const answer = await page.request.post('/api/login', { data: { username: 'maren', password: PASSWORD } });
  expect(answer.status()).toBe(200);
  return page;
}

/** The page is alive: notifications are the last to come. */
async function open(page: WatchedPage, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Machines that do much at once are slow. */
const poll = <T>(read: () => T | Promise<T>, options: { message?: string; timeout?: number } = {}) =>
  expect.poll(read, { timeout: 5_000, ...options });

const button = (page: WatchedPage | Locator, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: WatchedPage, name: string) => page.getByRole('tab', { name });
/** A field of the form; what its label says beside its name does not matter. */
const field = (page: WatchedPage, label: string) =>
  page.locator('.item-form').getByLabel(new RegExp(`^${label}( in minutes)?( \\(optional\\))?$`));
const titles = (page: WatchedPage) => page.locator('.content-list h3 > span:first-child').allInnerTexts();
const expectTitles = (page: WatchedPage, list: string[]) =>
  poll(() => titles(page), { message: 'the list' }).toEqual(list);
const expectToast = (page: WatchedPage, title: string, description: string | RegExp) =>
  poll(async () => (await page.locator('.toast').allInnerTexts()).map((text) => text.split(/\n+/)), {
    message: `toast ${title}`,
  }).toEqual([[title, typeof description === 'string' ? description : expect.stringMatching(description)]]);
const query = (page: WatchedPage) => new URL(page.url()).search;
/** What is said under a field. */
const errorOf = async (page: WatchedPage, label: string) => {
  const id = await field(page, label).getAttribute('aria-describedby');
  return id === null
    ? ''
    : page
        .locator(`[id="${id}"].err`)
        .innerText({ timeout: 2_000 })
        .catch(() => '');
};
const row = (page: WatchedPage, title: string) =>
  page.locator('.content-list > li').filter({ hasText: title });
const focused = (page: WatchedPage) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

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
  await poll(() => errorOf(page, 'Title')).toBe('Title must be at least 3 characters');
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
  await poll(() => page.locator('.keyword-preview li').allInnerTexts()).toEqual(['calm', 'attention']);
  await button(page, 'Create ocean').click();
  await poll(() => errorOf(page, 'Media URL')).toBe('Must be a valid URL');
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
  await poll(() => errorOf(page, 'Duration')).toBe('Duration must be at least 1 minute');
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
  await poll(() => errorOf(page, 'Media URL')).toBe('Must be a valid URL');
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
  await poll(() => errorOf(page, 'URL of resource 2')).toBe('Must be a valid URL');
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
  await poll(() => focused(page)).toBe('Edit Name It Now');

  await button(page, 'Publish Name It Now').click();
  await expectToast(page, 'Droplet updated', '“Name It Now” has been published successfully.');
  await poll(() => row(page, 'Name It').locator('.badge').allInnerTexts()).toEqual(['Premium']);

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
  await poll(() => query(page)).toBe('?tab=waves&ocean=1');
  await page.getByRole('heading', { name: 'Waves in Focus' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await poll(() => query(page)).toBe('?tab=droplets&ocean=1&wave=1');
  await page.reload();
  expect(await page.getByRole('heading', { name: /^Droplets in/ }).isVisible()).toBe(true);
  await alive(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Waves in Focus' }).waitFor();
  await tab(page, 'Oceans').click();
  await poll(() => query(page)).toBe('');
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
  await poll(kept).toEqual([b, c, a]);
  expect(await focused(page)).toBe(`Move down ${a}`);
  await button(page, `Move up ${a}`).click();
  await expectTitles(page, [b, a, c]);
  await page.getByRole('button', { name: `Place of ${a}` }).click();
  await page.getByLabel('Place, from 1 to 3').fill('1');
  await button(page.getByRole('dialog'), 'Move').click();
  await expectTitles(page, [a, b, c]);
  await poll(kept).toEqual([a, b, c]);

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
  await poll(kept).toEqual([b, c, a]);

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
  await poll(async () => (await titles(page)).length).toBe(count + 2);
  const copies = page.locator('.content-list > li').filter({ has: page.getByText('Draft', { exact: true }) });
  await button(page, 'Draft').click();
  await poll(async () => (await copies.count()) === (await page.locator('.content-list > li').count())).toBe(
    true,
  );
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
  await poll(async () => (await chosen()).map(({ accessType }) => accessType)).toEqual(ids.map(() => 'free'));
  await button(page, 'Add keywords').click();
  await page.getByText('Name at least one keyword').waitFor();
  await page.getByPlaceholder('Keywords, with commas').fill('by hand, quiet');
  await button(page, 'Add keywords').click();
  await poll(async () =>
    (await chosen()).every(({ keywords }) => keywords.includes('by hand') && keywords.includes('quiet')),
  ).toBe(true);
  await button(page, 'Remove keywords').click();
  await poll(async () => (await chosen()).some(({ keywords }) => keywords.includes('by hand'))).toBe(false);
  await button(page, 'Unpublish').click();
  await poll(async () => (await chosen()).map(({ isPublished }) => isPublished)).toEqual(
    ids.map(() => false),
  );
  await button(page, 'Delete selected').click();
  await page
    .getByText(`Are you sure you want to delete these ${ids.length} droplets? This action cannot be undone.`)
    .waitFor();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expectToast(page, 'Droplets deleted', `${ids.length} droplets have been deleted successfully.`);
  await button(page, 'Draft').click();
  await poll(async () => (await titles(page)).length).toBe(count + 2 - ids.length);
  expect(page.problems).toEqual([]);
});

test('a second administrator is told who was faster, keeps what was typed, and overwrites or takes theirs', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?edit=3');
  await field(page, 'Title').fill('Breath, mine');
  const change = async (description: string) => {
    const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
    const headers = { 'csrf-token': csrfToken };
    const answer = await page.request.put('/api/oceans/3', { data: { description }, headers });
    expect(answer.status()).toBe(200);
  };
  await change('Changed by somebody else.');
  await button(page, 'Save changes').click();
  await expectToast(
    page,
    'Failed to update ocean',
    'Somebody else has changed this ocean since you opened it.',
  );
  const notice = page.locator('.conflict');
  await notice.getByText('maren has changed this ocean since you opened it.').waitFor();
  expect(await notice.locator('dl').innerText()).toMatch(/Description\s+Changed by somebody else\./);
  expect(await field(page, 'Title').inputValue()).toBe('Breath, mine');
  await button(page, 'Overwrite with mine').click();
  await expectToast(page, 'Ocean updated', '“Breath, mine” has been updated successfully.');
  // Only what was changed here was overwritten.
  expect(await (await page.request.get('/api/oceans/3')).json()).toMatchObject({
    title: 'Breath, mine',
    description: 'Changed by somebody else.',
  });

  await button(page, 'Edit Breath, mine').click();
  await field(page, 'Description').fill('What I would have written.');
  await change('Changed once more by them.');
  await button(page, 'Save changes').click();
  await notice.waitFor();
  await button(page, 'Take theirs').click();
  expect(await field(page, 'Description').inputValue()).toBe('Changed once more by them.');
  expect(await notice.count()).toBe(0);
  // The browser itself logs the two refused calls.
  expect(page.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});

test('unsaved changes are kept until one says otherwise, and one’s own quick change is no conflict', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  const question = page.getByRole('alertdialog');
  await field(page, 'Title').fill('Typed');
  for (const leave of [
    () => tab(page, 'Waves').click(),
    () => button(page, 'Edit Rest').click(),
    () => page.getByRole('link', { name: 'Back to Admin' }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await question.getByText('What you typed has not been saved.').waitFor();
    await button(question, 'Keep editing').click();
    expect(await field(page, 'Title').inputValue()).toBe('Typed');
  }
  await button(page, 'Edit Rest').click();
  await button(question, 'Discard').click();
  await page.getByRole('heading', { name: 'Edit ocean' }).waitFor();
  await poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Rest');

  await field(page, 'Title').fill('Rest, changed');
  await button(page, 'Unpublish Rest').click();
  await poll(() => field(page, 'Published').isChecked()).toBe(false);
  expect(await field(page, 'Title').inputValue()).toBe('Rest, changed');
  await button(page, 'Save changes').click();
  await expectToast(page, 'Ocean updated', '“Rest, changed” has been updated successfully.');
  expect(page.problems).toEqual([]);
});

test('a link is named and shown while it is typed', async () => {
  const page = await administrator(site);
  await page.route(/i\.ytimg\.com/, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      // The host answers an unknown video with a small picture.
      body: `<svg xmlns="http://www.w3.org/2000/svg" width="${route.request().url().includes('gone') ? 120 : 320}" height="90"/>`,
    }),
  );
  await open(page, '/admin/content?tab=droplets&ocean=1&wave=1');
  const link = field(page, 'Media URL');
  const form = page.locator('.item-form');
  for (const [address, said] of [
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'YouTube video found.'],
    ['https://youtu.be/aqz-KE-bpKQ', 'YouTube video found.'],
    ['https://www.youtube.com/shorts/aqz-KE-bpKQ', 'YouTube Short found.'],
    ['https://vimeo.com/76979871', 'Vimeo video recognised.'],
    ['https://www.youtube.com/watch?v=gonegonegon', 'there is no such video'],
    ['https://www.youtube.com/@somebody', 'No video is named by this link'],
    ['https://www.dailymotion.com/video/x1', 'cannot be played here'],
    ['/media/name-the-next-small-thing.mp4', 'A file of this site: video found.'],
    ['/about', 'No video that a browser can play was found at this link.'],
  ] as const) {
    await link.fill(address);
    await form.getByText(said).waitFor();
  }
  await field(page, 'Image URL').fill('/covers/droplet/anything.svg');
  await form.getByAltText('Preview of the cover').waitFor();
  await field(page, 'Image URL').fill('/about');
  await form.getByText('No picture was found at this link.').waitFor();
});

test('a failure is told with the server’s words, and what was typed is kept', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  const refuse = (route: {
    fulfill(answer: object): Promise<void>;
    fallback(): Promise<void>;
    request(): { method(): string };
  }) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { message: 'The water is rough.' } });
  await page.route('**/api/oceans**', refuse);
  await field(page, 'Title').fill('Refused');
  await field(page, 'Description').fill('It will not be taken.');
  await button(page, 'Use a drawn cover').click();
  await button(page, 'Create ocean').click();
  await expectToast(page, 'Failed to create ocean', 'The water is rough.');
  expect(await field(page, 'Title').inputValue()).toBe('Refused');
  await button(page, 'Publish Calm with Children').click();
  await expectToast(page, 'Failed to update ocean', 'The water is rough.');
  await button(page, 'Delete Calm with Children').click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expectToast(page, 'Failed to delete ocean', 'The water is rough.');
  await page.unroute('**/api/oceans**');
  await page.route('**/api/oceans/1/waves', (route) =>
    route.fulfill({ status: 500, json: { message: 'No.' } }),
  );
  await tab(page, 'Waves').click();
  await button(page.getByRole('alertdialog'), 'Discard').click();
  await page.getByText('Error loading waves. Please try again.').waitFor();
});

test('a slug that is taken is told beside its field', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?edit=1');
  await field(page, 'Slug').fill('breath');
  await button(page, 'Save changes').click();
  await poll(() => errorOf(page, 'Slug')).toBe('This slug is already taken');
  await field(page, 'Slug').fill('Not a slug');
  await poll(() => errorOf(page, 'Slug')).toBe('Use lower-case letters, numbers and single hyphens');
});

test('email signups are listed, searched, revoked and granted', async () => {
  const page = await administrator(empty);
  await open(page, '/admin/content?tab=signups');
  expect(await page.getByText('No email signups yet').isVisible()).toBe(true);
  const visitor = await empty.newPage();
  for (const email of ['first@example.org', 'second@example.org'])
    await visitor.request.post('/api/email-signup', { data: { email }, headers: { origin: empty.url } });
  await page.reload();
  await page.getByRole('cell', { name: 'second@example.org', exact: true }).waitFor();
  await page.getByPlaceholder('Search addresses').fill('first');
  await poll(() => page.locator('.signup-table tbody tr').count()).toBe(1);
  const line = page.locator('.signup-table tbody tr');
  expect(await line.innerText()).toContain('Has Access');
  expect(await line.innerText()).toContain('landing');
  const created = (await line.locator('time').getAttribute('datetime')) ?? '';
  expect(Math.abs(Date.now() - Date.parse(created))).toBeLessThan(60_000);
  expect(await line.locator('time').innerText()).toContain(String(new Date().getFullYear()));
  await alive(page);
  await button(page, 'Revoke the access of first@example.org').click();
  await expectToast(page, 'Access revoked', 'first@example.org may no longer enter.');
  await poll(() => line.innerText()).toContain('Access Revoked');
  await button(page, 'Grant Access to first@example.org').click();
  await expectToast(page, 'Access granted', 'first@example.org may enter again.');
  await poll(() => line.innerText()).toContain('Has Access');
  const csv = await page.request.get(
    (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '',
  );
  expect(await csv.text()).toContain('first@example.org');
  expect(await csv.text()).not.toContain('second@example.org');
  expect(page.problems).toEqual([]);
});

test('a long list of signups is read part by part', async () => {
  const database = new DatabaseSync(join(empty.dataDir, 'stillwater.db'));
  const insert = database.prepare(
    'insert into email_signups (email, email_key, source, has_access, created_at) values (?, ?, ?, 1, ?)',
  );
  for (let n = 0; n < 120; n += 1) insert.run(`many${n}@example.net`, `many${n}@example.net`, 'home', n);
  database.close();
  const page = await administrator(empty);
  await open(page, '/admin/content?tab=signups');
  await page.getByPlaceholder('Search addresses').fill('many');
  await page.getByText('120 addresses found').waitFor();
  const lines = page.locator('.signup-table tbody tr');
  expect(await lines.count()).toBe(50);
  await button(page, 'Load more').click();
  await poll(() => lines.count()).toBe(100);
  await button(page, 'Load more').click();
  await poll(() => lines.count()).toBe(120);
  expect(await button(page, 'Load more').count()).toBe(0);
});

test('a picture is uploaded from the form, and its address stands in the field', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  await poll(() => field(page, 'Image URL').inputValue(), { timeout: 5_000 }).toMatch(/^\/media\/u\//);
  await page.getByAltText('Preview of the cover').waitFor();
});

test('a file is imported whole, or refused with a report of its problems', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  await page.getByText('Import and export').click();
  const upload = page.getByLabel('Import oceans from a JSON file');
  const file = (oceans: object[]) => ({
    name: 'oceans.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ oceans })),
  });
  await upload.setInputFiles(file([{ title: 'x' }]));
  await page.getByText('oceans.json was not imported.').waitFor();
  expect(await page.getByLabel('Problems of oceans.json').innerText()).toContain(
    'Title must be at least 3 characters',
  );
  await upload.setInputFiles(file([{ title: 'From a file', description: 'It came from a file.' }]));
  await expectToast(page, 'Import finished', '1 ocean, 0 waves, 0 droplets added.');
  await poll(async () => (await titles(page)).includes('From a file')).toBe(true);
  await button(page, 'Publish From a file').click();
  await expectToast(page, 'Ocean updated', '“From a file” has been published successfully.');
  await page.getByText('Latest changes').click();
  await page
    .locator('.trail')
    .getByText(/^maren imported/)
    .waitFor();
  // Fields are called what the forms call them.
  await page.locator('.trail').getByText('maren updated ocean “From a file”: Published').waitFor();
  const href = await page.getByRole('link', { name: 'Download catalogue (JSON)' }).getAttribute('href');
  expect(await (await page.request.get(href ?? '')).text()).toContain('It came from a file.');
});
