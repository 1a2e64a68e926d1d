import { expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import { countPresses } from '../../support/count-presses.ts';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { alive, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, open } from '../content-page.ts';

/* User Management: the owner finds a person, and reads why they can or cannot log in. */

const PASSWORD = 'Quiet-Harbour-27';

const site = setUpSite({ ...ADMIN, DEMO: 'false' });

const rows = (page: WatchedPage) => page.locator('main table tbody tr');
const names = (page: WatchedPage) => rows(page).locator('th b').allInnerTexts();

/** Registers an account in a separate browser context. */
async function register(username: string, email: string): Promise<void> {
  const page = await site.newPage();
  const answer = await page.request.post('/api/register', {
    data: { username, email, password: PASSWORD, confirmPassword: PASSWORD },
    headers: { origin: site.url, ...(await csrfHeaders(page)) },
  });
  expect(answer.status()).toBe(201);
  await page.close();
}

/** Changes the database as a mailbox or a payment would. */
function change(statement: string): void {
  const database = openDatabase(site.dataDir);
  database.exec(statement);
  database.close();
}

test('the owner finds a paying member on a phone, and reads their access and its reason', async () => {
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
  // The end of their access is aligned with the text before it, beside its label.
  const end = await rows(page).locator('td[data-l=Access] time').boundingBox();
  expect(end?.x).toBeGreaterThan(((await rows(page).boundingBox())?.x ?? 0) + 100);
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

test('on a phone, three presses show why a member cannot log in, and two more grant a year', async () => {
  const page = await administrator(site, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await open(page, '/admin');
  const { press, count } = countPresses();
  await press(page.getByRole('link', { name: 'User Management' }));
  await press(page.getByRole('searchbox'));
  await page.keyboard.type('temi');
  await expect.poll(() => names(page)).toEqual(['Temi Bright']);
  await press(page.getByRole('link', { name: 'Temi Bright' }));
  const why = page.locator('[data-part=why]');
  await expect.poll(() => why.innerText()).toContain('Temi Bright can open free oceans and samples.');
  await page.getByText('Not confirmed: it may be another person’s.').waitFor();
  expect(await page.getByRole('rowheader').first().innerText()).toContain('Confirm your email');
  expect(count()).toBe(3);

  await press(button(page, 'Grant access'));
  const dialog = page.getByRole('dialog', { name: 'Grant access to Temi Bright' });
  await dialog.getByText('It is in the log, and in their own copy of their data.').waitFor();
  const day = await dialog.getByLabel('Until').inputValue();
  expect(Number(day.slice(0, 4))).toBe(new Date().getFullYear() + 1);
  await page.keyboard.press('Enter');
  await dialog.getByText('Write a reason').waitFor();
  await page.keyboard.type('Helped with the first recordings');
  await press(button(dialog, 'Grant access'));
  await expect
    .poll(() => why.innerText())
    .toMatch(/^Temi Bright can open everything until .*, because maren granted it\./);
  expect(count()).toBe(5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await button(page, 'Undo').click();
  await expect.poll(() => why.innerText()).toContain('can open free oceans and samples.');
  const log = page.locator('[data-part=log]');
  await log.getByText('maren gave “Temi Bright” access for a time: Helped with').waitFor();
  await log.getByText('maren withdrew access that “Temi Bright” was given').waitFor();
  expect(page.problems).toEqual([]);
});

test('the list is filtered and sorted, also by keyboard, and says when nobody is found', async () => {
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

test('the page of a person who was erased meanwhile says that they do not exist', async () => {
  const page = await administrator(site);
  expect((await page.request.get('/admin/users/987654')).status()).toBe(404);
  await open(page, '/admin/users?search=nowak');
  change("delete from email_signups where email_key = 'nowak@example.org'");
  await page.getByRole('link', { name: 'No name yet' }).click();
  await page.getByText(/does not exist any more|404 Page Not Found/).waitFor();
});

test('the owner sends a link, ends sessions, revokes, restores, disables, enables and erases', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users?search=temi');
  await page.getByRole('link', { name: 'Temi Bright' }).click();
  await page.getByRole('heading', { level: 1, name: 'Temi Bright' }).waitFor();
  change("update users set email_verified_at = 1 where email_key = 'temi@example.org'");
  await page.request.post('/api/email-signup', {
    data: { email: 'temi@example.org' },
    headers: { origin: site.url },
  });
  await page.reload();
  await alive(page);
  const question = page.getByRole('alertdialog');
  const log = page.locator('[data-part=log]');
  const reason = page.locator('[data-part=why]');

  await button(page, 'Send sign-in link').click();
  await button(question, 'Send link').click();
  await expectToast(page, 'Link sent', 'temi@example.org gets a sign-in link.');
  await log.getByText('maren sent a sign-in link to “Temi Bright”').waitFor();

  await button(page, 'End all sessions').click();
  await page.getByText('Temi Bright is logged out on 1 device within 5 seconds.').waitFor();
  await button(question, 'Cancel').click();
  await page.getByText('Logged in on 1 device.').waitFor();
  await button(page, 'End all sessions').click();
  await button(question, 'End sessions').click();
  await page.getByText('Logged in nowhere.').waitFor();

  await button(page, 'Revoke').click();
  await button(question, 'Revoke access').click();
  await expect
    .poll(() => reason.innerText())
    .toMatch(/^Temi Bright cannot enter, because maren revoked access on /);
  await button(page, 'Restore access').click();
  await expect.poll(() => reason.innerText()).toContain('can open free oceans and samples.');

  await button(page, 'Disable').click();
  await button(question, 'Disable account').click();
  await expect
    .poll(() => reason.innerText())
    .toMatch(/^Temi Bright cannot log in, because the account was disabled on /);
  await button(page, 'Enable account').click();
  await expectToast(page, 'Account enabled', 'Temi Bright can log in again.');
  // The button belongs to the person's new state and is above the next button, which it moves.
  await button(page, 'Disable').waitFor();

  await button(page, 'Erase').click();
  expect(await button(question, 'Erase').getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Type temi@example.org to confirm').fill('TEMI@example.org');
  await button(question, 'Erase').click();
  await expectToast(page, 'Person erased', 'Only payments stay, without a name.');
  await page.getByRole('heading', { level: 1, name: 'User Management' }).waitFor();
  await expect.poll(() => names(page)).not.toContain('Temi Bright');
  expect(page.problems).toEqual([]);
});

test('an outdated page names who changed the person, and one’s own account cannot be erased', async () => {
  await register('Jo Alvarez', 'jo@example.org');
  const page = await administrator(site);
  await open(page, '/admin/users?search=jo@');
  await page.getByRole('link', { name: 'Jo Alvarez' }).click();
  await button(page, 'Disable').waitFor();
  // A change by another administrator at the command line.
  change(`insert into audit_log (at, user_id, action, item_type, item_id, title)
    select 1, null, 'revoked', 'account', cast(id as text), username from users
    where username = 'Jo Alvarez'`);
  await button(page, 'Disable').click();
  await button(page.getByRole('alertdialog'), 'Disable account').click();
  await expectToast(
    page,
    'The account was not changed',
    'Somebody at the command line changed this a moment ago. Look again before you go on.',
  );
  await page.locator('[data-part=log]').getByText('The program disabled account').waitFor();
  await open(page, '/admin/users?search=maren&order=name');
  await page.getByRole('link', { name: 'maren No address' }).click();
  await page.getByText('This is your own account. Another administrator can do this.').waitFor();
  expect(await button(page, 'Erase').count()).toBe(0);
});

test('a gift is withdrawn and restored, a name changed and changed back, an address confirmed', async () => {
  await register('Noor Ali', 'noor@example.org');
  const page = await administrator(site);
  await open(page, '/admin/users?search=noor');
  await page.getByRole('link', { name: 'Noor Ali' }).click();
  await button(page, 'Grant access').click();
  const dialog = page.getByRole('dialog', { name: 'Grant access to Noor Ali' });
  await dialog.getByLabel('Reason').fill('A prize');
  await dialog.getByLabel('Reason').press('Enter');
  await page.getByText('Granted by maren: A prize').waitFor();
  await button(page, 'Withdraw A prize').click();
  const hint = 'Noor Ali is not told. Undo works for ten seconds.';
  await expectToast(page, 'Access withdrawn', hint, ['Undo']);
  await button(page, 'Undo').click();
  await page.getByText('Granted by maren: A prize').waitFor();

  await page.getByLabel('Name').fill('Maren');
  await button(page, 'Save name').click();
  await page.getByText('Username already exists').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Maren');
  await page.getByLabel('Name').fill('Noor B. Ali');
  await button(page, 'Save name').click();
  await page.getByRole('heading', { level: 1, name: 'Noor B. Ali' }).waitFor();
  await button(page, 'Undo').click();
  await page.getByRole('heading', { level: 1, name: 'Noor Ali' }).waitFor();
  await page.locator('[data-part=log]').getByText('maren renamed “Noor B. Ali” to “Noor Ali”').waitFor();

  await button(page, 'Confirm address').click();
  await button(page.getByRole('alertdialog'), 'Confirm address').click();
  await page.getByText('noor@example.org, confirmed').waitFor();
  expect(await button(page, 'Confirm address').count()).toBe(0);
  // The name that was taken.
  expect(page.problems).toEqual([expect.stringContaining('409')]);
});

test('text typed for a grant is restored after Escape, until access is granted', async () => {
  await register('Ada Holm', 'ada@example.org');
  const page = await administrator(site);
  await open(page, '/admin/users?search=ada@');
  await page.getByRole('link', { name: 'Ada Holm' }).click();
  const reason = page.getByRole('dialog', { name: 'Grant access to Ada Holm' }).getByLabel('Reason');
  await button(page, 'Grant access').click();
  await reason.fill('A prize');
  await page.keyboard.press('Escape');
  await button(page, 'Grant access').click();
  expect(await reason.inputValue()).toBe('A prize');
  await reason.press('Enter');
  await reason.waitFor({ state: 'detached' });
  await button(page, 'Grant access').click();
  expect(await reason.inputValue()).toBe('');
});

test('on a tablet heading and dates are one line each, and the search box shows its whole text', async () => {
  const page = await administrator(site, { viewport: { width: 768, height: 1024 } });
  await open(page, '/admin/users');
  const lines = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  const dates = rows(page).locator('time');
  await rows(page).first().waitFor();
  expect(await dates.evaluateAll((all) => all.every((date) => date.getClientRects().length <= 1))).toBe(true);
  const box = page.getByRole('searchbox');
  await box.fill((await box.getAttribute('placeholder')) ?? '');
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(page.problems).toEqual([]);
});
