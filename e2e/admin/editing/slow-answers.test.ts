import { afterAll, beforeAll, expect, test } from 'vitest';
import { hold } from '../../support/hold.ts';
import { type OpenSite, openSite, type WatchedPage } from '../../support/open-site.ts';
import { ADMIN, administrator, button, field, open, row } from '../content-page.ts';

/* What is pressed and typed while an answer of the server is still on its way. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(ADMIN);
});
afterAll(() => site.close());

/** A new ocean, and its id. */
async function anOcean(page: WatchedPage, title: string, isPublished = false): Promise<number> {
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  const answer = await page.request.post('/api/oceans', {
    data: { title, description: 'An ocean to try.', imageUrl: '/covers/ocean/a.svg', isPublished },
    headers: { 'csrf-token': csrfToken },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

const pictureFile = {
  name: 'shore.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test('each pressed row is published, also while another row is still on its way', async () => {
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

test('two rows that both need a question are asked about one after the other', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=waves&ocean=1');
  const waves: { title: string }[] = await (await page.request.get('/api/oceans/1/waves')).json();
  const [first, second] = waves.map(({ title }) => title);
  await button(page, `Unpublish ${first}`).click();
  await button(page, `Publish ${first}`).waitFor();
  await button(page, `Unpublish ${second}`).click();
  await button(page, `Publish ${second}`).waitFor();
  // Both are under a draft now.
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  const headers = { 'csrf-token': csrfToken };
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

test('a form is not sent while its file is on its way, and says so', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  const file = await hold(page, /\/api\/resumable-uploads/, 'POST');
  await field(page, 'Title').fill('Ocean of the picture');
  await field(page, 'Description').fill('It waits for its picture.');
  await page.getByLabel('Upload an image').setInputFiles(pictureFile);
  await page.getByRole('progressbar', { name: /shore\.png/ }).waitFor();
  await button(page, 'Create ocean').click();
  const note = page.getByRole('alert').filter({ hasText: 'shore.png is still uploading.' });
  await note.waitFor();
  expect(await note.innerText()).toContain('Save when it is there.');
  file();
  await page.getByText('shore.png is uploaded.').waitFor();
  await note.waitFor({ state: 'detached' });
  expect(await field(page, 'Title').inputValue()).toBe('Ocean of the picture');
  await button(page, 'Create ocean').click();
  await row(page, 'Ocean of the picture').waitFor();
  const all: { title: string; imageUrl: string }[] = await (await page.request.get('/api/oceans')).json();
  expect(all.find(({ title }) => title === 'Ocean of the picture')?.imageUrl).toMatch(/^\/media\/u\//);
});
