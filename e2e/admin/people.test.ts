import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alive, type OpenSite, openSite, type WatchedPage } from '../support/open-site.ts';
import { ADMIN, administrator, button, open } from './content-page.ts';

/* User Management: the owner finds a person, and reads why they can or cannot get in. */

const PASSWORD = 'Quiet-Harbour-27';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ ...ADMIN, DEMO: 'false' });
});
afterAll(async () => {
  await site.close();
});

const rows = (page: WatchedPage) => page.locator('main table tbody tr');
const names = (page: WatchedPage) => rows(page).locator('th b').allInnerTexts();

/** Creates an account in a browser of its own, as a person does. */
async function register(username: string, email: string): Promise<void> {
  const page = await site.newPage();
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  const answer = await page.request.post('/api/register', {
    data: { username, email, password: PASSWORD, confirmPassword: PASSWORD },
    headers: { origin: site.url, 'csrf-token': csrfToken },
  });
  expect(answer.status()).toBe(201);
  await page.close();
}

/** Writes what a mailbox and a payment would have done. */
function change(statement: string): void {
  const database = new DatabaseSync(join(site.dataDir, 'stillwater.db'));
  database.exec(statement);
  database.close();
}

test('the owner finds a paying member on a phone, and reads what they may open and why', async () => {
  await register('Maren Okafor', 'okafor@example.org');
  await register('Temi Bright', 'temi@example.org');
  const visitor = await site.newPage();
  for (const email of ['okafor@example.org', 'nowak@example.org'])
    await visitor.request.post('/api/email-signup', { data: { email }, headers: { origin: site.url } });
  const until = Date.now() + 20 * 24 * 60 * 60_000;
  change(`update users set role = 'subscriber', subscriber_until = ${until}, email_verified_at = 1
    where email_key = 'okafor@example.org'`);

  const page = await administrator(site, { viewport: { width: 390, height: 844 } });
  await open(page, '/admin');
  await page.getByRole('link', { name: 'User Management' }).click();
  await page.getByRole('heading', { level: 1, name: 'User Management' }).waitFor();
  await expect.poll(() => page.getByRole('status').first().innerText()).toBe('4 people');
  expect((await names(page)).sort()).toEqual(['Maren Okafor', 'No name yet', 'Temi Bright', 'maren']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('searchbox').fill('OKAF');
  await expect.poll(() => names(page)).toEqual(['Maren Okafor']);
  expect(await rows(page).locator('mark').allInnerTexts()).toEqual(['Okaf', 'okaf']);
  expect(await rows(page).innerText()).toContain('Paying');
  expect(new URL(page.url()).search).toBe('?search=OKAF');

  await page.getByRole('link', { name: 'Maren Okafor' }).click();
  await page.getByRole('heading', { level: 1, name: 'Maren Okafor' }).waitFor();
  const why = page.locator('[data-part=why]');
  expect(await why.innerText()).toMatch(
    /^Maren Okafor can open everything until .*, because they have paid\./,
  );
  await page.getByText('Joined to this account by proven address.').waitFor();
  await page.getByText('Created their account').waitFor();
  await page.getByRole('heading', { name: 'Mails sent' }).waitFor();
  expect(await page.getByRole('rowheader').first().innerText()).toContain('Confirm your email');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(['Maren Okafor']);
  expect(page.problems).toEqual([]);
});

test('the list is filtered and sorted, by keyboard too, and says when nobody is found', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users?order=name');
  await button(page, 'Email only 1').press('Enter');
  await expect.poll(() => names(page)).toEqual(['No name yet']);
  expect(new URL(page.url()).search).toBe('?state=email-only&order=name');
  await button(page, 'Everyone 4').click();
  await page.getByRole('columnheader', { name: 'Since' }).getByRole('button').press('Enter');
  await expect.poll(() => names(page)).toEqual(['No name yet', 'Temi Bright', 'Maren Okafor', 'maren']);
  expect(await page.locator('th[aria-sort=descending]').innerText()).toBe('Since');
  await page.locator('main h1').click();
  await page.keyboard.press('/');
  await page.keyboard.type('nobody');
  await page.getByText('Nobody here by that name. Try part of the address.').waitFor();
  await page.reload();
  await alive(page);
  expect(await page.getByRole('searchbox').inputValue()).toBe('nobody');
  await page.getByRole('searchbox').fill('temi');
  await expect.poll(() => names(page)).toEqual(['Temi Bright']);
  const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  const csv = await (await page.request.get(href ?? '')).text();
  expect(csv.split('\r\n').slice(1, -1)).toEqual([expect.stringContaining('Temi Bright,temi@example.org')]);
  expect(page.problems).toEqual([]);
});

test('a person who was erased meanwhile is no longer there, and the page says so', async () => {
  const page = await administrator(site);
  expect((await page.request.get('/admin/users/987654')).status()).toBe(404);
  await open(page, '/admin/users?search=nowak');
  change("delete from email_signups where email_key = 'nowak@example.org'");
  await page.getByRole('link', { name: 'No name yet' }).click();
  await page.getByText(/does not exist any more|404 Page Not Found/).waitFor();
});
