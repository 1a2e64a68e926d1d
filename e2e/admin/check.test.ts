import { beforeAll, expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import type { WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, open, row } from './content-page.ts';

/* The check before publishing. */

const site = setUpSite(ADMIN);

let page: WatchedPage;
beforeAll(async () => {
  page = await administrator(site);
});

async function send(method: string, path: string, data: unknown) {
  const answer = await page.request.fetch(path, { method, data, headers: await csrfHeaders(page) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

test('a required finding stops publishing in the list and in the check, and advice does not', async () => {
  const { url } = await send('POST', '/api/writings', { kind: 'text', source: '' });
  const droplet = await send('POST', '/api/droplets', {
    waveId: 1,
    title: 'An Empty Page',
    description: 'Nothing is on it yet.',
    mediaType: 'text',
    mediaUrl: url,
    // An address that the server does not request.
    additionalResources: [{ title: 'Notes', url: 'http://localhost/notes' }],
  });
  await open(page, '/admin/content?tab=droplets&ocean=1&wave=1');
  await button(page, 'Publish An Empty Page').click();
  await expectToast(
    page,
    'Failed to update droplet',
    '“An Empty Page” cannot be published yet. Nothing is written yet. Write the text, then publish.',
  );
  await row(page, 'An Empty Page').getByRole('link', { name: 'Check An Empty Page' }).click();
  await page.getByText('One thing must be done, two would be kind. The rest is in order.').waitFor();
  const checks = page.getByRole('region', { name: 'Checks' }).getByRole('listitem');
  await expect
    .poll(() => checks.locator('b').allInnerTexts())
    .toEqual([
      'Must: nothing is written yet',
      'A link could not be checked',
      'Keywords are missing',
      'Two minutes or less',
    ]);
  expect(await button(page, 'Publish').getAttribute('aria-disabled')).toBe('true');
  await button(page, 'Publish').click({ force: true });

  await page.getByRole('link', { name: /^Write it/ }).click();
  await page.getByLabel('Text of the droplet, in Markdown').fill('A line.');
  await button(page, 'Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  await page.getByText('Nothing must be done. Two things would be kind. The rest is in order.').waitFor();
  const { isPublished } = await (await page.request.get(`/api/droplets/${droplet.id}`)).json();
  expect(isPublished).toBe(false);
  await button(page, 'Publish').click();
  await expectToast(page, 'Droplet updated', '“An Empty Page” has been published successfully.');
  await page.getByRole('heading', { name: '“An Empty Page” is live' }).waitFor();
  await page.getByRole('link', { name: 'Back to An Empty Page' }).click();
  await page.getByRole('link', { name: 'Check before publishing' }).waitFor();
});

test('addresses without an item redirect to the list of items', async () => {
  for (const [address, list] of [
    ['/admin/check', '/admin/content'],
    ['/admin/check?type=ocean&id=none', '/admin/content'],
    ['/admin/captions', '/admin/content'],
    ['/admin/history/versions', '/admin/history'],
  ] as const) {
    await page.goto(address);
    expect(new URL(page.url()).pathname, address).toBe(list);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});

test('a missing item is reported as gone, without a retry button', async () => {
  for (const address of [
    '/admin/check?type=ocean&id=987654',
    '/admin/history/versions?type=ocean&id=987654',
  ]) {
    await page.goto(address);
    await page.getByText('This item is no longer there.').waitFor();
    expect(await button(page, 'Try Again').count(), address).toBe(0);
  }
});
