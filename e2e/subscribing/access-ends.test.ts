import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { logIn } from '../support/entered.ts';
import { alive, type OpenSite, openSite } from '../support/open-site.ts';
import { ADMIN } from '../support/phone.ts';
import { findLocked, newMember } from '../support/subscribers.ts';

/* Access to premium content that ends while a page is open. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ ADMIN_PASSWORD: ADMIN.password });
});
afterAll(() => site.close());

test('a retry of a film that fails after the access has ended shows its lock', async () => {
  const { waveId, dropletId } = await findLocked(site);
  const page = await newMember(site, 'for-a-while');
  const { id } = await (await page.request.get('/api/user')).json();
  const admin = await site.newPage();
  await logIn(admin, ADMIN);
  const headers = { origin: site.url, ...(await csrfHeaders(admin)) };
  const grants = `/api/people/account/${id}/grants`;
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const data = { endsAt, reason: 'A try', lastChange: 0 };
  const granted = await admin.request.post(grants, { headers, data });
  expect(granted.status(), await granted.text()).toBe(200);
  const grant = `${grants}/${(await granted.json()).id}`;

  await page.goto(`/waves/${waveId}`);
  await alive(page);
  const withdrawn = await admin.request.patch(grant, { headers, data: { isWithdrawn: true, lastChange: 0 } });
  expect(withdrawn.status(), await withdrawn.text()).toBe(204);

  await page.locator(`a[data-droplet="${dropletId}"]`).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: /^Play / }).click();
  await viewer.getByText('Error loading droplet content').waitFor();
  await viewer.getByRole('button', { name: 'Try Again' }).click();
  await viewer.getByText('This droplet is for subscribers').waitFor();
  await viewer.getByRole('button', { name: 'Subscribe Now' }).first().waitFor();
});
