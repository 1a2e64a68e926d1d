import { expect, test } from 'vitest';
import { ADMIN, administrator, open } from '../admin/content-page.ts';
import type { WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Gift codes: the owner makes and sends one on a phone; visitors and members redeem it. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const PASSWORD = 'Quiet-Harbour-27';

const site = setUpSite({ ...ADMIN, DEMO: 'false' });

let link = '';

const code = () => new URL(link).searchParams.get('code') ?? '';

async function register(page: WatchedPage, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await button(page, 'Register').click();
}

test('the owner creates a code for a year on a phone and sends it to two people', async () => {
  const page = await administrator(site, PHONE);
  await open(page, '/admin');
  await page.getByRole('link', { name: 'User Management' }).tap();
  await page.getByRole('link', { name: 'Create gift code' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code').fill('Spring');
  await dialog.getByLabel('Months').fill('12');
  await dialog.getByLabel('Send an invitation to').fill('temi@example.org, robin@');
  await dialog
    .getByText('Opens everything for 12 months from the day of redeeming, for 20 people, at /redeem.')
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await button(page, 'Create and send 2 mails').tap();
  await dialog.getByText('robin@: Please enter a valid email').waitFor();
  const addresses = dialog.getByLabel('Send an invitation to');
  await expect.poll(() => addresses.evaluate((it) => it === document.activeElement)).toBe(true);
  await addresses.fill('temi@example.org\nrobin@example.org');
  await button(page, 'Create and send 2 mails').tap();
  await page.locator('[data-part=toast]').getByText('2 mails on the way.').waitFor();
  await page.getByText('12 months. 20 of 20 uses left.').waitFor();
  const { text } = await site.mailTo('temi@example.org');
  link = /http\S+\/redeem\?code=SPRING-\S+/.exec(text)?.[0] ?? '';
  expect(link).not.toBe('');
  expect(page.problems.filter((problem) => !/400/.test(problem))).toEqual([]);
});

test('selecting text past the edge of the form keeps it open; a press outside closes it', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users/gifts');
  await page.getByRole('link', { name: 'Create gift code' }).click();
  const field = page.getByRole('dialog').getByLabel('Code');
  await field.fill('Summer');
  const box = await field.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move(5, 300, { steps: 3 });
  await page.mouse.up();
  await page.mouse.move(5, 310);
  expect(await field.inputValue()).toBe('Summer');
  await page.mouse.click(5, 300);
  await field.waitFor({ state: 'detached' });
});

test('a visitor registers, redeems the code from the mail, and cannot redeem it again', async () => {
  const page = await site.newPage(PHONE);
  await open(page, link.slice(site.url.length));
  expect(await page.getByLabel('Code').inputValue()).toBe(code());
  await button(page, 'Create an account to redeem').tap();
  await register(page, 'temi');
  await button(page, 'Redeem').tap();
  await page
    .getByRole('status')
    .getByText(/^Everything is open for you until/)
    .waitFor();
  // The pressed button is gone.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Everything is open/);
  expect((await (await page.request.get('/api/user')).json()).role).toBe('subscriber');
  await open(page, `/redeem?code=${code().toLowerCase()}`);
  await button(page, 'Redeem').tap();
  await page.getByText('You have redeemed this code already.').waitFor();
  await page.getByLabel('Code').fill('SPRING-2222-2222');
  await button(page, 'Redeem').tap();
  await page.getByText('This code does not exist.').waitFor();
  await open(page, '/account');
  await page.getByText(/^You have full access until .+, because it was given to you\.$/).waitFor();
  expect(page.problems.filter((problem) => !/40[49]/.test(problem))).toEqual([]);
});

test('after a lost response a second press opens all content on the page', async () => {
  const page = await site.newPage(PHONE);
  await open(page, link.slice(site.url.length));
  await button(page, 'Create an account to redeem').tap();
  await register(page, 'robin');
  await page.route('**/api/gift-codes/redeem', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Redeem').tap();
  await page.getByText('Network error').waitFor();
  await page.unroute('**/api/gift-codes/redeem');
  expect(await page.getByText('You have access already.').count()).toBe(0);
  await button(page, 'Redeem').tap();
  await page.getByText('You have redeemed this code already.').waitFor();
  await page.getByText('You have access already.').waitFor();
});

test('a member whose session has ended can log in on the page, and the code stays', async () => {
  const page = await site.newPage(PHONE);
  await open(page, link.slice(site.url.length));
  await button(page, 'Create an account to redeem').tap();
  await register(page, 'sol');
  await button(page, 'Redeem').waitFor();
  await page.context().clearCookies();
  await button(page, 'Redeem').tap();
  await page.getByText('Please log in to continue.').waitFor();
  await page.getByRole('link', { name: 'I have an account' }).tap();
  await page.waitForURL('**/auth?**');
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/redeem?code=${code()}`);
});

test('a withdrawal with a lost response is not reported as undone: the list shows it', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users/gifts');
  await page.route(/\/api\/gift-codes\/\d+$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Withdraw').click();
  await page.locator('[data-part=toast]').getByText('No answer came').waitFor();
  await page.getByText('Withdrawn', { exact: true }).waitFor();
  await page.unroute(/\/api\/gift-codes\/\d+$/);
  await button(page, 'Bring back').click();
  await page.getByText('Open', { exact: true }).waitFor();
});

test('the owner sees who redeemed the code, withdraws it, and undoes that', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users/gifts');
  await page.getByText('Redeemed by 2 people').click();
  await page.getByRole('link', { name: 'temi' }).waitFor();
  await button(page, 'Withdraw').click();
  await page.getByText('Withdrawn', { exact: true }).waitFor();
  // A link without effect cannot be copied.
  expect(await button(page, 'Copy link').count()).toBe(0);
  await button(page, 'Undo').click();
  await page.getByText('Open', { exact: true }).waitFor();
  const log = await (await page.request.get('/api/audit-log?itemType=gift-code')).json();
  expect(log.map(({ action }: { action: string }) => action)).toEqual([
    ...['restored', 'deleted', 'restored', 'deleted', 'created'],
  ]);
  expect(page.problems).toEqual([]);
});

test('the list shows how many people it omits for a code that many have redeemed', async () => {
  const page = await administrator(site);
  await page.route('**/api/gift-codes', async (route) => {
    const response = await route.fetch();
    const [code, ...others] = await response.json();
    await route.fulfill({ response, json: [{ ...code, used: code.redemptions.length + 23 }, ...others] });
  });
  await open(page, '/admin');
  await page.getByRole('link', { name: 'User Management' }).click();
  await page.getByRole('link', { name: 'Gift codes' }).click();
  await page.getByText('Redeemed by 25 people').click();
  await page.getByText('23 others before.').waitFor();
});

test('text typed for a code is restored after Escape, until the code is created', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users/gifts');
  const make = page.getByRole('link', { name: 'Create gift code' });
  const code = page.getByRole('dialog').getByLabel('Code');
  const addresses = page.getByRole('dialog').getByLabel('Send an invitation to');
  await make.click();
  await code.fill('Autumn');
  await addresses.fill('noor@example.org');
  await page.keyboard.press('Escape');
  await code.waitFor({ state: 'detached' });
  await make.click();
  expect([await code.inputValue(), await addresses.inputValue()]).toEqual(['Autumn', 'noor@example.org']);
  await button(page, 'Create and send 1 mail').click();
  await code.waitFor({ state: 'detached' });
  await make.click();
  expect([await code.inputValue(), await addresses.inputValue()]).toEqual(['', '']);
  expect(page.problems).toEqual([]);
});
