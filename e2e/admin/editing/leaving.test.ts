import { beforeAll, beforeEach, expect, test } from 'vitest';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { demoIds } from '../../support/demo-ids.ts';
import { hold } from '../../support/hold.ts';
import { idle, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, asksToClose, field, open } from '../content-page.ts';

/* Leaving a page of the administration while an upload, a call or a draft is in progress. */

const site = setUpSite(ADMIN);

let ids: Record<string, number>;
let page: WatchedPage;
beforeAll(async () => {
  ids = await demoIds(site);
});
beforeEach(async () => {
  page = await administrator(site);
  // No upload starts, so each stays in progress.
  await hold(page, /\/api\/resumable-uploads/, 'POST');
});

/** Sends a call as the page's reader. */
async function post(path: string, data: unknown) {
  const answer = await page.request.post(path, { data, headers: await csrfHeaders(page) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

const upload = (label: string, name: string) =>
  page.getByLabel(label, { exact: true }).setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('as good as any, because it never arrives'),
  });
const question = () => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
/** Responds to the confirmation dialog, which must name only the file. */
async function answer(label: 'Keep editing' | 'Discard', name: string): Promise<void> {
  await question().getByText(`The upload of ${name} stops.`).waitFor();
  expect(await question().getByText('has not been saved').count()).toBe(0);
  await button(question(), label).click();
  await question().waitFor({ state: 'detached' });
}

/**
 * Checks that following the link or closing the page asks for confirmation. Keeps the page first, then leaves
 * it.
 */
async function linkAsks(link: RegExp, name: string): Promise<void> {
  const path = new URL(page.url()).pathname;
  const way = page.getByRole('main').getByRole('link', { name: link }).first();
  expect(await asksToClose(page)).toBe(true);
  await way.click();
  await answer('Keep editing', name);
  expect(new URL(page.url()).pathname).toBe(path);
  await way.click();
  await answer('Discard', name);
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(path);
  await expect.poll(() => asksToClose(page)).toBe(false);
}

test('Save waits for a logo’s upload, and Cancel, tab and link ask before they cancel it', async () => {
  await post('/api/settings', { key: 'site.logo', value: '/logo.svg', category: 'branding' });
  await open(page, '/admin/settings?tab=branding');
  await button(page, 'Edit site.logo').click();
  const editing = page.getByRole('form', { name: 'Edit setting' });
  await upload('Upload a logo', 'logo.png');
  await editing.getByRole('progressbar', { name: /logo\.png/ }).waitFor();
  await button(editing, 'Save changes').click();
  await editing.getByRole('alert').filter({ hasText: 'logo.png is still uploading.' }).waitFor();
  await button(editing, 'Cancel').click();
  await answer('Keep editing', 'logo.png');
  await page.getByRole('tab', { name: 'General' }).click();
  await answer('Keep editing', 'logo.png');
  await editing.getByRole('progressbar', { name: /logo\.png/ }).waitFor();
  await linkAsks(/^Back to Admin/, 'logo.png');
  expect(page.problems).toEqual([]);
});

test('leaving a new setting asks before its logo’s upload is canceled', async () => {
  await open(page, '/admin/settings?tab=branding');
  await page.getByRole('form', { name: 'Create New Setting' }).getByLabel('Key').fill('site.logo');
  await upload('Upload a logo', 'logo.png');
  await page.getByRole('progressbar', { name: /logo\.png/ }).waitFor();
  await page.getByRole('link', { name: /^Back to Admin/ }).click();
  await question().getByText('What you typed has not been saved.').waitFor();
  await question().getByText('The upload of logo.png stops.').waitFor();
});

test('leaving a text asks before the upload of its picture is canceled', async () => {
  const { url } = await post('/api/writings', { kind: 'text', source: 'One line.' });
  const { id } = await post('/api/droplets', {
    waveId: 1,
    title: 'With a picture',
    description: 'It comes late.',
    mediaType: 'text',
    mediaUrl: url,
  });
  await open(page, `/admin/droplets/${id}/writing`);
  await upload('Picture for the text', 'shore.png');
  await page.getByRole('progressbar', { name: 'Uploading shore.png' }).waitFor();
  await linkAsks(/^Check/, 'shore.png');
  expect(page.problems).toEqual([]);
});

test('leaving captions, also for another language, asks before their upload is canceled', async () => {
  await open(page, `/admin/captions?droplet=${ids['finish-the-sentence']}`);
  await upload('Import SRT or WebVTT', 'shore.vtt');
  await page.getByRole('progressbar', { name: /shore\.vtt/ }).waitFor();
  await button(page, 'Add language').click();
  await answer('Keep editing', 'shore.vtt');
  await linkAsks(/^Back to /, 'shore.vtt');
  expect(page.problems).toEqual([]);
});

test('leaving an import asks before the uploads of its folder are canceled', async () => {
  await open(page, '/admin/import');
  await upload('Choose files', 'shore.mp4');
  await page.getByText('0 of 1 file uploaded').waitFor();
  await linkAsks(/^Cancel/, 'shore.mp4');
  expect(page.problems).toEqual([]);
});

test('leaving an import, or replacing its files, asks before typed titles are discarded', async () => {
  await page.unrouteAll();
  await open(page, '/admin/import');
  await upload('Choose files', 'shore.mp4');
  await page.getByRole('alert').filter({ hasText: 'shore.mp4: ' }).waitFor();
  await expect.poll(() => asksToClose(page)).toBe(false);
  await page.getByLabel(/^Title of droplet/).fill('The shore at six');
  await expect.poll(() => asksToClose(page)).toBe(true);
  await upload('Choose files', 'shell.mp4');
  await question().getByText('What you typed has not been saved.').waitFor();
  await button(question(), 'Keep editing').click();
  expect(await page.getByLabel(/^Title of droplet/).inputValue()).toBe('The shore at six');
  // Choosing the same files again keeps the titles.
  await upload('Choose files', 'shore.mp4');
  expect(await question().count()).toBe(0);
  await expect.poll(() => page.getByLabel(/^Title of droplet/).inputValue()).toBe('The shore at six');
});

test('a late response to creating a gift code closes no other form', async () => {
  await open(page, '/admin/users/gifts?new');
  const made = await hold(page, /\/api\/gift-codes/, 'POST');
  await button(page, 'Create code').click();
  await button(page, 'One moment...').waitFor();
  await button(page, 'Cancel').click();
  await page.getByRole('link', { name: 'Create gift code' }).click();
  await page.getByLabel(/^Send an invitation to/).fill('kit@example.org');
  made();
  await page.locator('[data-part=toast]').getByText('Pass it on with its link.').waitFor();
  expect(await page.getByLabel(/^Send an invitation to/).inputValue()).toBe('kit@example.org');
  // The browser also asks before a reload discards the long list of addresses.
  expect(await asksToClose(page)).toBe(true);
  await page.getByLabel(/^Send an invitation to/).fill('');
  await expect.poll(() => asksToClose(page)).toBe(false);
});

/**
 * Leaves the page for the dashboard by way of the people list, releases the response, and waits for its
 * effect.
 */
async function leaveBefore(release: () => void): Promise<void> {
  await page.getByRole('link', { name: 'Back to User Management' }).click();
  await page.getByRole('heading', { level: 1, name: 'User Management' }).waitFor();
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  const late = page.waitForResponse((response) => response.request().method() === 'DELETE');
  release();
  await (await late).finished();
  await idle(page);
  expect(new URL(page.url()).pathname).toBe('/admin');
}

test('a late response to discarding a file of members does not bring its page back', async () => {
  await open(page, '/admin/users/import');
  const buffer = Buffer.from('email\nkit@example.org\n');
  await page.getByLabel('Choose file').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer });
  const discard = button(page, 'Discard');
  await discard.waitFor();
  const release = await hold(page, /\/api\/member-imports\//, 'DELETE');
  await discard.click();
  await leaveBefore(release);
});

