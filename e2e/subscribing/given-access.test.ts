import { expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import { setSubscription } from '../screens/readers.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { findLocked, newMember, openPage, pay, toastNamed } from '../support/subscribers.ts';

/* A member who pays, and has been granted access for longer. */

const site = setUpSite({ PAYMENTS: 'sandbox' });

const GIVEN = 'You have full access until May 1, 2090, because it was given to you.';

test('granted access is shown with a subscription that is active, canceled, and ended', async () => {
  const page = await newMember(site, 'pays-with-a-gift', { timezoneId: 'UTC' });
  await openPage(page, `/waves/${(await findLocked(site)).waveId}`);
  await pay(page);
  const database = openDatabase(site.dataDir);
  database
    .prepare('update users set granted_until = ? where username = ?')
    .run(Date.UTC(2090, 4, 1), 'pays-with-a-gift');
  database.close();

  await openPage(page, '/account');
  const section = page.getByRole('region', { name: 'Subscription', exact: true });
  await section.getByText(GIVEN).waitFor();
  await section.getByRole('button', { name: 'Cancel subscription' }).click();
  const question = section.getByRole('region', { name: 'Cancel subscription?' });
  const ends = /^Your paid time ends on \w+ \d+, \d{4}\./;
  expect(await question.locator('p').innerText()).toMatch(new RegExp(`${ends.source} ${GIVEN}$`));
  await question.getByRole('button', { name: 'Cancel subscription' }).click();
  expect(await toastNamed(page, 'Subscription canceled')).toMatch(ends);
  await section.getByRole('button', { name: 'Undo cancellation' }).waitFor();
  await section.getByText(new RegExp(`${ends.source} ${GIVEN} You will not be charged again\\.$`)).waitFor();
  expect(await section.getByText('because it was given to you').count()).toBe(1);

  setSubscription(site, 'pays-with-a-gift', 'expired');
  await openPage(page, '/account');
  await section.getByText('Your subscription has ended.', { exact: true }).waitFor();
  await section.getByText(`${GIVEN} You can subscribe again then.`).waitFor();
  expect(await section.getByRole('button').count()).toBe(0);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('alertdialog').getByText('The access that was given to you ends too.').waitFor();
  expect(page.problems).toEqual([]);
});
