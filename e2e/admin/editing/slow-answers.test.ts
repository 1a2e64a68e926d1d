import { expect, test } from 'vitest';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { hold } from '../../support/hold.ts';
import type { WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, asksToClose, expectToast, field, open, row } from '../content-page.ts';

/* Presses and typed text while a response is pending. */

const site = setUpSite(ADMIN);

/** Creates an ocean. Returns its id. */
async function anOcean(page: WatchedPage, title: string, isPublished = false): Promise<number> {
  const answer = await page.request.post('/api/oceans', {
    data: { title, description: 'An ocean to try.', imageUrl: '/covers/ocean/a.svg', isPublished },
    headers: await csrfHeaders(page),
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

test('every pressed row is published, also while another row’s response is pending', async () => {
  const page = await administrator(site);
  await anOcean(page, 'First of two', true);
  await anOcean(page, 'Second of two', true);
  await open(page, '/admin/content');
  const changes = await hold(page, /\/api\/oceans\/\d+$/, 'PUT');
  await button(page, 'Unpublish First of two').click();
  await button(page, 'Unpublish Second of two').click();
  changes();
  await button(page, 'Publish First of two').waitFor();
  await button(page, 'Publish Second of two').waitFor();
  // The check before publishing is slow, too.
  const checks = await hold(page, /\/api\/content\/surroundings/, 'GET');
  await button(page, 'Publish First of two').click();
  await button(page, 'Publish Second of two').click();
  checks();
  await button(page, 'Unpublish First of two').waitFor();
  await button(page, 'Unpublish Second of two').waitFor();
  expect(page.problems).toEqual([]);
});

test('a changed row accepts presses before its list has been refetched', async () => {
  const page = await administrator(site);
  await anOcean(page, 'Ocean to copy', true);
  await open(page, '/admin/content');
  const lists = await hold(page, /\/api\/oceans$/, 'GET');
  await button(page, 'Unpublish Ocean to copy').click();
  await expectToast(page, 'Ocean updated', '“Ocean to copy” has been unpublished successfully.', ['Undo']);
  const copied = page.waitForResponse(/\/api\/oceans\/\d+\/duplicate$/);
  await button(page, 'Duplicate Ocean to copy').click();
  expect((await copied).status()).toBe(201);
  await expectToast(page, 'Ocean created', /“Copy of Ocean to copy” has been created/);
  await button(page, 'Duplicate Ocean to copy').click();
  lists();
  await button(page, 'Publish Ocean to copy').waitFor();
  expect(page.requested.filter((url) => url.endsWith('/duplicate'))).toHaveLength(1);
});

test('two rows that need a confirmation are confirmed one after the other', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=waves&ocean=1');
  const waves: { title: string }[] = await (await page.request.get('/api/oceans/1/waves')).json();
  const [first, second] = waves.map(({ title }) => title);
  await button(page, `Unpublish ${first}`).click();
  await button(page, `Publish ${first}`).waitFor();
  await button(page, `Unpublish ${second}`).click();
  await button(page, `Publish ${second}`).waitFor();
  // The parent of both is a draft now.
  const headers = await csrfHeaders(page);
  const hide = { data: { isPublished: false }, headers };
  expect((await page.request.put('/api/oceans/1', hide)).status()).toBe(200);
  const checks = await hold(page, /\/api\/content\/surroundings/, 'GET');
  await button(page, `Publish ${first}`).click();
  await button(page, `Publish ${second}`).click();
  checks();
  const question = page.getByRole('alertdialog', { name: 'Publish anyway?' });
  await button(question, 'Cancel').click();
  await button(question, 'Publish').click();
  await button(page, `Unpublish ${second}`).waitFor();
  await button(page, `Publish ${first}`).waitFor();
  // A canceled row can be pressed again.
  await button(page, `Publish ${first}`).click();
  await button(question, 'Publish').click();
  await button(page, `Unpublish ${first}`).waitFor();
  const show = { data: { isPublished: true }, headers };
  expect((await page.request.put('/api/oceans/1', show)).status()).toBe(200);
});

/** Returns the third day from now, in the format of a date field. */
const soon = () => new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

async function plan(page: WatchedPage, id: number, time = '07:00'): Promise<void> {
  const { version } = await (await page.request.get(`/api/schedule/ocean/${id}`)).json();
  const answer = await page.request.put(`/api/schedule/ocean/${id}`, {
    data: {
      expectedVersion: version,
      publish: { local: `${soon()}T${time}`, timeZone: 'UTC' },
      unpublish: null,
    },
    headers: await csrfHeaders(page),
  });
  expect(answer.status()).toBe(200);
}

const day = (page: WatchedPage) => page.getByLabel('Day to go live');
const MEMBERS = '/admin/users/import';
const toast = (page: WatchedPage, text: string) => page.locator('[data-part=toast]').getByText(text);

test('a late response to saving a plan does not affect the form of another item', async () => {
  const page = await administrator(site, { timezoneId: 'UTC' });
  for (const title of ['Planned first', 'Planned second']) await plan(page, await anOcean(page, title));
  await open(page, '/admin/calendar');
  await page.getByRole('link', { name: /^Planned first/ }).click();
  await day(page).fill('2031-02-03');
  const answer = await hold(page, /\/api\/schedule\/ocean\/\d+$/, 'PUT');
  await button(page, 'Save').click();
  await button(page, 'Saving...').waitFor();
  await page.getByRole('link', { name: /^Planned second/ }).click();
  const heading = page.getByRole('heading', { name: 'Publish “Planned second”' });
  await heading.waitFor();
  await day(page).fill('2031-05-06');
  const refetched = page.waitForResponse(/\/api\/schedule\?/);
  answer();
  await toast(page, 'Saved').waitFor();
  await refetched;
  await heading.waitFor();
  expect(await day(page).inputValue()).toBe('2031-05-06');
  expect(page.problems).toEqual([]);
});

test('a typed day stays when a newer version of the plan loads', async () => {
  const page = await administrator(site, { timezoneId: 'UTC' });
  const id = await anOcean(page, 'Changed elsewhere');
  await plan(page, id);
  await open(page, '/admin/calendar');
  const entry = page.getByRole('link', { name: /^Changed elsewhere/ });
  await entry.click();
  await day(page).waitFor();
  await button(page, 'Cancel').click();
  await plan(page, id, '09:30');
  const answer = await hold(page, new RegExp(`/api/schedule/ocean/${id}$`), 'GET');
  const newer = page.waitForResponse(new RegExp(`/api/schedule/ocean/${id}$`));
  await entry.click();
  await day(page).fill('2031-05-06');
  answer();
  await (await newer).finished();
  await page.getByText('Somebody changed this a moment ago.').waitFor();
  expect(await day(page).inputValue()).toBe('2031-05-06');
  await button(page, 'Save').click();
  await toast(page, 'Saved').waitFor();
  const saved = await (await page.request.get(`/api/schedule/ocean/${id}`)).json();
  expect(saved.publishAt).toBe('2031-05-06T07:00:00.000Z');
  expect(page.problems).toEqual([]);
});

test('a late response to saving an item keeps the form of another item open', async () => {
  const page = await administrator(site);
  await anOcean(page, 'Saved late');
  await anOcean(page, 'Open meanwhile');
  await open(page, '/admin/content');
  await button(page, 'Edit Saved late').click();
  const answer = await hold(page, /\/api\/oceans\/\d+$/, 'PUT');
  await field(page, 'Title').fill('Saved late, changed');
  await button(page, 'Save changes').click();
  await button(page, 'Saving...').waitFor();
  await button(page, 'Edit Open meanwhile').click();
  await button(page.getByRole('alertdialog'), 'Discard').click();
  await field(page, 'Title').fill('Open meanwhile, typed');
  answer();
  await row(page, 'Saved late, changed').waitFor();
  await toast(page, 'Ocean updated').waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await field(page, 'Title').inputValue()).toBe('Open meanwhile, typed');
  expect(page.problems).toEqual([]);
});

test('a late response to checking a file of members does not bring its page back', async () => {
  const page = await administrator(site);
  await open(page, MEMBERS);
  const answer = await hold(page, /\/api\/member-imports/, 'POST');
  const csv = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from('email\nkit@example.org\n') };
  await page.getByLabel('Choose file').setInputFiles(csv);
  await page.getByRole('status').filter({ hasText: 'Checking members.csv...' }).waitFor();
  expect(await asksToClose(page)).toBe(true);
  await page.getByRole('link', { name: /^Back to / }).click();
  await page.getByRole('heading', { level: 1, name: 'User Management' }).waitFor();
  const checked = page.waitForResponse(/\/api\/member-imports/);
  answer();
  await (await checked).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(new URL(page.url()).pathname).toBe('/admin/users');
});

