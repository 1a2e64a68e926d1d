import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { ADMIN, administrator, asksToClose, open } from '../admin/content-page.ts';
import { button, textField } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';

/*
 * The response with the recovery codes is lost. Somebody who then deleted the key from the app would be
 * locked out.
 */

const site = setUpSite(ADMIN);

test.each([
  ['at once', 0],
  ['by the next press', 1],
])('an administrator learns %s that codes are on, and creates new recovery codes', async (_, lostReads) => {
  const page = await administrator(site);
  await open(page, '/account');
  await button(page, 'Set up an authenticator app').click();
  await textField(page, 'Current password').fill(ADMIN.ADMIN_PASSWORD);
  await button(page, 'Continue').click();
  const key = await page.locator('code').first().innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  let lost = 0;
  let reads = 0;
  await page.route(/\/api\/user\/second-factor$/, async (route) => {
    if (route.request().method() === 'GET') {
      reads += 1;
      await (reads <= lostReads ? route.abort() : route.fallback());
      return;
    }
    lost += 1;
    if (lost > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await textField(page, 'Code that the app shows').fill(totp.generate());
  await button(page, 'Turn on').click();
  if (lostReads > 0) {
    await page.getByText('Network error: Please check your connection and try again.').waitFor();
    await button(page, 'Turn on').click();
  }
  await page.locator('[data-part=toast]').getByText('Codes are on').waitFor();
  await page.getByText('10 recovery codes left.').waitFor();
  await button(page, 'New recovery codes').click();
  await textField(page, 'Current password').fill(ADMIN.ADMIN_PASSWORD);
  await button(page, 'Replace the codes').click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  expect(await asksToClose(page)).toBe(true);
  await button(page, 'I have stored them').click();
  await expect.poll(() => asksToClose(page)).toBe(false);
  await button(page, 'Turn codes off').first().click();
  await textField(page, 'Current password').fill(ADMIN.ADMIN_PASSWORD);
  await button(page, 'Turn codes off').last().click();
  await button(page, 'Set up an authenticator app').waitFor();
  expect(lost).toBeGreaterThan(0);
});
