import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addAuthenticator } from '../support/authenticator.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { button, textField } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember, openPage, PASSWORD, toastNamed, userIn } from '../support/subscribers.ts';

/* Passkeys with Chromium's virtual authenticator. */

const site = setUpSite();

async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'Add a passkey').click();
  await textField(page, 'Name of the passkey').fill(name);
  await textField(page, 'Current password').fill(PASSWORD);
  await button(page, 'Add passkey').click();
}

/** Creates a member whose device has a passkey of the account. */
async function withPasskey(username: string) {
  const page = await newMember(site, username);
  const authenticator = await addAuthenticator(page);
  await openPage(page, '/account');
  await addPasskey(page, 'My device');
  await toastNamed(page, 'Passkey added');
  return { page, authenticator };
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies();
}

test('a passkey is added, logs in by the button, and is removed', async () => {
  const page = await newMember(site, 'keyed');
  const laptop = await addAuthenticator(page);
  await openPage(page, '/account');
  await addPasskey(page, 'My laptop');
  expect(await toastNamed(page, 'Passkey added')).toBe('You can now log in with “My laptop”.');
  await page.getByRole('listitem').filter({ hasText: 'My laptop' }).getByText('Not used yet').waitFor();

  // The same device a second time.
  await addPasskey(page, 'Again');
  await page.getByText('This device already has a passkey for your account.').waitFor();
  expect(await textField(page, 'Name of the passkey').inputValue()).toBe('Again');
  await laptop.setPresent(false);

  await logOut(page);
  await openPage(page, '/auth');
  await laptop.setPresent(true);
  await button(page, 'Use a passkey').click();
  expect(await toastNamed(page, 'Welcome back!')).toBe("You're now logged in as keyed");
  expect(await userIn(page)).toMatchObject({ username: 'keyed' });

  await openPage(page, '/account');
  await page.getByRole('listitem').filter({ hasText: 'My laptop' }).getByText('Last used on').waitFor();
  await button(page, 'Remove My laptop').click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove the passkey “My laptop”?' });
  const password = dialog.getByRole('textbox', { name: 'Current password' });
  await password.fill('Not-the-one-1');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByText('This is not your current password').waitFor();
  await password.fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await toastNamed(page, 'Passkey removed');
  // The notification contains the passkey's name, too.
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'My laptop' })
    .waitFor({ state: 'detached' });
  // The button that had the focus is gone. The focus moves to its section.
  const focused = () => page.evaluate(() => document.activeElement?.firstElementChild?.textContent);
  await expect.poll(focused).toBe('Passkeys');

  // The device also deletes the passkey.
  await expect.poll(laptop.count).toBe(0);
});

test('a passkey gets another name by keyboard', async () => {
  const { page } = await withPasskey('renaming');
  await button(page, 'Rename My device').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey “My device”' });
  const name = dialog.getByRole('textbox', { name: 'Name of the passkey' });
  await expect.poll(() => name.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe('My device');
  await name.fill(' ');
  await page.keyboard.press('Enter');
  await dialog.getByText('Give this passkey a name, such as “My phone”').waitFor();
  await name.fill('Old phone');
  await page.keyboard.press('Enter');
  expect(await toastNamed(page, 'Passkey renamed')).toBe('It is now “Old phone”.');
  const renamed = button(page, 'Rename Old phone');
  await expect.poll(() => renamed.evaluate((it) => it === document.activeElement)).toBe(true);
});

test('a passkey that another tab has removed is reported, and leaves the list', async () => {
  const { page } = await withPasskey('two-tabs');
  const [entry] = await (await page.request.get('/api/user/passkeys')).json();
  await button(page, 'Remove My device').click();
  await page.request.delete(`/api/user/passkeys/${entry.id}`, {
    headers: await csrfHeaders(page),
    data: { currentPassword: PASSWORD },
  });
  await page.getByRole('alertdialog').getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  expect(await toastNamed(page, 'Passkey not changed')).toBe('That passkey is already removed.');
  await button(page, 'Remove My device').waitFor({ state: 'detached' });
});

test('Cancel also ends the request of the browser, so that no later touch adds a passkey', async () => {
  const page = await newMember(site, 'withdrawing');
  const device = await addAuthenticator(page);
  await device.setPresent(false);
  await page.addInitScript(() => {
    const create = navigator.credentials.create.bind(navigator.credentials);
    navigator.credentials.create = (options) => {
      Object.assign(globalThis, { asked: options?.signal });
      return create(options);
    };
  });
  await openPage(page, '/account');
  await addPasskey(page, 'My device');
  const request = () => page.evaluate(() => (globalThis as { asked?: AbortSignal }).asked?.aborted);
  await expect.poll(request).toBe(false);
  await button(page, 'Cancel').click();
  await expect.poll(request).toBe(true);
});

test('a passkey deleted on the server is refused once, and not offered again', async () => {
  const { page, authenticator: phone } = await withPasskey('elsewhere');
  await phone.setPresent(false);
  // Deletes the passkey as from another device.
  const [entry] = await (await page.request.get('/api/user/passkeys')).json();
  const removed = await page.request.delete(`/api/user/passkeys/${entry.id}`, {
    headers: await csrfHeaders(page),
    data: { currentPassword: PASSWORD },
  });
  expect(removed.status()).toBe(204);
  expect(await phone.count()).toBe(1);
  await logOut(page);
  await openPage(page, '/auth');
  await phone.setPresent(true);
  await button(page, 'Use a passkey').click();
  expect(await toastNamed(page, 'Login failed')).toContain('This passkey does not open an account here.');
  await expect.poll(phone.count).toBe(0);
});

test('deleting the account removes its passkeys from the device', async () => {
  const { page, authenticator: laptop } = await withPasskey('leaving');
  await button(page, 'Delete account').click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete the account “leaving”?' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await toastNamed(page, 'Account deleted');
  await expect.poll(laptop.count).toBe(0);
});

test('the username field offers passkeys among its suggestions', async () => {
  const { page } = await withPasskey('suggested');
  await logOut(page);
  // The authenticator accepts the first suggestion without a press.
  await page.goto('/auth?returnTo=/account');
  await page.waitForURL('**/account');
  expect(await userIn(page)).toMatchObject({ username: 'suggested' });
});

test('a person who cancels a passkey can still log in with the password', async () => {
  const page = await newMember(site, 'undecided');
  await logOut(page);
  await openPage(page, '/auth');
  // The authenticator has no passkey, so the browser rejects the request.
  const empty = await addAuthenticator(page);
  await button(page, 'Use a passkey').click();
  expect(await toastNamed(page, 'Login failed')).toContain('log in with your password');
  await empty.remove();
  await textField(page, 'Username').fill('undecided');
  await textField(page, 'Password').fill(PASSWORD);
  await button(page, 'Login').click();
  await expect.poll(async () => (await userIn(page))?.username).toBe('undecided');
});
