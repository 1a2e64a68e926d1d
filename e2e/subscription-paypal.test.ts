import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PayPalPeer, startPayPalPeer } from '#test/paypal-peer.ts';
import { type OpenSite, openSite } from './open-site.ts';
import {
  findLocked,
  isSameDocument,
  type Locked,
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
} from './subscribers.ts';

/* PayPal's buttons in a real browser; their script and PayPal itself are a local peer with the same interface. */

const MINUTE = 60_000;

let peer: PayPalPeer;
let site: OpenSite;
let locked: Locked;
beforeAll(async () => {
  peer = await startPayPalPeer();
  const { apiUrl, clientId, clientSecret, planId, webhookId } = peer.keys;
  site = await openSite({
    PAYMENTS: 'paypal',
    PAYPAL_API_URL: apiUrl,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
    PAYPAL_PLAN_ID: planId,
    PAYPAL_WEBHOOK_ID: webhookId,
  });
  peer.notices.site = site.url;
  locked = await findLocked(site);
});
afterEach(() => {
  peer.heal();
  peer.person = 'approve';
  peer.approvalTakes = 0;
});
afterAll(async () => {
  await site.close();
  await peer.stop();
});

const payPalButton = (page: Page) =>
  subscribeDialog(page).getByRole('button', { name: 'Subscribe with PayPal' });

/** The subscription that was approved last, and what the peer would tell of it. */
const latest = () => [...peer.books.subscriptions.keys()].at(-1) as string;
async function tellAll(): Promise<void> {
  for (const notice of peer.notices.about(latest())) await peer.notices.send(notice);
}

/** Pays where the provider takes a minute to confirm, and is told so. */
async function payAndWait(page: Page): Promise<void> {
  await openPage(page, `/waves/${locked.waveId}`);
  await openDialog(page);
  peer.approvalTakes = MINUTE;
  await payPalButton(page).click();
  await subscribeDialog(page)
    .getByText(/^Your payment is being confirmed/)
    .waitFor();
}

test('the four states of the payment button, and nothing of the provider before the dialog', async () => {
  const page = await newVisitor(site);
  const letGo: (() => void)[] = [];
  const hold = (pattern: RegExp) =>
    page.route(pattern, async (route: Route) => {
      await new Promise<void>((resolve) => letGo.push(resolve));
      await route.continue();
    });
  await hold(/paypal-payment/);
  await hold(/\/sdk\/js/);
  await openPage(page, `/waves/${locked.waveId}`);
  await page.getByRole('button', { name: 'Subscribe Now' }).hover();
  await page.waitForTimeout(300);
  expect(page.requested.filter((url) => url.startsWith(peer.url) || url.includes('paypal'))).toEqual([]);

  const dialog = await openDialog(page);
  const inState = (state: string) => dialog.locator(`[data-state="${state}"]`).waitFor();
  await inState('initial');
  await dialog.getByRole('status').getByText('Preparing the payment...').waitFor();
  await expect.poll(() => letGo.length).toBe(1);
  letGo.pop()?.();
  await inState('pending');
  await dialog.getByRole('status').getByText('Loading the payment button...').waitFor();

  peer.fault('script', { status: 503 });
  await expect.poll(() => letGo.length).toBe(1);
  letGo.pop()?.();
  await inState('rejected');
  await dialog.getByText(/^The payment button could not be loaded/).waitFor();
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await inState('pending');
  await expect.poll(() => letGo.length).toBe(1);
  letGo.pop()?.();
  await inState('resolved');
  await payPalButton(page).waitFor();
  const script = page.requested.findLast((url) => url.startsWith(`${peer.url}/sdk/js`)) ?? '';
  expect(Object.fromEntries(new URL(script).searchParams)).toMatchObject({
    'client-id': peer.keys.clientId,
    components: 'buttons',
    currency: 'USD',
    intent: 'subscription',
    vault: 'true',
  });
});

test('signed in: approved, activated, open without a reload; role and dates follow, in the reader’s own words', async () => {
  const page = await newMember(site, 'pays-by-paypal', { locale: 'de-DE', timezoneId: 'Pacific/Auckland' });
  await openPage(page, `/droplets/${locked.dropletId}`);
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

test('called off: back at the button, without a word', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  await openDialog(page);
  peer.person = 'cancel';
  await payPalButton(page).click();
  await expect.poll(() => peer.calls.at(-1)).toBe('person');
  await page.waitForTimeout(300);
  expect(await payPalButton(page).isEnabled()).toBe(true);
  expect(await page.locator('.toast').count()).toBe(0);
  peer.person = 'approve';
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
});

test('each failure has its own words, and a way on', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  const dialog = await openDialog(page);
  peer.person = 'error';
  await payPalButton(page).click();
  expect(await toastNamed(page, 'Payment Error')).toBe(
    'There was a problem processing your payment. Please try again.',
  );

  peer.fault('subscription.create', { status: 503 }, { times: 20 });
  const other = await newVisitor(site);
  await openPage(other, `/waves/${locked.waveId}`);
  await openDialog(other);
  await payPalButton(other).click();
  await toastNamed(other, 'Payment Error');
  peer.heal();
  await other.context().close();

  peer.person = 'no-id';
  await payPalButton(page).click();
  expect(await toastNamed(page, 'Subscription Error')).toBe(
    'Could not complete subscription. Please try again.',
  );

  // It was approved all the same: the next press asks for no money and opens.
  const paid = peer.books.subscriptions.size;
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
  await dialog.waitFor({ state: 'hidden' });
  await waitUntilOpen(page);
  expect(peer.books.subscriptions.size).toBe(paid);
});

