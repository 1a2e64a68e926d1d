import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { logIn } from '../support/entered.ts';
import { alive } from '../support/open-site.ts';
import { ADMIN } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

const site = setUpSite({ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password });

test('a revoked visitor’s next request shows the landing page with the reason', async () => {
  const page = await site.newPage();
  await page.goto('/');
  await alive(page);
  await page.getByRole('textbox', { name: /email/i }).fill('out@example.org');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('link', { name: 'Look around first' }).click();
  await page.getByRole('heading', { level: 1, name: 'Knowledge Oceans' }).waitFor();

  const { request } = await site.newPage();
  const headers = { origin: site.url };
  await logIn({ request }, ADMIN);
  const [signup] = await (await request.get('/api/email-signups?search=out')).json();
  const setAccess = async (hasAccess: boolean) =>
    request.patch(`/api/email-signups/${signup.id}`, {
      data: { hasAccess },
      headers: { ...headers, ...(await csrfHeaders({ request })) },
    });
  expect((await setAccess(false)).status()).toBe(200);

  // None of it was preloaded.
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await page.getByRole('alert').filter({ hasText: 'was revoked' }).waitFor();
  await page.getByRole('textbox', { name: /email/i }).waitFor();
  await page.goto('/waves/1');
  await page.getByRole('alert').filter({ hasText: 'was revoked' }).waitFor();

  await setAccess(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'One Thing at a Time' }).waitFor();
});
