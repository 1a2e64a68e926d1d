import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite } from './open-site.ts';

/* Accounts as people use them: forms, toasts, mails, and what every page knows afterwards. */

const PASSWORD = 'Quiet-Harbour-27';
const ADMIN = { username: 'admin', password: 'Keeper-of-tides-9' };

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ ADMIN_PASSWORD: ADMIN.password });
});
afterAll(() => site.close());

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });

/** The toast's title and description. */
async function toastOf(page: Page): Promise<string[]> {
  const toast = page.locator('.toast[data-state="open"]');
  await toast.waitFor();
  return [await toast.locator('b').innerText(), await toast.locator('p').innerText()];
}

/** Until the toast says so; those who listen get the same words in a place of their own. */
const shown = (page: Page, text: string) => page.locator('.toast').getByText(text).waitFor();

/** The link in a mail that is on its way to an address. */
async function linkTo(email: string, path: string): Promise<string> {
  const find = async () => /http\S+#token=[\w-]+/.exec((await site.mailTo(email)).text)?.[0] ?? '';
  await expect.poll(find, { timeout: 10_000 }).toContain(`${path}#token=`);
  return find();
}

async function openAuth(page: Page, path = '/auth') {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

async function register(page: Page, account: { username: string; email: string; password?: string }) {
  await field(page, 'Username').fill(account.username);
  await field(page, 'Email').fill(account.email);
  await field(page, 'Password').fill(account.password ?? PASSWORD);
  await field(page, 'Confirm password').fill(account.password ?? PASSWORD);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
}

async function login(page: Page, username: string, password: string) {
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await page.keyboard.press('Enter');
}

async function newMember(username: string) {
  const page = await site.newPage();
  await openAuth(page, '/auth?tab=register');
  await register(page, { username, email: `${username}@example.org` });
  await page.waitForURL(`${site.url}/`);
  return page;
}

const userIn = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('user') ?? 'null'));

test('a slow press on the button counts, though the field that it leaves puts an error between', async () => {
  const page = await site.newPage();
  await openAuth(page);
  await field(page, 'Username').fill('mo');
  await page
    .getByRole('button', { name: 'Login', exact: true })
    .click({ delay: 500, position: { x: 60, y: 6 } });
  await page.getByText('Username must be at least 3 characters').waitFor();
  await page.getByText('Password must be at least 8 characters').waitFor();
});

