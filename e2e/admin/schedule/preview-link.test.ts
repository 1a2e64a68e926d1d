import { expect, test } from 'vitest';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { hold } from '../../support/hold.ts';
import { alive, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { PHONE } from '../../support/phone.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, open } from '../content-page.ts';

/* A draft, shown to a person without an account. */

const site = setUpSite(ADMIN);

/** Creates a draft of an ocean. Returns its id. */
async function makeDraft(page: WatchedPage, slug: string): Promise<number> {
  const texts = { slug, title: 'A draft', description: 'Not ready yet.', keywords: [] };
  const data = { ...texts, imageUrl: '/covers/ocean/a.svg', isPublished: false };
  const answer = await page.request.post('/api/oceans', { data, headers: await csrfHeaders(page) });
  return (await answer.json()).id;
}

test('a draft is shown to a friend in three presses on a phone, and the link is revoked in one', async () => {
  const page = await administrator(site, PHONE);
  await open(page, '/admin');
  const id = await makeDraft(page, 'a-draft');
  await open(page, `/oceans/${id}`);
  const ribbon = page.getByRole('complementary', { name: 'Draft' });
  await page.mouse.move(5, 5);
  await ribbon.waitFor();
  await button(page, 'Preview link').tap();
  await button(page, 'Create link').tap();
  const field = page.getByRole('textbox', { name: 'The new link' });
  await field.waitFor();
  await button(page, 'Copy').tap();
  const url = await field.inputValue();

  const friend = await site.newPage(PHONE);
  const seen = async () => (await friend.request.get(`/api/oceans/${id}`)).status();
  expect(await seen()).toBe(404);
  await friend.goto(url);
  await alive(friend);
  expect(new URL(friend.url()).pathname).toBe(`/oceans/${id}`);
  await friend.getByRole('heading', { name: 'A draft' }).waitFor();
  const bar = friend.getByRole('complementary', { name: 'Draft' });
  await bar.getByText('This is a draft.').waitFor();
  await bar.getByText('A link shows it to you before it is public.').waitFor();
  await friend.getByText('This ocean is not public.').waitFor();
  expect(await seen()).toBe(200);

  await button(page, 'Done').tap();
  await button(page, 'Preview link').tap();
  await page.getByText('Opened once.').waitFor();
  await page.getByRole('button', { name: /^Revoke/ }).tap();
  await page.getByText('Opened once.').waitFor({ state: 'detached' });
  expect(await seen()).toBe(404);
  await friend.goto(url);
  await friend.getByRole('heading', { name: 'This link has ended' }).waitFor();
});

test('without scripts, a friend sees that this is a draft, and ends the preview', async () => {
  const page = await administrator(site);
  await open(page, '/admin');
  const id = await makeDraft(page, 'without-scripts');
  const link = { data: { days: 1 }, headers: await csrfHeaders(page) };
  const { url } = await (await page.request.post(`/api/preview-links/ocean/${id}`, link)).json();
  const friend = await site.newPage({ ...PHONE, javaScriptEnabled: false });
  await friend.goto(url);
  const bar = friend.getByRole('complementary', { name: 'Draft' });
  await bar.getByText('This is a draft.').waitFor();
  const { y, height, width } = (await bar.boundingBox()) ?? { y: -1, height: 0, width: 0 };
  expect([y, width]).toEqual([0, 390]);
  expect(height).toBeGreaterThan(44);
  await button(friend, 'End preview').tap();
  await friend.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(friend.url()).pathname).toBe('/');
  expect(await bar.count()).toBe(0);
  // With scripts, the script's bar replaces the server's.
  const other = await site.newPage(PHONE);
  const answer = await other.goto(url);
  expect(await answer?.text()).toContain('data-part="served-bar"');
  await alive(other);
  await other.locator('[data-part=served-bar]').waitFor({ state: 'detached' });
  await button(other, 'End preview').waitFor();
  expect(await other.getByRole('complementary', { name: 'Draft' }).count()).toBe(1);
  expect(other.problems).toEqual([]);
});

test('each pressed link is revoked, and the focus stays in the dialog', async () => {
  const page = await administrator(site);
  await open(page, '/admin');
  const id = await makeDraft(page, 'two-links');
  await open(page, `/oceans/${id}`);
  await page.mouse.move(5, 5);
  await button(page, 'Preview link').click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Ines', 'Kit']) {
    await page.getByLabel('For whom').fill(name);
    await page.getByRole('button', { name: /^Create / }).click();
    await dialog.getByText(name, { exact: true }).waitFor();
  }
  const answer = await hold(page, /\/api\/preview-links\//, 'DELETE');
  await button(page, 'Revoke the link for Ines').press('Enter');
  await button(page, 'Revoke the link for Kit').press('Enter');
  answer();
  await button(page, 'Revoke the link for Ines').waitFor({ state: 'detached' });
  await button(page, 'Revoke the link for Kit').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('FORM');
});

test('a double click creates one link, because a second link’s address would be lost', async () => {
  const page = await administrator(site);
  await open(page, '/admin');
  const id = await makeDraft(page, 'pressed-twice');
  await open(page, `/oceans/${id}`);
  await page.mouse.move(5, 5);
  await button(page, 'Preview link').click();
  await button(page, 'Create link').dblclick();
  await page.getByRole('textbox', { name: 'The new link' }).waitFor();
  const links = await page.request.get(`/api/preview-links/ocean/${id}`);
  expect(await links.json()).toHaveLength(1);
});

test('the address of a revoked link is no longer offered', async () => {
  const page = await administrator(site);
  await open(page, '/admin');
  const id = await makeDraft(page, 'a-mistake');
  await open(page, `/oceans/${id}`);
  await page.mouse.move(5, 5);
  await button(page, 'Preview link').click();
  await page.getByLabel('For whom').fill('Somebody else');
  await button(page, 'Create link').click();
  await page.getByRole('textbox', { name: 'The new link' }).waitFor();
  await button(page, 'Revoke the link for Somebody else').click();
  await button(page, 'Create link').waitFor();
  expect(await page.getByRole('textbox', { name: 'The new link' }).count()).toBe(0);
});

test('a public item has no ribbon', async () => {
  const page = await administrator(site);
  await open(page, '/oceans/1');
  await page.getByRole('button', { name: 'Account: maren' }).click();
  await button(page, 'View as free member').waitFor();
  expect(await page.getByRole('complementary', { name: 'Draft' }).count()).toBe(0);
});

test('the menu of an item’s page leads to its form', async () => {
  const page = await administrator(site);
  await open(page, '/droplets/3');
  await page.getByRole('button', { name: 'Account: maren' }).click();
  await page.getByRole('link', { name: 'Edit this droplet' }).click();
  await page.getByRole('heading', { name: 'Edit droplet' }).waitFor();
  const { title } = await (await page.request.get('/api/droplets/3')).json();
  expect(await page.getByLabel('Title').first().inputValue()).toBe(title);
});
