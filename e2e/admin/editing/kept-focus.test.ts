import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { idle, type OpenSite, openSite, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { ADMIN, administrator, field, open } from '../content-page.ts';

/* Buttons that go with their own press: keys go on from where they were, not from the top of the page. */

let site: OpenSite;
let page: WatchedPage;
beforeAll(async () => {
  site = await openSite(ADMIN);
  page = await administrator(site);
});
afterAll(() => site.close());

/** Whether something has the focus. Engines other than this one go on from the top of the page without it. */
const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);

async function opened(path: string): Promise<void> {
  await open(page, path);
  await idle(page);
}

test('the focus stays in the form after an exercise was begun', async () => {
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

test('the focus stays among the gift codes after a dialog that another page has opened', async () => {
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