test('registering by keyboard: errors after leaving a field, and while typing from then on', async () => {
  const page = await site.newPage();
  await openAuth(page, '/auth?returnTo=/about');
  await page.getByRole('tab', { name: 'Login' }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Register');
  for (const typed of ['mo', 'maren@', 'lowercase'])
    await page.keyboard.press('Tab').then(() => page.keyboard.type(typed));
  // Past the button that shows the password.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('other');
  await page.keyboard.press('Tab');
  const told = async (label: string) =>
    page.evaluate(
      (id) => document.getElementById(id ?? '')?.textContent ?? '',
      await field(page, label).getAttribute('aria-describedby'),
    );
  expect(await told('Username')).toBe('Username must be at least 3 characters');
  expect(await told('Email')).toBe('Please enter a valid email');
  expect(await told('Password')).toBe(
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  );
  expect(await told('Confirm password')).toBe("Passwords don't match");
  expect(await field(page, 'Username').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Username').focus();
  await page.keyboard.type('re');
  expect(await field(page, 'Username').getAttribute('aria-invalid')).toBe(null);

  // A look at the other tab costs nothing.
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  expect(await field(page, 'Username').inputValue()).toBe('more');

  await register(page, { username: 'maren', email: 'maren@example.org' });
  await page.waitForURL('**/about');
  expect(await toastOf(page)).toEqual(['Account created!', expect.stringContaining('Welcome to Stillwater')]);
  expect(await userIn(page)).toMatchObject({ username: 'maren', role: 'free' });
  expect(page.problems).toEqual([]);
  // Signed in already: the login leads home.
  await page.goto('/auth');
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a refused registration says why, beside the field too, and keeps what was typed', async () => {
  await newMember('taken');
  const page = await site.newPage();
  await openAuth(page, '/auth?tab=register');
  await register(page, { username: 'Taken', email: 'other@example.org' });
  expect(await toastOf(page)).toEqual([
    'Registration failed',
    'Username already exists. Please choose a different username.',
  ]);
  await page.getByText('Username already exists', { exact: true }).waitFor();
  await field(page, 'Username').fill('not-taken');
  await field(page, 'Email').fill('TAKEN@example.org');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await shown(page, 'Email already in use. Please use a different email or try logging in.');
  await field(page, 'Email').fill('free@example.org');
  for (const label of ['Password', 'Confirm password']) await field(page, label).fill('Password1');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByText('This password is one of the first that anybody would try.').waitFor();
  expect(await field(page, 'Username').inputValue()).toBe('not-taken');
  expect(await userIn(page)).toBeNull();
});

test('a failed login says so and keeps the name; a right one greets; a logout forgets', async () => {
  await newMember('returner');
  const page = await site.newPage();
  await openAuth(page);
  await login(page, 'returner', 'Wrong-password-1');
  expect(await toastOf(page)).toEqual(['Login failed', 'Invalid username or password. Please try again.']);
  expect(await field(page, 'Username').inputValue()).toBe('returner');
  await login(page, 'returner', PASSWORD);
  await page.waitForURL(`${site.url}/`);
  await shown(page, "You're now logged in as returner");
  expect(await userIn(page)).toMatchObject({ username: 'returner' });
  await page.getByRole('button', { name: 'Account: returner' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await shown(page, 'You have been logged out successfully');
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await userIn(page)).toBeNull();
  await page.goto('/account');
  expect(page.url()).toBe(`${site.url}/auth?returnTo=%2Faccount`);
});

test('too many wrong passwords: the toast asks to come back later', async () => {
  const page = await site.newPage();
  await openAuth(page);
  for (let n = 0; n < 10; n += 1)
    await page.request.post('/api/login', { data: { username: 'guessed', password: `Wrong-${n}-guess` } });
  await login(page, 'guessed', 'Wrong-password-1');
  expect(await toastOf(page)).toEqual(['Login failed', 'Too many login attempts. Please try again later.']);
});

test('the way back after a login is a place of this site', async () => {
  for (const [wish, goal] of [
    ['//evil.example/x', '/'],
    ['https://evil.example', '/'],
    ['/terms-privacy', '/terms-privacy'],
  ]) {
    const page = await site.newPage();
    await openAuth(page, `/auth?returnTo=${encodeURIComponent(wish as string)}`);
    await login(page, ADMIN.username, ADMIN.password);
    await page.waitForURL(`${site.url}${goal}`);
    await page.context().close();
  }
});

test('what was locked opens with the login, and closes with the logout, without a reload', async () => {
  const page = await site.newPage();
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  const oceans = await (await page.request.get('/api/oceans')).json();
  const waves = await Promise.all(
    oceans.map(async ({ id }: { id: number }) => (await page.request.get(`/api/oceans/${id}/waves`)).json()),
  );
  const locked = waves.flat().find((wave: { locked: boolean }) => wave.locked);
  await page.goto(`/waves/${locked.id}`);
  await page.waitForLoadState('networkidle');
  expect(await page.locator('main .lock-disc').count()).toBeGreaterThan(0);
  // Within the page, as a click on a link does.
  const within = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  await within(`/auth?returnTo=/waves/${locked.id}`);
  await field(page, 'Username').waitFor();
  await login(page, ADMIN.username, ADMIN.password);
  await page.waitForURL(`**/waves/${locked.id}`);
  await page.waitForFunction(
    () => document.querySelector('main h1') && !document.querySelector('main .lock-disc'),
  );

  await page.getByRole('button', { name: 'Account: admin' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${site.url}/`);
  await within(`/waves/${locked.id}`);
  await page.locator('main .lock-disc').first().waitFor();
});

test('the mailed code confirms the address; the mailed link confirms a new one, on another device', async () => {
  const page = await newMember('prover');
  await page.goto('/account');
  await page.getByText('Not confirmed yet').waitFor();
  const { text } = await site.mailTo('prover@example.org');
  const code = /: (\d{3} \d{3})/.exec(text)?.[1] ?? '';
  await field(page, 'Code from the mail').fill(code);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Confirmed', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Change email' }).click();
  await field(page, 'New email').fill('moved@example.org');
  await field(page, 'Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const link = await linkTo('moved@example.org', '/verify-email');
  const phone = await site.newPage();
  await phone.goto(link);
  await phone.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await login(phone, 'prover', PASSWORD);
  await phone.getByRole('button', { name: 'Confirm this address' }).click();
  await phone.waitForURL('**/account');
  await phone.getByRole('main').getByText('moved@example.org', { exact: true }).waitFor();
});

test('a forgotten password: the mailed link leads to a new one, once', async () => {
  await (await newMember('forgetful')).context().close();
  const page = await site.newPage();
  await openAuth(page);
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await field(page, 'Email').fill('forgetful@example.org');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText('If an account has the address forgetful@example.org').waitFor();
  const link = await linkTo('forgetful@example.org', '/reset-password');
  const choose = async () => {
    await page.goto('about:blank');
    await page.goto(link);
    for (const label of ['New password', 'Confirm password'])
      await field(page, label).fill('Newer-Harbour-28');
    await page.keyboard.press('Enter');
  };
  await choose();
  await page.waitForURL(`${site.url}/`);
  expect(await userIn(page)).toMatchObject({ username: 'forgetful', emailVerified: true });
  await choose();
  await page.getByText('This link has expired or was already used.').waitFor();
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
});

test('the account page: a new password signs out elsewhere, one’s data download, the account ends', async () => {
  const page = await newMember('leaver');
  const phone = await site.newPage();
  await openAuth(phone);
  await login(phone, 'leaver', PASSWORD);
  await phone.waitForURL(`${site.url}/`);

  await page.getByRole('button', { name: 'Account: leaver' }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('currentPassword');
  await field(page, 'Current password').fill(PASSWORD);
  for (const label of ['New password', 'Confirm password']) await field(page, label).fill('Newer-Harbour-28');
  await page.keyboard.press('Enter');
  await shown(page, 'Every other device was signed out.');
  await phone.goto('/account');
  expect(new URL(phone.url()).pathname).toBe('/auth');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('stillwater-my-data.json');

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Delete account');
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Newer-Harbour-28');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await shown(page, 'Account deleted');
  expect(await userIn(page)).toBeNull();
  await openAuth(page);
  await login(page, 'leaver', 'Newer-Harbour-28');
  expect((await toastOf(page))[0]).toBe('Login failed');
});
