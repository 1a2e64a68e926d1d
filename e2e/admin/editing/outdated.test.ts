import { expect, test } from 'vitest';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import type { WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, field, open, row } from '../content-page.ts';

/* Pages whose data was changed by another administrator or on another page of the administration. */

const site = setUpSite(ADMIN);

async function anOcean(page: WatchedPage, title: string): Promise<{ id: number; version: number }> {
  const data = { title, description: 'An ocean to try.', imageUrl: '/covers/ocean/a.svg' };
  const answer = await page.request.post('/api/oceans', { data, headers: await csrfHeaders(page) });
  expect(answer.status()).toBe(201);
  return answer.json();
}

test('text for an item that somebody else deletes stays, and is saved once it is restored', async () => {
  const page = await administrator(site);
  const { id } = await anOcean(page, 'Deleted meanwhile');
  await anOcean(page, 'Another one');
  await open(page, `/admin/content?edit=${id}`);
  await field(page, 'Description').fill('Words that took an hour.');
  const deleted = await page.request.delete(`/api/oceans/${id}`, { headers: await csrfHeaders(page) });
  expect(deleted.status()).toBe(204);
  await button(page, 'Save changes').click();
  await expectToast(
    page,
    'Failed to update ocean',
    'It was deleted. What you typed is still here: restore the ocean in the Trash, then save again.',
  );
  await row(page, 'Deleted meanwhile').waitFor({ state: 'detached' });
  expect(await field(page, 'Description').inputValue()).toBe('Words that took an hour.');
  await button(page, 'Publish Another one').click();
  await expectToast(page, 'Ocean updated', '“Another one” has been published successfully.', ['Undo']);
  expect(await field(page, 'Description').inputValue()).toBe('Words that took an hour.');
  const restored = await page.request.post('/api/trash/restore', {
    data: { type: 'ocean', ids: [id] },
    headers: await csrfHeaders(page),
  });
  expect(restored.status()).toBe(200);
  await button(page, 'Save changes').click();
  await expectToast(page, 'Ocean updated', '“Deleted meanwhile” has been updated successfully.');
  await row(page, 'Deleted meanwhile').getByText('Words that took an hour.').waitFor();
});

test('an import with a lost response is not reported as failed, and its items are listed', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  await page.getByText('Import and export').click();
  await page.route('**/api/catalogue/import', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const oceans = [{ title: 'Imported unheard', description: 'It came from a file.' }];
  await page.getByLabel('Import oceans from a JSON file').setInputFiles({
    name: 'oceans.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ oceans })),
  });
  const advice = 'Look at the list before you choose the file again: it may have been imported.';
  await expectToast(page, 'No answer came', advice);
  await row(page, 'Imported unheard').waitFor();
  expect(await page.getByText('was not imported').count()).toBe(0);
});

test('a deletion and a copy whose responses are lost are not reported as failed', async () => {
  const page = await administrator(site);
  await anOcean(page, 'Gone unheard');
  await open(page, '/admin/content');
  const calls = /\/api\/oceans\/\d+/;
  await page.route(calls, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Duplicate Gone unheard').click();
  await expectToast(page, 'No answer came', /^It may have been done\./);
  await row(page, 'Gone unheard').nth(1).waitFor();
  await button(page, 'Delete Gone unheard').first().click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await row(page, 'Gone unheard').nth(1).waitFor({ state: 'detached' });
  await expectToast(page, 'No answer came', /^It may have been done\./);
});

test('the history, opened again, has a text’s change that was made meanwhile', async () => {
  const page = await administrator(site);
  await open(page, '/admin/history');
  const log = page.locator('[data-part=audit-log]');
  await log.waitFor();
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await page.getByRole('link', { name: 'Texts and mails' }).click();
  await page.getByRole('textbox').first().fill('Still, and deep');
  await button(page, 'Save').click();
  await expectToast(page, 'Text saved', /./, ['Undo']);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await log.getByText('Still, and deep').waitFor();
});

test('the open form shows that its item was published in the list', async () => {
  const page = await administrator(site);
  const { id, version } = await anOcean(page, 'Live early');
  const planned = await page.request.put(`/api/schedule/ocean/${id}`, {
    data: {
      expectedVersion: version,
      publish: { local: '2031-02-03T07:00', timeZone: 'UTC' },
      unpublish: null,
    },
    headers: await csrfHeaders(page),
  });
  expect(planned.status()).toBe(200);
  await open(page, `/admin/content?edit=${id}`);
  const words = page.getByText('“Live early” goes live on');
  await words.waitFor();
  await button(page, 'Publish Live early').click();
  await button(page, 'Take down at a time').waitFor();
  await words.waitFor({ state: 'detached' });
});
