import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import { idle, type WatchedPage } from '../../support/open-site.ts';
import { button, heading } from '../../support/parts.ts';
import { PHONE } from '../../support/phone.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, open } from '../content-page.ts';

/* The weekly summary: stopped by its mail, started again, and chosen in Analytics. */

const site = setUpSite({ ...ADMIN, ADMIN_EMAIL: 'maren@example.org', DEMO: 'false' });

/** Creates the token of the administrator's summaries. No summary is due while the test runs. */
function tokenOfAdministrator(): string {
  const database = openDatabase(site.dataDir);
  try {
    const key = database.prepare("select value from secrets where name = 'letter'").get();
    const user = database.prepare("select id from users where role = 'admin'").get();
    const signature = createHmac('sha256', String(key?.value)).update(`summary:${user?.id}`);
    return `${user?.id}.${signature.digest('base64url')}`;
  } finally {
    database.close();
  }
}

const choice = (page: WatchedPage) => page.getByLabel('Send me a summary of each week by mail');

test('the weekly summary is stopped and started from its link, and chosen in Analytics', async () => {
  const admin = await administrator(site);
  await open(admin, '/admin/analytics');
  expect(await choice(admin).isChecked()).toBe(true);

  // A signed-out phone.
  const phone = await site.newPage(PHONE);
  await phone.goto(`/api/usage-summary/one-click?token=${tokenOfAdministrator()}`);
  await idle(phone);
  expect(new URL(phone.url()).pathname).toBe('/summary');
  await heading(phone, 'Stop the weekly summary?').waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await button(phone, 'Stop the summary').tap();
  await heading(phone, 'The summary has stopped').waitFor();
  expect(await phone.evaluate(() => document.activeElement?.textContent)).toBe('The summary has stopped');
  await open(admin, '/admin/analytics');
  expect(await choice(admin).isChecked()).toBe(false);

  await button(phone, 'Start again').tap();
  await heading(phone, 'The summary comes again').waitFor();
  await open(admin, '/admin/analytics');
  expect(await choice(admin).isChecked()).toBe(true);

  await choice(admin).focus();
  for (let times = 0; times < 3; times += 1) await admin.keyboard.press('Space');
  // The first choice is stored before the last one is sent.
  await idle(admin);
  await expect
    .poll(async () => (await (await admin.request.get('/api/usage-summary')).json()).on)
    .toBe(false);
  await open(admin, '/admin/analytics');
  expect(await choice(admin).isChecked()).toBe(false);

  const broken = await site.newPage();
  await broken.goto('/summary#token=made-up&do=stop');
  await idle(broken);
  await button(broken, 'Stop the summary').click();
  await heading(broken, 'This link no longer works').waitFor();
  for (const page of [admin, phone]) expect(page.problems).toEqual([]);
});
