import { test } from 'vitest';
import { ADMIN, administrator, open } from '../admin/content-page.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { button, textField } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';

const site = setUpSite(ADMIN);

test('an added or removed passkey shows in the second factor, also after a lost response', async () => {
  const page = await administrator(site);
  await addAuthenticator(page);
  await open(page, '/account');
  const section = page.getByRole('region', { name: 'Second factor' });
  const none = section.getByText(/^A passkey or codes from an app protect/);
  await none.waitFor();
  await button(page, 'Add a passkey').click();
  await textField(page, 'Current password').fill(ADMIN.ADMIN_PASSWORD);
  await button(page, 'Add passkey').click();
  await section.getByText('You log in with a passkey.').waitFor();

  // The request arrives, but its response is lost.
  await page.route('**/api/user/passkeys/*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: /^Remove / }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(ADMIN.ADMIN_PASSWORD);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.waitFor({ state: 'detached' });
  await none.waitFor();
});
