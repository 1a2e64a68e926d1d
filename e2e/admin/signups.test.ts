import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import { alive, type OpenSite, openSite } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { ADMIN, administrator, expectToast, open } from './content-page.ts';

/* Content management: the email signups. */

/** A site without content. */
let empty: OpenSite;
beforeAll(async () => {
  empty = await openSite({ ...ADMIN, DEMO: 'false' });
});
afterAll(async () => {
  await empty.close();
});

test('email signups are listed, searched, revoked and granted', async () => {
  const page = await administrator(empty);
  await open(page, '/admin/content?tab=signups');
  expect(await page.getByText('No email signups yet').isVisible()).toBe(true);
  const visitor = await empty.newPage();
  for (const email of ['first@example.org', 'second@example.org'])
    await visitor.request.post('/api/email-signup', { data: { email }, headers: { origin: empty.url } });
  await page.reload();
  await page.getByRole('cell', { name: 'second@example.org', exact: true }).waitFor();
  await alive(page);
  await page.getByPlaceholder('Search addresses').fill('first');
  await expect.poll(() => page.locator('main table tbody tr').count()).toBe(1);
  const line = page.locator('main table tbody tr');
  expect(await line.innerText()).toContain('Has Access');
  expect(await line.innerText()).toContain('landing');
  const created = (await line.locator('time').getAttribute('datetime')) ?? '';
  expect(Math.abs(Date.now() - Date.parse(created))).toBeLessThan(60_000);
  expect(await line.locator('time').innerText()).toContain(String(new Date().getFullYear()));
  // Revoking asks for confirmation.
  const question = page.getByRole('alertdialog', { name: 'Revoke access?' });
  await button(page, 'Revoke the access of first@example.org').click();
  await button(question, 'Cancel').click();
  expect(await line.innerText()).toContain('Has Access');
  await button(page, 'Revoke the access of first@example.org').click();
  await button(question, 'Revoke').click();
  await expectToast(page, 'Access revoked', 'first@example.org can no longer enter.');
  await expect.poll(() => line.innerText()).toContain('Access Revoked');
  await button(page, 'Grant Access to first@example.org').click();
  await expectToast(page, 'Access granted', 'first@example.org can enter again.');
  await expect.poll(() => line.innerText()).toContain('Has Access');
  const csv = await page.request.get(
    (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '',
  );
  expect(await csv.text()).toContain('first@example.org');
  expect(await csv.text()).not.toContain('second@example.org');
  // Erasing asks for confirmation, too.
  await button(page, 'Erase first@example.org').click();
  await button(page.getByRole('alertdialog', { name: 'Erase this address?' }), 'Erase').click();
  await expectToast(page, 'Address erased', 'Nothing about this address is stored any more.');
  await page.getByText('No emails match this search.').waitFor();
  // The row disappears with its button, so the focus moves to the list.
  const part = () => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby'));
  await expect.poll(part).toBe('signups-title');
  expect(page.problems).toEqual([]);
});

test('a long list of signups loads page by page', async () => {
  const database = openDatabase(empty.dataDir);
  const insert = database.prepare(
    'insert into email_signups (email, email_key, source, has_access, created_at) values (?, ?, ?, 1, ?)',
  );
  for (let n = 0; n < 120; n += 1) insert.run(`many${n}@example.net`, `many${n}@example.net`, 'home', n);
  database.close();
  const { page, lines } = await openMany();
  await button(page, 'Load more').click();
  await expect.poll(() => lines.count()).toBe(100);
  await button(page, 'Load more').click();
  await expect.poll(() => lines.count()).toBe(120);
  expect(await button(page, 'Load more').count()).toBe(0);
});

/** Opens the list of the 120 addresses, of which 50 rows are loaded. */
async function openMany() {
  const page = await administrator(empty);
  await open(page, '/admin/content?tab=signups');
  await page.getByPlaceholder('Search addresses').fill('many');
  await page.getByText('120 addresses found').waitFor();
  const lines = page.locator('main table tbody tr');
  await expect.poll(() => lines.count()).toBe(50);
  return { page, lines };
}

test('a next page that fails to load keeps the rows, and loads at the second press', async () => {
  const { page, lines } = await openMany();
  await page.route(/\/api\/email-signups\?.*cursor=/, (route) => route.abort(), { times: 1 });
  await button(page, 'Load more').click();
  await page.getByRole('alert').filter({ hasText: 'More could not be loaded.' }).waitFor();
  expect(await lines.count()).toBe(50);
  await button(page, 'Load more').click();
  await expect.poll(() => lines.count()).toBe(100);
});
