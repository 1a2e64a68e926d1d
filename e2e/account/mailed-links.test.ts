import { expect, test } from 'vitest';
import { logIn } from '../support/entered.ts';
import { alive } from '../support/open-site.ts';
import { ADMIN } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Mailed links, opened in a tab that shows another one of their kind. */

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

const PASSWORD = 'Harbor-lights-9';

test.each([
  ['/sign-in', 'Continue to Stillwater'],
  ['/verify-email', 'Confirm email'],
  ['/reset-password', 'Change password'],
])('%s tries a second link after the first one no longer worked', async (path, label) => {
  const page = await site.newPage();
  await logIn(page, ADMIN);
  const used: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') used.push(...(request.postData()?.match(/[ab]{32}/) ?? []));
  });
  const use = async (token: string) => {
    await page.goto(`${path}#token=${token}`);
    await alive(page);
    await page.getByRole('button', { name: label }).waitFor();
    for (const field of await page.locator('main input[type=password]').all()) await field.fill(PASSWORD);
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  };
  await use('a'.repeat(32));
  await use('b'.repeat(32));
  expect(used).toEqual(['a'.repeat(32), 'b'.repeat(32)]);
});
