import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMIN, administrator, open } from '../admin/content-page.ts';
import { countPresses } from '../support/count-presses.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Import of members: on a phone, and with faulty files. */

const site = setUpSite({ ...ADMIN, DEMO: 'false' });

const GHOST = join(import.meta.dirname, '../../test/ghost-members');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const HEADING = [
  ...['id', 'email', 'name', 'note', 'subscribed_to_emails', 'complimentary_plan', 'stripe_customer_id'],
  ...['created_at', 'deleted_at', 'labels', 'tiers'],
].join();

/** Fifty members as Ghost exports them, ten of them with a plan. */
const fifty = [
  HEADING,
  ...Array.from(
    { length: 50 },
    (_, n) =>
      `5f${n},member${n}@example.org,"Name, ${n}",,true,${n < 5 ? 'true' : ''},,2024-05-01T08:00:00.000Z,,,` +
      `${n >= 5 && n < 10 ? 'Gold' : ''}`,
  ),
].join('\r\n');
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const status = (page: WatchedPage, text: RegExp | string) =>
  page.getByRole('status').filter({ hasText: text });

test('the owner imports fifty members on a phone, in four presses from the dashboard', async () => {
  const page = await administrator(site, PHONE);
  await open(page, '/admin');
  const { press, count } = countPresses();
  await press(page.getByRole('link', { name: 'User Management' }));
  await press(page.getByRole('link', { name: 'Import members' }));
  const chooser = page.waitForEvent('filechooser');
  await press(page.getByLabel('Choose file'));
  await (await chooser).setFiles(file('members.csv', fifty));
  await status(page, '50 members: 50 new, 0 here already.').waitFor();
  await page.getByText('Sends no mail. Nobody loses anything.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await press(page.getByRole('button', { name: 'Import 50 members' }));
  await status(page, 'members.csv is imported. 50 people added, 10 got access, no mail was sent.').waitFor();
  expect(count()).toBe(4);
  await page.reload();
  await alive(page);
  await status(page, '50 people added').waitFor();
  await page.getByRole('link', { name: 'Look at the newest people' }).tap();
  await page.getByText('51 people').waitFor();
  expect(page.problems).toEqual([]);
});

test('a checked file survives a reload; of two administrators the first decision counts', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users/import');
  await page.getByLabel('Choose file').setInputFiles(join(GHOST, 'members-invalid-values.csv'));
  await status(page, '1 member: 1 new, 0 here already. 2 lines cannot be imported.').waitFor();
  await page.getByText('Line 3: The address is not a valid email address').waitFor();
  await page.reload();
  await alive(page);
  await page.getByLabel('Send an invitation to each new member').check();
  const invite = button(page, 'Import 1 member and send 1 mail');
  await invite.waitFor();
  const other = await administrator(site);
  await open(other, '/admin/users/import');
  await other.getByRole('link', { name: 'members-invalid-values.csv' }).click();
  await button(other, 'Import 1 member').click();
  await status(other, '1 person added, no mail was sent.').waitFor();
  await invite.click();
  await status(page, '1 person added, no mail was sent.').waitFor();
  expect([...page.problems, ...other.problems]).toEqual([]);
});

test('a file that is no list of members shows the reason, and another one can be chosen', async () => {
  const page = await administrator(site);
  await open(page, '/admin/users/import');
  const choose = page.getByLabel('Choose file');
  await choose.setInputFiles(join(GHOST, 'members-with-mappings.csv'));
  await page.getByRole('alert').getByText('This file has no column “email”').waitFor();
  await choose.setInputFiles({
    name: 'photo.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(5_000_000, 0xff),
  });
  await page.getByRole('alert').getByText('photo.csv was not imported. This file is not in UTF-8.').waitFor();
  await choose.setInputFiles(join(GHOST, 'valid-members-defaults.csv'));
  await status(page, '2 members: 2 new, 0 here already.').waitFor();
  await button(page, 'Discard').click();
  await choose.waitFor();
  expect(await page.getByRole('link', { name: 'valid-members-defaults.csv' }).count()).toBe(0);
  expect(page.problems.filter((problem) => !/400/.test(problem))).toEqual([]);
});
