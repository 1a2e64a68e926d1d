import { beforeAll, expect, test } from 'vitest';
import { alive, watch } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';
import {
  findLocked,
  type Locked,
  newMember,
  newVisitor,
  openPage,
  pay,
  subscribeDialog,
  toastNamed,
  waitUntilOpen,
} from '../support/subscribers.ts';

/* A subscription that changes in one tab, in the other tabs of the browser. */

const site = setUpSite({ PAYMENTS: 'sandbox' });

let locked: Locked;
beforeAll(async () => {
  locked = await findLocked(site);
});

test('a payment, a cancellation and its undo show in every tab', async () => {
  const page = await newMember(site, 'pays-in-one-tab');
  await openPage(page, `/waves/${locked.waveId}`);
  const tab = watch(await page.context().newPage());
  await openPage(tab, '/account');
  await alive(tab);
  const section = tab.getByRole('region', { name: 'Subscription' });
  await section.getByText(/You do not have a subscription/).waitFor();
  await pay(page);
  await section.getByText('Active', { exact: true }).waitFor();
  await tab.getByRole('main').getByText('Subscriber', { exact: true }).waitFor();

  await openPage(page, '/account');
  const press = (name: string) => page.getByRole('button', { name }).click();
  await press('Cancel subscription');
  await press('Cancel subscription');
  await section.getByText('Canceled', { exact: true }).waitFor();
  await press('Undo cancellation');
  await section.getByText('Active', { exact: true }).waitFor();
});

test('a visitor’s payment opens the content in every tab', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  const tab = watch(await page.context().newPage());
  await openPage(tab, `/waves/${locked.waveId}`);
  await alive(tab);
  await pay(page);
  await waitUntilOpen(tab);
});

test('in a tab that missed the payment, Subscribe Now opens the content and charges nothing', async () => {
  const page = await newVisitor(site);
  await page.addInitScript(() => {
    addEventListener('storage', (event) => event.stopImmediatePropagation());
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      return key === 'stillwater.reader-changed' ? null : getItem.call(this, key);
    };
  });
  await openPage(page, `/waves/${locked.waveId}`);
  const other = watch(await page.context().newPage());
  await openPage(other, `/waves/${locked.waveId}`);
  await pay(other);
  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
  await subscribeDialog(page).waitFor({ state: 'hidden' });
});

test('after a payment in another tab the account’s deletion warns that the subscription ends', async () => {
  const page = await newMember(site, 'pays-elsewhere');
  await openPage(page, '/account');
  const other = watch(await page.context().newPage());
  await openPage(other, `/waves/${locked.waveId}`);
  await pay(other);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page
    .getByRole('alertdialog')
    .getByText(/^Your subscription ends right away/)
    .waitFor();
});

test('a payment in another tab changes neither an open dialog nor its typed text', async () => {
  const page = await newMember(site, 'pays-meanwhile');
  await openPage(page, '/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog');
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await password.fill('Half a passw');
  const other = watch(await page.context().newPage());
  await openPage(other, `/waves/${locked.waveId}`);
  await pay(other);
  await dialog.getByText(/^Your subscription ends right away/).waitFor();
  expect(await password.inputValue()).toBe('Half a passw');
  expect(await page.locator('[data-part=toast]').count()).toBe(0);
});

test('a cancellation without a session asks for a login, and the page shows the real state', async () => {
  const page = await newMember(site, 'session-ends');
  await openPage(page, `/waves/${locked.waveId}`);
  await pay(page);
  await openPage(page, '/account');
  const section = page.getByRole('region', { name: 'Subscription' });
  await section.getByText('Active', { exact: true }).waitFor();
  await page.context().clearCookies({ name: /session/ });
  await section.getByRole('button', { name: 'Cancel subscription' }).click();
  await section.getByRole('button', { name: 'Cancel subscription' }).click();
  const toast = page.locator('[data-part=toast]').filter({ hasText: 'could not be canceled' });
  await toast.getByRole('link', { name: 'Log in' }).waitFor();
  await section.getByText('Active', { exact: true }).waitFor();
  expect(await section.getByText('There is nothing to pay.').count()).toBe(0);
});