test('a setting corrected while it is created becomes an edit of the new setting', async () => {
  const page = await administrator(site);
  await open(page, '/admin/settings');
  const creating = page.getByRole('form', { name: 'Create New Setting' });
  const editing = page.getByRole('form', { name: 'Edit setting' });
  const answer = await hold(page, /\/api\/settings$/, 'POST');
  await creating.getByLabel('Key').fill('own.words');
  await creating.getByLabel('Value').fill('With a tpyo');
  await button(page, 'Create').click();
  await button(page, 'Creating...').waitFor();
  await creating.getByLabel('Value').fill('Without a typo');
  answer();
  await editing.waitFor();
  expect(await editing.getByLabel('Value').inputValue()).toBe('Without a typo');
  expect(await creating.getByLabel('Value').inputValue()).toBe('');
  await button(page, 'Save changes').click();
  const stored = async () => {
    const all: { key: string; value: string }[] = await (await page.request.get('/api/settings')).json();
    return all.find(({ key }) => key === 'own.words')?.value;
  };
  await expect.poll(stored).toBe('Without a typo');
  expect(page.problems).toEqual([]);
});

/** Counts how often the browser opens its file chooser. */
function watchChoosers(page: WatchedPage): () => number {
  let opened = 0;
  page.on('filechooser', () => {
    opened += 1;
  });
  return () => opened;
}

