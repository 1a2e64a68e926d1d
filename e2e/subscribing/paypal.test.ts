import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { idle } from '../support/open-site.ts';
import {
  isSameDocument,
  markDocument,
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

/* PayPal's buttons. A local peer has the interface of PayPal and its script. */

const paypal = payPalSite();

test('the payment button has four states; PayPal’s script loads only in the dialog', async () => {
  const page = await newVisitor(paypal.site);
  const heldRequests: (() => void)[] = [];
  const hold = (pattern: RegExp) =>
    page.route(pattern, async (route: Route) => {
      await new Promise<void>((resolve) => heldRequests.push(resolve));
      await route.continue();
    });
  await hold(/\/subscribe\/pay$/);
  await hold(/\/sdk\/js/);
  await openPage(page, `/waves/${paypal.locked.waveId}`);
  await page.getByRole('button', { name: 'Subscribe Now' }).hover();
  await idle(page);
  expect(
    page.requested.filter((url) => url.startsWith(paypal.peer.url) || /paypal|subscribe.pay/.test(url)),
  ).toEqual([]);

  const dialog = await openDialog(page);
  const inState = (state: string) => dialog.locator(`[data-state="${state}"]`).waitFor();
  await inState('initial');
  await dialog.getByRole('status').getByText('Preparing the payment...').waitFor();
  await expect.poll(() => heldRequests.length).toBe(1);
  heldRequests.pop()?.();
  await inState('pending');
  await dialog.getByRole('status').getByText('Loading the payment button...').waitFor();

  paypal.peer.fault('script', { status: 503 });
  await expect.poll(() => heldRequests.length).toBe(1);
  heldRequests.pop()?.();
  await inState('rejected');
  await dialog.getByText(/^The payment button could not be loaded/).waitFor();
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await inState('initial');
  await expect.poll(() => heldRequests.length).toBe(1);
  heldRequests.pop()?.();
  await inState('pending');
  await expect.poll(() => heldRequests.length).toBe(1);
  heldRequests.pop()?.();
  await inState('resolved');
  await payPalButton(page).waitFor();
  const script = page.requested.findLast((url) => url.startsWith(`${paypal.peer.url}/sdk/js`)) ?? '';
  expect(Object.fromEntries(new URL(script).searchParams)).toMatchObject({
    'client-id': paypal.peer.keys.clientId,
    components: 'buttons',
    currency: 'USD',
    intent: 'subscription',
    vault: 'true',
  });
});

test('a signed-in reader pays: content, role and localized dates update without a reload', async () => {
  const page = await newMember(paypal.site, 'pays-by-paypal', {
    locale: 'de-DE',
    timezoneId: 'Pacific/Auckland',
  });
  await openPage(page, `/droplets/${paypal.locked.dropletId}`);
  await markDocument(page);
  await openDialog(page);
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
  await subscribeDialog(page).waitFor({ state: 'hidden' });
  await waitUntilOpen(page);
  expect(await isSameDocument(page)).toBe(true);
  expect(await userIn(page)).toMatchObject({ role: 'subscriber' });
  await openPage(page, '/account');
  const next = page.getByRole('region', { name: 'Subscription' }).locator('time');
  await expect.poll(() => next.innerText()).toMatch(/^\d{1,2}\. \p{L}+ \d{4}$/u);
  expect(page.problems).toEqual([]);
});

test('a canceled payment returns to the button without a message', async () => {
  const page = await newVisitor(paypal.site);
  await openPage(page, `/waves/${paypal.locked.waveId}`);
  await openDialog(page);
  paypal.peer.person = 'cancel';
  await payPalButton(page).click();
  await expect.poll(() => paypal.peer.calls.at(-1)).toBe('person');
  // The button is disabled until the page has received the cancellation.
  await expect.poll(() => payPalButton(page).isEnabled()).toBe(true);
  await idle(page);
  expect(await page.locator('[data-part=toast]').count()).toBe(0);
  paypal.peer.person = 'approve';
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
});

test('each payment failure has its own message and a solution', async () => {
  const page = await newVisitor(paypal.site);
  await openPage(page, `/waves/${paypal.locked.waveId}`);
  const dialog = await openDialog(page);
  paypal.peer.person = 'error';
  await payPalButton(page).click();
  expect(await toastNamed(page, 'Payment Error')).toBe(
    'There was a problem processing your payment. Please try again.',
  );

  paypal.peer.fault('subscription.create', { status: 503 }, { times: 20 });
  const other = await newVisitor(paypal.site);
  await openPage(other, `/waves/${paypal.locked.waveId}`);
  await openDialog(other);
  await payPalButton(other).click();
  await toastNamed(other, 'Payment Error');
  paypal.peer.heal();
  await other.context().close();

  paypal.peer.person = 'no-id';
  await payPalButton(page).click();
  expect(await toastNamed(page, 'Subscription Error')).toBe(
    'Could not complete subscription. Please try again.',
  );

  // The payment was approved. The next press opens the content and charges nothing.
  const paid = paypal.peer.books.subscriptions.size;
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
  await dialog.waitFor({ state: 'hidden' });
  await waitUntilOpen(page);
  expect(paypal.peer.books.subscriptions.size).toBe(paid);
});

test('an activation that fails is retried, and nothing is paid twice', async () => {
  const page = await newVisitor(paypal.site);
  await openPage(page, `/waves/${paypal.locked.waveId}`);
  const dialog = await openDialog(page);
  await page.route('**/api/subscribe', (route) => route.fulfill({ status: 500, body: '{"message":"No"}' }));
  await payPalButton(page).click();
  expect(await toastNamed(page, 'Subscription Error')).toBe(
    'There was a problem activating your subscription. Please try again.',
  );
  await dialog.getByText('You will not be charged twice.').waitFor();
  const people = paypal.peer.calls.filter((kind) => kind === 'person').length;
  await page.unroute('**/api/subscribe');
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
  expect(paypal.peer.calls.filter((kind) => kind === 'person').length).toBe(people);
});
