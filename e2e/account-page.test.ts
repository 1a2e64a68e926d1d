import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite } from './open-site.ts';
import { newMember, openPage, PASSWORD, toastNamed, userIn } from './subscribers.ts';

/* What can go wrong on the account page, and the way on: a mail that is lost, a link too old, a wrong password. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The link in the newest mail to an address, once it is another one than those before. */
async function nextLink(email: string, before: string[]): Promise<string> {
  const find = async () => /http\S+#token=[\w-]+/.exec((await site.mailTo(email)).text)?.[0] ?? '';
  await expect.poll(find, { timeout: 15_000 }).not.toBeOneOf(['', ...before]);
  return find();
}

async function openLink(page: Page, link: string): Promise<void> {
  // Another fragment alone would not load the page anew.
  await page.goto('about:blank');
  await openPage(page, link);
  await button(page, 'Confirm this address').click();
}

test('a new address that waits is the one that a link goes to again, from the page and from a dead link', async () => {
  const page = await newMember(site, 'waits');
  await openPage(page, '/account');
  await button(page, 'Change email').click();
  await field(page, 'New email').fill('arrives@example.org');
  await field(page, 'Current password').fill(PASSWORD);
  await button(page, 'Send the link').click();
  const said = 'A link and a code are on their way to arrives@example.org.';
  expect(await toastNamed(page, 'Check Your Email')).toBe(said);
  const first = await nextLink('arrives@example.org', []);

  await page.getByText('We have sent a link and a code to arrives@example.org.').waitFor();
  await button(page, 'Send it again').click();
  const second = await nextLink('arrives@example.org', [first]);

  await openLink(page, first);
  await page.getByRole('heading', { name: 'This link does not open any more' }).waitFor();
  await page.getByText('It goes to arrives@example.org.').waitFor();
  await button(page, 'Send a new link').click();
  await page.getByText('A new link is on its way to arrives@example.org.').waitFor();
  const third = await nextLink('arrives@example.org', [first, second]);

  await openLink(page, third);
  await page.waitForURL('**/account');
  await page.getByRole('main').getByText('arrives@example.org', { exact: true }).waitFor();
  await page.getByText('Confirmed', { exact: true }).waitFor();

  // Nothing waits any more: the account is where another link is asked for.
  await openLink(page, third);
  await page.getByRole('main').getByRole('link', { name: 'Go to your account' }).click();
  await button(page, 'Change email').waitFor();
  expect(await button(page, 'Send it again').count()).toBe(0);
});

test('a link that could not be checked on the way is not called dead', async () => {
  const page = await newMember(site, 'unlucky');
  const link = await nextLink('unlucky@example.org', []);
  await page.route('**/api/user/email/verify', (route) => route.abort());
  await openLink(page, link);
  await page.getByRole('main').getByRole('alert').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Confirm your address');
  await page.unroute('**/api/user/email/verify');
  await button(page, 'Confirm this address').click();
  await page.waitForURL('**/account');
});

test('a wrong password keeps the account: it is said at the field, which has the focus', async () => {
  const page = await newMember(site, 'stays');
  await openPage(page, '/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete the account “stays”?' });
  const password = dialog.getByRole('textbox', { name: 'Password' });
  for (const wrong of ['', 'Not-the-one-1']) {
    await password.fill(wrong);
    const answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    expect((await answered).status()).toBe(400);
    await dialog.getByText('This is not your current password').waitFor();
    await expect.poll(() => password.evaluate((it) => it === document.activeElement)).toBe(true);
    await button(page, 'Cancel').focus();
  }
  expect(await userIn(page)).toMatchObject({ username: 'stays' });
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await toastNamed(page, 'Account deleted');
});
