import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { idle, type OpenSite, openSite, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { ADMIN, administrator, field, focused, open } from '../content-page.ts';

/*
 * Buttons that disappear when they are pressed: the focus stays near them instead of moving to the top of the
 * page.
 */

let site: OpenSite;
let page: WatchedPage;
beforeAll(async () => {
  site = await openSite(ADMIN);
  page = await administrator(site);
});
afterAll(() => site.close());

/** Tells whether an element has the focus. Without it, other engines continue at the top of the page. */
const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);

async function opened(path: string): Promise<void> {
  await open(page, path);
  await idle(page);
}

test('the focus stays in the form after an exercise was started', async () => {
  await opened('/admin/content?tab=droplets&ocean=1&wave=1');
  await field(page, 'Media type').selectOption('interactive');
  await button(page, 'Write it here').press('Enter');
  await page.getByText('Save this droplet, then write its exercise.').waitFor();
  await expect.poll(hasFocus).toBe(true);
});

test('the focus stays on the page of the check after publishing', async () => {
  const data = { title: 'Soon to be live', description: 'It is ready.', imageUrl: '/covers/ocean/a.svg' };
  const answer = await page.request.post('/api/oceans', { data, headers: await csrfHeaders(page) });
  await opened(`/admin/check?type=ocean&id=${(await answer.json()).id}`);
  await button(page, 'Publish').press('Enter');
  await page.getByText('This ocean is published.').waitFor();
  await expect.poll(hasFocus).toBe(true);
});

test('the focus stays among the versions after the last difference was restored', async () => {
  const headers = await csrfHeaders(page);
  await page.request.put('/api/oceans/2', { data: { description: 'A change to take back.' }, headers });
  await opened('/admin/history/versions?type=ocean&id=2');
  await button(page, 'Restore description').press('Enter');
  await page.getByText('Nothing differs from the present.').waitFor();
  await expect.poll(hasFocus).toBe(true);
});

test('the focus stays among the gift codes after a dialog opened from another page', async () => {
  await opened('/admin/users');
  await page.getByRole('link', { name: 'Create gift code' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Code').press('Enter');
  await button(page, 'Copy link').waitFor();
  await expect.poll(hasFocus).toBe(true);
  await opened('/admin/users');
  await page.getByRole('link', { name: 'Create gift code' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Code').press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(hasFocus).toBe(true);
});

test('the heading of the waves has the focus after their ocean was opened from its row', async () => {
  await opened('/admin/content');
  await button(page, 'Waves of Focus').press('Enter');
  await expect.poll(() => focused(page)).toBe('Waves in Focus');
  await button(page, 'Droplets of One Thing at a Time').press('Enter');
  await expect.poll(() => focused(page)).toBe('Droplets in One Thing at a Time');
});

test('a row that is selected stays in sight under the bar that comes with it', async () => {
  await page.setViewportSize({ width: 1280, height: 660 });
  await opened('/admin/content?tab=droplets&ocean=1&wave=1');
  const first = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
  await first.press('Space');
  await page.getByText('1 droplet selected').waitFor();
  const isInSight = await first.evaluate((box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === box;
  });
  expect(isInSight).toBe(true);
});

test('the focus stays on a person’s page after an action whose button goes', async () => {
  const data = { username: 'temi', email: 'temi@example.org', password: 'Quiet-Harbour-27' };
  const other = await site.newPage();
  await other.request.post('/api/register', { data: { ...data, confirmPassword: data.password } });
  await other.close();
  await opened('/admin/users?search=temi');
  await page.getByRole('link', { name: 'temi' }).press('Enter');
  await button(page, 'Disable').press('Enter');
  await button(page.getByRole('alertdialog'), 'Disable account').press('Enter');
  await button(page, 'Enable account').waitFor();
  await expect.poll(hasFocus).toBe(true);
  await button(page, 'Enable account').press('Enter');
  await button(page, 'Disable').waitFor();
  await expect.poll(hasFocus).toBe(true);
});
