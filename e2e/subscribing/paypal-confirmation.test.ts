import { expect, test } from 'vitest';
import { MINUTE } from '#platform/text/time-units.ts';
import { idle } from '../support/open-site.ts';
import {
  isSameDocument,
  markDocument,
  moveTo,
  newMember,
  newVisitor,
  openDialog,
  openPage,
  subscribeDialog,
  toastNamed,
  userIn,
  waitUntilOpen,
} from '../support/subscribers.ts';
import { payPalButton, payPalSite } from './paypal-site.ts';

/* PayPal payments that are confirmed late, fail later or are refunded. */

const paypal = payPalSite();

test('after a failed activation PayPal’s webhook event opens the content on return', async () => {
  const page = await newVisitor(paypal.site);
  await openPage(page, `/waves/${paypal.locked.waveId}`);
  const dialog = await openDialog(page);
  await page.route('**/api/subscribe', (route) => route.abort());
  await payPalButton(page).click();
  await dialog.getByText('You will not be charged twice.').waitFor();
  await paypal.tellAll();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
});

test('a payment being confirmed says so, may be closed, and then opens the content', async () => {
  const page = await newVisitor(paypal.site);
  await openPage(page, `/waves/${paypal.locked.waveId}?droplet=${paypal.locked.dropletId}`);
  await markDocument(page);
  const dialog = await openDialog(page);
  paypal.peer.approvalTakes = MINUTE;
  await payPalButton(page).click();
  await toastNamed(page, 'Processing Subscription');
  await dialog.getByText(/^The payment provider is confirming your payment/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // When it is reopened, the dialog shows the status and no payment button.
  await openDialog(page);
  await dialog.getByText(/^The payment provider is confirming your payment/).waitFor();
  expect(await payPalButton(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  paypal.peer.advance(2 * MINUTE);
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
  await page
    .locator('dialog[data-part=viewer]')
    .getByRole('button', { name: /^Play / })
    .waitFor();
  expect(await isSameDocument(page)).toBe(true);
});

test('a page opened while a payment is confirmed waits, too', async () => {
  const page = await newVisitor(paypal.site);
  await paypal.payAndWait(page);
  await openPage(page, `/waves/${paypal.locked.waveId}`);
  await page.locator('main [data-part=lock]').first().waitFor();
  paypal.peer.advance(2 * MINUTE);
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
});

test('a logout ends the waiting without an error', async () => {
  const page = await newMember(paypal.site, 'waits-and-goes');
  await page.clock.install();
  await paypal.payAndWait(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account: waits-and-goes' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await toastNamed(page, 'Logged out');
  const before = page.requested.length;
  // The longest pause before the server is requested again.
  await page.clock.runFor(MINUTE);
  await idle(page);
  expect(page.requested.slice(before).filter((url) => url.endsWith('/api/subscribe'))).toEqual([]);
  expect(await page.locator('[data-part=toast][data-kind=bad]').count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('stillwater.checkout'))).toBeNull();
});

test('a completed payment that the page missed opens the content at the next press', async () => {
  const page = await newVisitor(paypal.site);
  await openPage(page, `/waves/${paypal.locked.waveId}`);
  await openDialog(page);
  paypal.peer.person = 'closed';
  await payPalButton(page).click();
  await expect.poll(() => paypal.peer.books.get(paypal.latest()).status).toBe('ACTIVE');
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
});

test('a first payment that failed is canceled in the dialog, which then offers to subscribe', async () => {
  const page = await newMember(paypal.site, 'first-fails');
  await openPage(page, `/waves/${paypal.locked.waveId}`);
  const dialog = await openDialog(page);
  const before = paypal.latest();
  paypal.peer.person = 'cancel';
  await payPalButton(page).click();
  await expect.poll(paypal.latest).not.toBe(before);
  const { books } = paypal.peer;
  // Approved, but refused by the bank. PayPal retries days later.
  const agreement = books.get(paypal.latest());
  Object.assign(agreement, { status: 'ACTIVE', nextBillingAt: Date.now() - MINUTE });
  books.failPayment(agreement.id);
  await paypal.tellAll();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await dialog.getByText('Payment failed', { exact: true }).waitFor();
  const cancel = dialog.getByRole('button', { name: 'Cancel subscription' });
  await cancel.click();
  await dialog.getByText('You will not be charged.', { exact: true }).waitFor();
  await cancel.click();
  await toastNamed(page, 'Subscription canceled');
  expect(agreement.status).not.toBe('ACTIVE');
  await payPalButton(page).waitFor();
});

test('a failed payment shows a note with a solution, and a refund locks the open tab again', async () => {
  const page = await newMember(paypal.site, 'runs-short');
  await openPage(page, `/droplets/${paypal.locked.dropletId}`);
  await openDialog(page);
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
  const id = paypal.latest();
  paypal.peer.books.failCycle(id);
  await paypal.tellAll();
  await openPage(page, `/droplets/${paypal.locked.dropletId}`);
  await page.getByRole('button', { name: /^Play / }).click();
  const note = page.getByRole('complementary', { name: 'Your subscription' });
  await note.getByText(/Your last payment did not go through/).waitFor();
  expect(await note.getByRole('link', { name: 'Change your card' }).getAttribute('href')).toBe(
    'https://www.sandbox.paypal.com/myaccount/autopay/',
  );
  await note.getByRole('link', { name: 'View details' }).click();
  const section = page.getByRole('region', { name: 'Subscription' });
  await section.getByText('Payment failed', { exact: true }).waitFor();
  expect(await section.getByRole('link', { name: /automatic payments/ }).getAttribute('href')).toBe(
    'https://www.sandbox.paypal.com/myaccount/autopay/',
  );
  await note.waitFor({ state: 'hidden' });

  await moveTo(page, `/droplets/${paypal.locked.dropletId}`);
  await page.getByRole('button', { name: /^Play / }).click();
  await page.locator('video').waitFor();
  paypal.peer.books.refund(id);
  await paypal.tellAll();
  // A minute later, while the reader visits another page and returns.
  await page.clock.install();
  await page.clock.fastForward(2 * MINUTE);
  await moveTo(page, `/waves/${paypal.locked.waveId}`);
  await page.locator('main [data-part=lock]').first().waitFor();
  await moveTo(page, `/droplets/${paypal.locked.dropletId}`);
  await page.locator('main [data-part=lock]').first().waitFor();
  expect(await page.locator('video').count()).toBe(0);
  expect(await userIn(page)).toMatchObject({ role: 'free' });
  await moveTo(page, '/account');
  await section.getByText('Refunded', { exact: true }).waitFor();
  await section.getByRole('button', { name: 'Subscribe again' }).click();
  await subscribeDialog(page)
    .getByText(/^Your last payment was refunded/)
    .waitFor();
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
  await section.getByText('Active', { exact: true }).waitFor();
});
