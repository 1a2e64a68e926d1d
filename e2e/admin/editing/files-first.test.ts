import { beforeEach, expect, test } from 'vitest';
import { hold } from '../../support/hold.ts';
import type { WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, field, open, row } from '../content-page.ts';

/* Saves pressed before their files are uploaded. */

const site = setUpSite(ADMIN);

let page: WatchedPage;
beforeEach(async () => {
  page = await administrator(site);
});

const pictureFile = {
  name: 'shore.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

test('a form waits for its upload before it is saved, says so, and is then saved', async () => {
  await open(page, '/admin/content');
  const file = await hold(page, /\/api\/resumable-uploads/, 'POST');
  await field(page, 'Title').fill('Ocean of the picture');
  await field(page, 'Description').fill('It waits for its picture.');
  await page.getByLabel('Upload an image').setInputFiles(pictureFile);
  await page.getByRole('progressbar', { name: /shore\.png/ }).waitFor();
  await field(page, 'Title').press('Control+s');
  const note = page.getByRole('alert').filter({ hasText: 'shore.png is still uploading.' });
  const below = () => note.evaluate((element) => innerHeight - element.getBoundingClientRect().bottom);
  await expect.poll(below, { message: 'the note is in view, far from the key' }).toBeGreaterThan(0);
  expect(await note.innerText()).toContain('This is saved as soon as it is there.');
  await field(page, 'Description').fill('It waited for its picture.');
  file();
  await row(page, 'Ocean of the picture').waitFor();
  await note.waitFor({ state: 'detached' });
  const all: Record<string, string>[] = await (await page.request.get('/api/oceans')).json();
  expect(all.find(({ title }) => title === 'Ocean of the picture')).toMatchObject({
    imageUrl: expect.stringMatching(/^\/media\/u\//),
    description: 'It waited for its picture.',
  });
});

test('a droplet is saved once, also when its text is not begun on the site yet', async () => {
  await open(page, '/admin/content?tab=droplets');
  await field(page, 'Title').fill('A text in a hurry');
  await field(page, 'Description').fill('Saved before its text has an address.');
  await field(page, 'Media type').selectOption('text');
  const begun = await hold(page, /\/api\/writings$/, 'POST');
  await button(page, 'Write it here').click();
  await button(page, 'Creating...').waitFor();
  await field(page, 'Title').press('Control+s');
  await page.getByText('This is saved as soon as it is there.').waitFor();
  begun();
  await page.waitForURL(/\/admin\/droplets\/\d+\/writing$/);
});

test('a form is not saved when the upload that it waits for is canceled', async () => {
  const saves: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()));
  await open(page, '/admin/content');
  await hold(page, /\/api\/resumable-uploads/, 'POST');
  const [{ title }] = await (await page.request.get('/api/oceans')).json();
  await button(page, `Edit ${title}`).click();
  await field(page, 'Description').fill('Its new picture was given up.');
  await page.getByLabel('Upload an image').setInputFiles(pictureFile);
  await page.getByRole('progressbar', { name: /shore\.png/ }).waitFor();
  await button(page, 'Save changes').click();
  const note = page.getByRole('alert').filter({ hasText: 'shore.png is still uploading.' });
  await note.waitFor();
  await page.getByRole('button', { name: /^Cancel.*shore\.png/ }).click();
  await note.waitFor({ state: 'detached' });
  expect(await field(page, 'Description').inputValue()).toBe('Its new picture was given up.');
  await button(page, 'Save changes').click();
  await expectToast(page, 'Ocean updated', `“${title}” has been updated successfully.`);
  expect(saves).toHaveLength(1);
});

test('a logo whose save was pressed early is saved once it is uploaded', async () => {
  await open(page, '/admin/settings?tab=branding');
  const file = await hold(page, /\/api\/resumable-uploads/, 'POST');
  const creating = page.getByRole('form', { name: 'Create New Setting' });
  await creating.getByLabel('Key').fill('site.logo');
  await creating.getByLabel('Value').fill('/logo.svg');
  await creating.getByLabel('Upload a logo').setInputFiles(pictureFile);
  await creating.getByRole('progressbar', { name: /shore\.png/ }).waitFor();
  await button(creating, 'Create').click();
  await creating.getByRole('alert').filter({ hasText: 'shore.png is still uploading.' }).waitFor();
  file();
  await button(page, 'Edit site.logo').waitFor();
  const { value } = await (await page.request.get('/api/settings/site.logo')).json();
  expect(value).toMatch(/^\/media\/u\//);
});
