import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ADMIN, administrator, errorOf, expectToast, field, open, tab, titles } from './content-page.ts';

/* Editing one item: conflicts, unsaved changes, errors and files. */

const site = setUpSite(ADMIN);

test('in a conflict the second administrator keeps the input, and chooses either version', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?edit=3');
  // The form gets its values once the page's scripts run.
  await expect.poll(() => field(page, 'Title').inputValue()).toBe('Breath');
  await field(page, 'Title').fill('Breath, mine');
  const change = async (description: string) => {
    const headers = await csrfHeaders(page);
    const answer = await page.request.put('/api/oceans/3', { data: { description }, headers });
    expect(answer.status()).toBe(200);
  };
  await change('Changed by somebody else.');
  await button(page, 'Save changes').click();
  // The notification moves away from the conflict note, which says more. It is shown for 5 s.
  const gap = () =>
    page.evaluate(() => {
      const [shown, said] = ['[data-part=toast][data-state=open]', '[data-part=conflict]'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      );
      return shown && said ? said.top - shown.bottom : Number.NaN;
    });
  await Promise.all([
    expect.poll(gap).toBeGreaterThan(0),
    expectToast(page, 'Failed to update ocean', 'Someone else changed this ocean after you opened it.'),
  ]);
  const notice = page.locator('[data-part=conflict]');
  await notice.getByText('maren changed this ocean after you opened it.').waitFor();
  expect(await notice.locator('dl').innerText()).toMatch(/Description\s+Changed by somebody else\./);
  expect(await field(page, 'Title').inputValue()).toBe('Breath, mine');
  await button(page, 'Use my version').click();
  await expectToast(page, 'Ocean updated', '“Breath, mine” has been updated successfully.');
  // Only the field that was changed here was overwritten.
  expect(await (await page.request.get('/api/oceans/3')).json()).toMatchObject({
    title: 'Breath, mine',
    description: 'Changed by somebody else.',
  });

  await button(page, 'Edit Breath, mine').click();
  await field(page, 'Description').fill('What I would have written.');
  await change('Changed once more by them.');
  await button(page, 'Save changes').click();
  await notice.waitFor();
  await button(page, 'Use their version').click();
  await expect.poll(() => field(page, 'Description').inputValue()).toBe('Changed once more by them.');
  await notice.waitFor({ state: 'detached' });
  // The own text is not lost.
  await button(page, 'Bring back').click();
  expect(await field(page, 'Description').inputValue()).toBe('What I would have written.');
  // The browser itself logs the two refused calls.
  expect(page.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});

test('unsaved changes stay until they are discarded; one’s own quick change is no conflict', async () => {
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

test('on a site without https forms work and keep the typed text', async () => {
  const page = await administrator(site);
  // Browsers create UUIDs only on https pages and localhost.
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
  await open(page, '/admin/content');
  await field(page, 'Title').fill('Typed without https');
  expect(page.problems).toEqual([]);
  await open(page, '/admin/content');
  await page.locator('[data-part=draft]').getByText('were kept').waitFor();
  await button(page, 'Bring back').click();
  expect(await field(page, 'Title').inputValue()).toBe('Typed without https');
  await open(page, '/admin/users/gifts?new');
  await page.getByRole('dialog').getByLabel('Code').waitFor();
});

test('a media link is recognized and previewed while it is typed', async () => {
  const page = await administrator(site);
  const widthOf = (route: Route) => (route.request().url().includes('gone') ? 120 : 320);
  await page.route(/i\.ytimg\.com/, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      // The host responds to an unknown video with a small picture.
      body: `<svg xmlns="http://www.w3.org/2000/svg" width="${widthOf(route)}" height="90"/>`,
    }),
  );
  await open(page, '/admin/content?tab=droplets&ocean=1&wave=1');
  const link = field(page, 'Media URL');
  const form = page.locator('section[aria-labelledby=form-title]');
  for (const [address, message] of [
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'YouTube video found.'],
    ['https://youtu.be/aqz-KE-bpKQ', 'YouTube video found.'],
    ['https://www.youtube.com/shorts/aqz-KE-bpKQ', 'YouTube Short found.'],
    ['https://vimeo.com/76979871', 'Vimeo video recognized.'],
    ['https://www.youtube.com/watch?v=gonegonegon', 'this video does not exist'],
    ['https://www.youtube.com/@somebody', 'does not lead to a video'],
    ['https://www.dailymotion.com/video/x1', 'cannot play here'],
    ['/media/name-the-next-small-thing.mp4', 'A file on this site: video found.'],
    ['/about', 'There is no video at this link that a browser can play.'],
  ] as const) {
    await link.fill(address);
    await form.getByText(message).waitFor();
  }
  await field(page, 'Image URL').fill('/covers/droplet/anything.svg');
  await form.getByAltText('Cover preview').waitFor();
  await field(page, 'Image URL').fill('/about');
  await form.getByText('There is no image at this link.').waitFor();
});

