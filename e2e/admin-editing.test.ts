import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADMIN,
  administrator,
  button,
  errorOf,
  expectToast,
  field,
  open,
  tab,
  titles,
} from './admin-content-page.ts';
import { type OpenSite, openSite } from './open-site.ts';

/* One item of content management: whoever was faster, what is not saved yet, what is wrong, and files. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(ADMIN);
});
afterAll(async () => {
  await site.close();
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
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
    .toBe('Rest');

  await field(page, 'Title').fill('Rest, changed');
  await button(page, 'Unpublish Rest').click();
  await expect.poll(() => field(page, 'Published').isChecked()).toBe(false);
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
  await expect.poll(() => errorOf(page, 'Slug')).toBe('This slug is already taken');
  await field(page, 'Slug').fill('Not a slug');
  await expect.poll(() => errorOf(page, 'Slug')).toBe('Use lower-case letters, numbers and single hyphens');
});

test('a resource that was only added is not wrong yet; a field of it that was left empty is', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  await button(page, 'Add resource').click();
  const title = field(page, 'Title of resource 1');
  await expect.poll(() => title.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await page.locator('.resources-field .err').count()).toBe(0);
  await page.keyboard.press('Tab');
  await expect.poll(() => errorOf(page, 'Title of resource 1')).toBe('Title is required');
  expect(await page.locator('.resources-field .err').count()).toBe(1);
  await button(page, 'Create ocean').click();
  await expect.poll(() => errorOf(page, 'URL of resource 1')).toBe('Must be a valid URL');
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
  await expect.poll(() => field(page, 'Image URL').inputValue(), { timeout: 5_000 }).toMatch(/^\/media\/u\//);
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
  await expect.poll(async () => (await titles(page)).includes('From a file')).toBe(true);
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