test('a late response to erasing a person does not bring the list back', async () => {
  const headers = { origin: site.url };
  const visitor = await site.newPage();
  await visitor.request.post('/api/email-signup', { data: { email: 'late@example.org' }, headers });
  const [{ id }] = await (await page.request.get('/api/email-signups?search=late@example.org')).json();
  await open(page, `/admin/users/signups/${id}`);
  await button(page, 'Erase').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('late@example.org');
  const release = await hold(page, /\/api\/people\//, 'DELETE');
  await button(dialog, 'Erase').click();
  await leaveBefore(release);
});

test('text that a slow disk was storing when its page was left is offered again', async () => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('slow-disk') !== null) return;
    sessionStorage.setItem('slow-disk', '');
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      const request = put.call(this, value, key);
      // IndexedDB does not commit a transaction with a pending request.
      const goOn = () => this.count().addEventListener('success', goOn);
      request.addEventListener('success', goOn);
      document.documentElement.dataset.writes = '';
      return request;
    };
  });
  await open(page, '/admin/content?edit=1');
  await expect.poll(() => field(page, 'Title').inputValue()).not.toBe('');
  await field(page, 'Title').fill('Words on their way');
  await page.locator('html[data-writes]').waitFor();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await button(page, 'Bring back').click();
  expect(await field(page, 'Title').inputValue()).toBe('Words on their way');
});
