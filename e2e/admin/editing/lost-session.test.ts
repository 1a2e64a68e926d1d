import { expect, test } from 'vitest';
import { idle, type WatchedPage } from '../../support/open-site.ts';
import { textField } from '../../support/parts.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, field, open } from '../content-page.ts';

/* Sessions that end while something is typed: the text stays, and the login is one press away. */

const site = setUpSite(ADMIN);

/** Follows the notification's link to the login in another tab, which then shows the page at `path`. */
async function logInFromToast(page: WatchedPage, title: string, path: string): Promise<void> {
  const toast = page.locator('[data-part=toast]').filter({ hasText: title });
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    toast.getByRole('link', { name: 'Log in' }).click(),
  ]);
  await other.getByRole('textbox', { name: 'Username' }).fill(ADMIN.ADMIN_USERNAME);
  await other.getByLabel('Password', { exact: true }).fill(ADMIN.ADMIN_PASSWORD);
  await other.getByRole('button', { name: 'Login' }).click();
  await other.waitForURL(site.url + path);
}

test.each([
  ['an item', '/admin/content?edit=1', 'Title', 'Failed to update ocean', 'Ocean updated'],
  ['a text', '/admin/texts?text=home', 'Introduction', 'Failed to save the text', 'Text saved'],
])('%s can be saved after a login in another tab', async (_, path, label, failed, done) => {
  const page = await administrator(site);
  await open(page, path);
  const words = label === 'Title' ? field(page, label) : textField(page, label);
  await expect.poll(() => words.inputValue()).not.toBe('');
  await words.fill('Words that outlive the session');
  await page.context().clearCookies();
  await page.getByRole('button', { name: /^Save( changes)?$/ }).click();
  await logInFromToast(page, failed, path);
  expect(await words.inputValue()).toBe('Words that outlive the session');
  await page.getByRole('button', { name: /^Save( changes)?$/ }).click();
  await page.locator('[data-part=toast]').getByText(done).waitFor();
});

test('a list without a session shows the reason, and loads after a login', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users');
  await idle(page);
  await page.context().clearCookies();
  await page.getByRole('searchbox').fill('maren');
  await page.getByText('Error loading people. Please try again.').waitFor();
  await logInFromToast(page, 'Your session has ended', '/admin/users?search=maren');
  await page.locator('main tbody').getByText('maren').waitFor();
});

test('a download without a session shows the reason of its failure', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users');
  await idle(page);
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Download CSV' }).click();
  await logInFromToast(page, 'Your session has ended', '/admin/users');
});

test('a download of one’s own data checks the session once', async () => {
  const page = await administrator(site);
  await open(page, '/account');
  await idle(page);
  let checks = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user')) checks += 1;
  });
  await page.getByRole('link', { name: 'Download my data' }).click();
  await idle(page);
  expect(checks).toBe(1);
});

test('the preview of a text without a session shows why it is empty', async () => {
  const page = await administrator(site);
  await open(page, '/admin/texts?text=home');
  await page.context().clearCookies();
  await textField(page, 'Introduction').fill('Words without a preview');
  await page.frameLocator('iframe').getByText('Please log in to continue.').waitFor();
});