test('while a file is imported, no other file can be chosen', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  await page.getByText('Import and export').click();
  const opened = watchChoosers(page);
  const answer = await hold(page, /\/api\/catalogue\/import/, 'POST');
  const chooser = page.getByLabel('Import oceans from a JSON file');
  const oceans = [{ title: 'From a slow file', description: 'It came from a file.' }];
  const buffer = Buffer.from(JSON.stringify({ oceans }));
  await chooser.setInputFiles({ name: 'oceans.json', mimeType: 'application/json', buffer });
  await page.getByText('Importing oceans.json...').waitFor();
  expect(await asksToClose(page)).toBe(true);
  expect(await chooser.getAttribute('aria-busy')).toBe('true');
  await chooser.click();
  answer();
  await page.getByText('oceans.json: 1 ocean, 0 waves, 0 droplets added.').waitFor();
  expect(await asksToClose(page)).toBe(false);
  expect(opened()).toBe(0);
  await chooser.click();
  await expect.poll(opened).toBe(1);
});

test('while the selected items are changed, they cannot be deleted', async () => {
  const page = await administrator(site);
  await anOcean(page, 'Selected ocean');
  await open(page, '/admin/content');
  await page.getByLabel('Select Selected ocean', { exact: true }).check();
  const answer = await hold(page, /\/api\/content\/bulk/, 'POST');
  await button(page, 'Make free').click();
  await expect.poll(() => button(page, 'Delete selected').getAttribute('aria-disabled')).toBe('true');
  await button(page, 'Delete selected').click({ force: true });
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  answer();
  await toast(page, 'Oceans updated').waitFor();
  await expect.poll(() => button(page, 'Delete selected').getAttribute('aria-disabled')).toBeNull();
  await button(page, 'Delete selected').click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await row(page, 'Selected ocean').waitFor({ state: 'detached' });
});
