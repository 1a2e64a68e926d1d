import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, textField } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { openPage, toastNamed, userIn } from '../support/subscribers.ts';

/* Second factor of an administrator, which is required from the second login on. */

const ADMIN = { username: 'harbour-master', password: 'Quiet-Harbour-27' };

const site = setUpSite({
  ADMIN_SECOND_FACTOR: 'required',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
});

async function logIn(page: Page): Promise<void> {
  await textField(page, 'Username').fill(ADMIN.username);
  await textField(page, 'Password').fill(ADMIN.password);
  await button(page, 'Login').click();
}

test('the first login offers a second factor, and the next login requires it', async () => {
  const page = await site.newPage();
  await openPage(page, '/auth?returnTo=/admin');
  await logIn(page);
  await page.waitForURL('**/admin');
  await page.getByRole('heading', { name: 'Your next login needs a second factor' }).waitFor();
  await page.getByRole('link', { name: 'Set it up' }).click();

  await button(page, 'Set up an authenticator app').click();
  await textField(page, 'Current password').fill(ADMIN.password);
  await button(page, 'Continue').click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const key = await page.locator('code').first().innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await textField(page, 'Code that the app shows').fill('000000');
  await button(page, 'Turn on').click();
  await page.getByText('This code does not fit.').waitFor();
  await textField(page, 'Code that the app shows').fill(totp.generate());
  await button(page, 'Turn on').click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const codes = await page.locator('ol code').allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  await button(page, 'I have stored them').click();
  await page.getByText('10 recovery codes left.').waitFor();

  await page.context().clearCookies();
  await openPage(page, '/auth');
  await logIn(page);
  const code = textField(page, 'Code from your app');
  await expect.poll(() => code.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.getByText('Whoever runs the site can reset lost ones.').waitFor();
  await code.fill('000000');
  await button(page, 'Login').click();
  // The error replaces the hint, so it names the way without the app too.
  await page
    .getByText('This code is wrong or was already used. Enter the next code of your app, or a recovery code.')
    .waitFor();
  await button(page, 'Back').click();
  expect(await textField(page, 'Username').inputValue()).toBe(ADMIN.username);
  expect(await textField(page, 'Password').inputValue()).toBe(ADMIN.password);
  await button(page, 'Login').click();
  await code.fill(codes[0] ?? '');
  await button(page, 'Login').click();
  expect(await toastNamed(page, 'Welcome back!')).toBe(`You're now logged in as ${ADMIN.username}`);
  expect(await userIn(page)).toMatchObject({ role: 'admin' });
  await openPage(page, '/account');
  await page.getByText('9 recovery codes left.').waitFor();
});
