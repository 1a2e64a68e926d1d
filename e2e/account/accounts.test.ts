import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { idle, type WatchedPage } from '../support/open-site.ts';
import { textField } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { isSameDocument, markDocument, newMember, PASSWORD, userIn } from '../support/subscribers.ts';

/* Accounts: forms, notifications, mails, and the user on every page afterwards. */

const ADMIN = { username: 'admin', password: 'Keeper-of-tides-9' };

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

/** Title and description of the notification. */
async function toastOf(page: Page): Promise<string[]> {
  const toast = page.locator('[data-part=toast][data-state="open"]');
  await toast.waitFor();
  return [await toast.locator('b').innerText(), await toast.locator('p').innerText()];
}

/** Waits until the notification shows the text. A region for screen readers repeats the text. */
const shown = (page: Page, text: string) => page.locator('[data-part=toast]').getByText(text).waitFor();

/** Waits for a mail to the address that links to the path, and returns the link. */
async function linkTo(email: string, path: string): Promise<string> {
  const find = async () => /http\S+#token=\S+/.exec((await site.mailTo(email)).text)?.[0] ?? '';
  await expect.poll(find).toContain(`${path}#token=`);
  return find();
}

async function openAuth(page: WatchedPage, path = '/auth') {
  await page.goto(path);
  await idle(page);
}

async function register(page: Page, account: { username: string; email: string; password?: string }) {
  await textField(page, 'Username').fill(account.username);
  await textField(page, 'Email').fill(account.email);
  await textField(page, 'Password').fill(account.password ?? PASSWORD);
  await textField(page, 'Confirm password').fill(account.password ?? PASSWORD);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
}

async function login(page: Page, username: string, password: string) {
  await textField(page, 'Username').fill(username);
  await textField(page, 'Password').fill(password);
  await page.keyboard.press('Enter');
}

test('a slow press works even when the field that loses the focus shows an error', async () => {
  const page = await site.newPage();
  await openAuth(page);
  await textField(page, 'Username').fill('mo');
  await page
    .getByRole('button', { name: 'Login', exact: true })
    .click({ delay: 500, position: { x: 60, y: 6 } });
  await page.getByText('Username must be at least 3 characters').waitFor();
  await page.getByText('Password must be at least 8 characters').waitFor();
});