test('a failure shows the server’s message and keeps the input', async () => {
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
  const writes = /\/api\/(oceans|content\/bulk)/;
  await page.route(writes, refuse);
  await field(page, 'Title').fill('Refused');
  await field(page, 'Description').fill('It will not be taken.');
  await button(page, 'Use drawn cover').click();
  await button(page, 'Create ocean').click();
  await expectToast(page, 'Failed to create ocean', 'The water is rough.');
  expect(await field(page, 'Title').inputValue()).toBe('Refused');
  await button(page, 'Publish Calm with Children').click();
  await expectToast(page, 'Failed to update ocean', 'The water is rough.');
  await button(page, 'Delete Calm with Children').click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expectToast(page, 'Failed to delete ocean', 'The water is rough.');
  await page.unroute(writes);
  await page.route('**/api/oceans/1/waves', (route) =>
    route.fulfill({ status: 500, json: { message: 'No.' } }),
  );
  await tab(page, 'Waves').click();
  await button(page.getByRole('alertdialog'), 'Discard').click();
  await page.getByText('Error loading waves. Please try again.').waitFor();
});

test('a taken slug is reported beside its field', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?edit=1');
  await expect.poll(() => field(page, 'Slug').inputValue()).not.toBe('');
  await field(page, 'Slug').fill('breath');
  await button(page, 'Save changes').click();
  await expect.poll(() => errorOf(page, 'Slug')).toBe('This slug is already taken');
  await field(page, 'Slug').fill('Not a slug');
  await expect.poll(() => errorOf(page, 'Slug')).toBe('Use lowercase letters, numbers and single hyphens');
});

test('a new resource shows no error before one of its fields is left empty', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  await button(page, 'Add resource').click();
  const title = field(page, 'Title of resource 1');
  await expect.poll(() => title.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(
    await page
      .getByRole('group', { name: 'Additional resources', exact: true })
      .locator('[data-part=error]')
      .count(),
  ).toBe(0);
  await page.keyboard.press('Tab');
  await expect.poll(() => errorOf(page, 'Title of resource 1')).toBe('Title is required');
  expect(
    await page
      .getByRole('group', { name: 'Additional resources', exact: true })
      .locator('[data-part=error]')
      .count(),
  ).toBe(1);
  await button(page, 'Create ocean').click();
  await expect.poll(() => errorOf(page, 'URL of resource 1')).toBe('Must be a valid URL');
  // The resource disappears with its button, so the focus moves to the list.
  await button(page, 'Remove resource 1').press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.querySelector(':scope > legend')?.textContent))
    .toBe('Additional resources');
});

test('a picture is uploaded from the form, and its address is in the field', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page
    .getByLabel('Upload an image')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png });
  await expect.poll(() => field(page, 'Image URL').inputValue()).toMatch(/^\/media\/u\//);
  await page.getByAltText('Cover preview').waitFor();
});

test('a file is imported completely, or refused with a report of its problems', async () => {
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
  expect(await page.getByLabel('Problems in oceans.json').innerText()).toContain(
    'Title must be at least 3 characters',
  );
  await upload.setInputFiles(file([{ title: 'From a file', description: 'It came from a file.' }]));
  await expectToast(page, 'Import finished', '1 ocean, 0 waves, 0 droplets added.', ['Undo']);
  const isListed = async () => (await titles(page)).includes('From a file');
  await expect.poll(isListed).toBe(true);
  await button(page, 'Undo').click();
  await expectToast(page, 'Import undone', '1 ocean moved to the Trash.', ['Undo']);
  await expect.poll(isListed).toBe(false);
  await button(page, 'Undo').click();
  await expect.poll(isListed).toBe(true);
  await button(page, 'Publish From a file').click();
  await expectToast(page, 'Ocean updated', '“From a file” has been published successfully.', ['Undo']);
  await open(page, '/admin/history');
  await page
    .locator('[data-part=audit-log]')
    .getByText(/^maren imported/)
    .waitFor();
  // The audit log shows old and new values with the labels of the forms.
  await page
    .locator('[data-part=audit-log]')
    .getByRole('listitem')
    .filter({ hasText: 'maren updated ocean “From a file”' })
    .filter({ hasText: 'Published: from No to Yes' })
    .first()
    .waitFor();

  // An item with required findings is imported as a draft, and named.
  await open(page, '/admin/content');
  await page.getByText('Import and export').click();
  const its = { title: 'Held back', description: 'It waits for its text.' };
  const text = { ...its, isPublished: true, mediaType: 'text', mediaUrl: '/media/later.md' };
  const droplet = { ...text, writing: { kind: 'text', source: '' } };
  await upload.setInputFiles(file([{ ...its, waves: [{ ...its, droplets: [droplet] }] }]));
  const toast = '1 ocean, 1 wave, 1 droplet added. 1 item became a draft.';
  await expectToast(page, 'Import finished', toast, ['Undo']);
  await page.getByText('1 item is a draft, because something must be done before publishing:').waitFor();
  expect(await page.getByLabel('Drafts from oceans.json').innerText()).toBe(
    'oceans.0.waves.0.droplets.0.isPublished: “Held back” came in as a draft. ' +
      'Nothing is written yet. Write the text, then publish.',
  );

  await page.getByText('The files name what you uploaded, and do not contain it.').waitFor();
  const href = await page.getByRole('link', { name: 'Download all content (JSON)' }).getAttribute('href');
  expect(await (await page.request.get(href ?? '')).text()).toContain('It came from a file.');
});