test('an activation that does not reach the server is repeated, and nothing is paid again', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  const dialog = await openDialog(page);
  await page.route('**/api/subscribe', (route) => route.fulfill({ status: 500, body: '{"message":"No"}' }));
  await payPalButton(page).click();
  expect(await toastNamed(page, 'Subscription Error')).toBe(
    'There was a problem activating your subscription. Please try again.',
  );
  await dialog.getByText('Nothing is paid twice.').waitFor();
  const people = peer.calls.filter((kind) => kind === 'person').length;
  await page.unroute('**/api/subscribe');
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
  expect(peer.calls.filter((kind) => kind === 'person').length).toBe(people);
});

test('an activation that did not reach the server, and the provider’s notice did: it opens when one comes back', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  const dialog = await openDialog(page);
  await page.route('**/api/subscribe', (route) => route.abort());
  await payPalButton(page).click();
  await dialog.getByText('Nothing is paid twice.').waitFor();
  await tellAll();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
});

test('a confirmation that takes its time: the dialog says so, may be closed, and the content opens by itself', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}?droplet=${locked.dropletId}`);
  await markDocument(page);
  const dialog = await openDialog(page);
  peer.approvalTakes = MINUTE;
  await payPalButton(page).click();
  await toastNamed(page, 'Processing Subscription');
  await dialog.getByText(/^Your payment is being confirmed/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // Whoever looks again sees how it stands, and no button to pay.
  await openDialog(page);
  await dialog.getByText(/^Your payment is being confirmed/).waitFor();
  expect(await payPalButton(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  peer.advance(2 * MINUTE);
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
  await page
    .locator('dialog.viewer')
    .getByRole('button', { name: /^Play / })
    .waitFor();
  expect(await isSameDocument(page)).toBe(true);
});

test('a page that is opened while the confirmation is awaited goes on waiting', async () => {
  const page = await newVisitor(site);
  await payAndWait(page);
  await openPage(page, `/waves/${locked.waveId}`);
  await page.locator('main .lock-disc').first().waitFor();
  peer.advance(2 * MINUTE);
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
});

test('whoever signs out waits for nothing any more, and hears of no error', async () => {
  const page = await newMember(site, 'waits-and-goes');
  await payAndWait(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account: waits-and-goes' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await toastNamed(page, 'Logged out');
  await page.waitForTimeout(4_000);
  expect(await page.locator('.toast').innerText()).not.toContain('Error');
  expect(await page.evaluate(() => localStorage.getItem('stillwater.checkout'))).toBeNull();
});

test('paid, and this page never heard of it: the next press opens what is paid for', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  await openDialog(page);
  peer.person = 'closed';
  await payPalButton(page).click();
  await expect.poll(() => peer.books.get(latest()).status).toBe('ACTIVE');
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
});

test('a failed payment: a gentle note with the way on; given back: the open tab is locked again', async () => {
  const page = await newMember(site, 'runs-short');
  await openPage(page, `/droplets/${locked.dropletId}`);
  await openDialog(page);
  await payPalButton(page).click();
  await toastNamed(page, 'Subscription Activated');
  const id = latest();
  peer.books.failPayment(id);
  await tellAll();
  await openPage(page, `/droplets/${locked.dropletId}`);
  await page.getByRole('button', { name: /^Play / }).click();
  const note = page.getByRole('complementary', { name: 'Your subscription' });
  await note.getByText(/Your last payment did not go through/).waitFor();
  await note.getByRole('link', { name: 'See what to do' }).click();
  const section = page.getByRole('region', { name: 'Subscription' });
  await section.getByText('Payment missing', { exact: true }).waitFor();
  expect(await section.getByRole('link', { name: /automatic payments/ }).getAttribute('href')).toBe(
    'https://www.sandbox.paypal.com/myaccount/autopay/',
  );
  await note.waitFor({ state: 'hidden' });

  await moveTo(page, `/droplets/${locked.dropletId}`);
  await page.getByRole('button', { name: /^Play / }).click();
  await page.locator('video').waitFor();
  peer.books.refund(id);
  await tellAll();
  // A minute later, on the way to another page and back.
  await page.clock.install();
  await page.clock.fastForward(2 * MINUTE);
  await moveTo(page, `/waves/${locked.waveId}`);
  await page.locator('main .lock-disc').first().waitFor();
  await moveTo(page, `/droplets/${locked.dropletId}`);
  await page.locator('main .lock-disc').first().waitFor();
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