test('registering by keyboard shows errors after a field is left, then while typing', async () => {
  const page = await site.newPage();
  await openAuth(page, '/auth?returnTo=/about');
  await page.getByRole('tab', { name: 'Login' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Register');
  for (const typed of ['mo', 'maren@', 'lowercase'])
    await page.keyboard.press('Tab').then(() => page.keyboard.type(typed));
  // Skips the button that shows the password.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('other');
  await page.keyboard.press('Tab');
  const noteOf = async (label: string) =>
    page.evaluate(
      (id) => document.getElementById(id ?? '')?.textContent ?? '',
      await textField(page, label).getAttribute('aria-describedby'),
    );
  for (const [label, note] of [
    ['Username', 'Username must be at least 3 characters'],
    ['Email', 'Please enter a valid email'],
    ['Password', 'Password must contain at least one uppercase letter, one lowercase letter, and one number'],
    ['Confirm password', "Passwords don't match"],
  ] as const)
    await expect.poll(() => noteOf(label)).toBe(note);
  expect(await textField(page, 'Username').getAttribute('aria-invalid')).toBe('true');
  await textField(page, 'Username').focus();
  await page.keyboard.type('re');
  await expect.poll(() => textField(page, 'Username').getAttribute('aria-invalid')).toBe(null);

  // The input survives a look at the other tab.
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  expect(await textField(page, 'Username').inputValue()).toBe('more');

  await register(page, { username: 'maren', email: 'maren@example.org' });
  await page.waitForURL('**/about');
  expect(await toastOf(page)).toEqual(['Account created!', expect.stringContaining('Welcome to Stillwater')]);
  expect(await userIn(page)).toMatchObject({ username: 'maren', role: 'free' });
  expect(page.problems).toEqual([]);
  // For a signed-in reader /auth redirects home.
  await page.goto('/auth');
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a refused registration shows the reason, also beside the field, and keeps the input', async () => {
  await newMember(site, 'taken');
  const page = await site.newPage();
  await openAuth(page, '/auth?tab=register');
  await register(page, { username: 'Taken', email: 'other@example.org' });
  expect(await toastOf(page)).toEqual([
    'Registration failed',
    'Username already exists. Please choose a different username.',
  ]);
  await page.getByText('Username already exists', { exact: true }).waitFor();
  await textField(page, 'Username').fill('not-taken');
  await textField(page, 'Email').fill('TAKEN@example.org');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await shown(page, 'Email already in use. Please use a different email or try logging in.');
  await textField(page, 'Email').fill('free@example.org');
  for (const label of ['Password', 'Confirm password']) await textField(page, label).fill('Password1');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  // In the notification, and beside the field.
  const reason = page.getByText('This password is too common.');
  await expect.poll(() => reason.count()).toBe(2);
  expect(await textField(page, 'Username').inputValue()).toBe('not-taken');
  expect(await userIn(page)).toBeNull();
});

test('a failed login keeps the name, a successful one welcomes, a logout removes the user', async () => {
  await newMember(site, 'returner');
  const page = await site.newPage();
  await openAuth(page);
  await login(page, 'returner', 'Wrong-password-1');
  expect(await toastOf(page)).toEqual(['Login failed', 'Invalid username or password. Please try again.']);
  expect(await textField(page, 'Username').inputValue()).toBe('returner');
  await login(page, 'returner', PASSWORD);
  await page.waitForURL(`${site.url}/`);
  await shown(page, "You're now logged in as returner");
  expect(await userIn(page)).toMatchObject({ username: 'returner' });
  await page.getByRole('button', { name: 'Account: returner' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await shown(page, 'You have been logged out successfully');
  await page.waitForURL(`${site.url}/`);
  expect(await userIn(page)).toBeNull();
  await page.goto('/account');
  expect(page.url()).toBe(`${site.url}/auth?returnTo=%2Faccount`);
});

test('after too many wrong passwords a notification asks to try again later', async () => {
  const page = await site.newPage();
  await openAuth(page);
  for (let n = 0; n < 10; n += 1)
    await page.request.post('/api/login', { data: { username: 'guessed', password: `Wrong-${n}-guess` } });
  await login(page, 'guessed', 'Wrong-password-1');
  expect(await toastOf(page)).toEqual(['Login failed', 'Too many login attempts. Please try again later.']);
});

test('a login returns to addresses of this site only', async () => {
  for (const [requested, expected] of [
    ['//evil.example/x', '/'],
    ['https://evil.example', '/'],
    ['/terms-privacy', '/terms-privacy'],
  ]) {
    const page = await site.newPage();
    await openAuth(page, `/auth?returnTo=${encodeURIComponent(requested as string)}`);
    await login(page, ADMIN.username, ADMIN.password);
    await page.waitForURL(`${site.url}${expected}`);
    await page.context().close();
  }
});

test('locked content opens at login and locks at logout, without a reload', async () => {
  const page = await entered(site);
  const oceans = await (await page.request.get('/api/oceans')).json();
  const waves = await Promise.all(
    oceans.map(async ({ id }: { id: number }) => (await page.request.get(`/api/oceans/${id}/waves`)).json()),
  );
  const locked = waves.flat().find((wave: { locked: boolean }) => wave.locked);
  await page.goto(`/waves/${locked.id}`);
  await idle(page);
  expect(await page.locator('main [data-part=lock]').count()).toBeGreaterThan(0);
  await markDocument(page);
  // Navigates within the page, as a click on a link does.
  const within = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  await within(`/auth?returnTo=/waves/${locked.id}`);
  await textField(page, 'Username').waitFor();
  await login(page, ADMIN.username, ADMIN.password);
  await page.waitForURL(`**/waves/${locked.id}`);
  await page.waitForFunction(
    () => document.querySelector('main h1') && !document.querySelector('main [data-part=lock]'),
  );

  await page.getByRole('button', { name: 'Account: admin' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${site.url}/`);
  await within(`/waves/${locked.id}`);
  await page.locator('main [data-part=lock]').first().waitFor();
  expect(await isSameDocument(page)).toBe(true);
});

test('a mailed code confirms the address; a mailed link confirms a new one elsewhere', async () => {
  const page = await newMember(site, 'prover');
  await page.goto('/account');
  await page.getByText('Not confirmed').waitFor();
  const { text } = await site.mailTo('prover@example.org');
  const code = /: (\d{3} \d{3})/.exec(text)?.[1] ?? '';
  await textField(page, 'Code from the email').fill(code);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Confirmed', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Change email' }).click();
  await textField(page, 'New email').fill('moved@example.org');
  await textField(page, 'Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const link = await linkTo('moved@example.org', '/verify-email');
  const phone = await site.newPage();
  await phone.goto(link);
  await phone.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await login(phone, 'prover', PASSWORD);
  await phone.getByRole('button', { name: 'Confirm email' }).click();
  await phone.waitForURL('**/account');
  await phone.getByRole('main').getByText('moved@example.org', { exact: true }).waitFor();
});

test('the link mailed for a forgotten password works once', async () => {
  await (await newMember(site, 'forgetful')).context().close();
  const page = await site.newPage();
  await openAuth(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await textField(page, 'Email').fill('forgetful@example.org');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('If there is an account for forgetful@example.org').waitFor();
  const link = await linkTo('forgetful@example.org', '/reset-password');
  const choose = async () => {
    await page.goto('about:blank');
    await openAuth(page, link);
    for (const label of ['New password', 'Confirm password'])
      await textField(page, label).fill('Newer-Harbour-28');
    // For password managers.
    expect(await page.locator('[autocomplete=username]').inputValue()).toBe('forgetful');
    await page.keyboard.press('Enter');
  };
  await choose();
  await page.waitForURL(`${site.url}/`);
  expect(await userIn(page)).toMatchObject({ username: 'forgetful', emailVerified: true });
  await choose();
  await page.getByText('This link has expired or was already used.').waitFor();
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
});

test('the account page changes the password, downloads the data and deletes the account', async () => {
  const page = await newMember(site, 'leaver');
  const phone = await site.newPage();
  await openAuth(phone);
  await login(phone, 'leaver', PASSWORD);
  await phone.waitForURL(`${site.url}/`);

  await page.goto('/');
  await page.getByRole('button', { name: 'Account: leaver' }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('currentPassword');
  await textField(page, 'Current password').fill(PASSWORD);
  for (const label of ['New password', 'Confirm password'])
    await textField(page, label).fill('Newer-Harbour-28');
  await page.keyboard.press('Enter');
  await shown(page, 'You are logged out on all other devices.');
  await phone.goto('/account');
  expect(new URL(phone.url()).pathname).toBe('/auth');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete account');
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Newer-Harbour-28');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await shown(page, 'Account deleted');
  expect(await userIn(page)).toBeNull();
  await openAuth(page);
  await login(page, 'leaver', 'Newer-Harbour-28');
  expect((await toastOf(page))[0]).toBe('Login failed');
});
