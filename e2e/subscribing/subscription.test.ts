import { beforeAll, expect, test } from 'vitest';
import { openSite } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';
import {
  findLocked,
  isSameDocument,
  type Locked,
  markDocument,
  newMember,
  newVisitor,
  openDialog,
  openPage,
  pay,
  register,
  subscribeDialog,
  toastNamed,
  userIn,
  waitUntilOpen,
} from '../support/subscribers.ts';

/* Subscriptions with test payments: from locked content to playing it, and canceling. */

const site = setUpSite({ PAYMENTS: 'sandbox' });

let locked: Locked;
beforeAll(async () => {
  locked = await findLocked(site);
});

const focused = 'document.activeElement?.textContent || document.activeElement?.getAttribute("aria-label")';

test('a visitor with only an address pays by keyboard and plays the locked film', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}?droplet=${locked.dropletId}`);
  await markDocument(page);
  const ofPayment = () =>
    page.requested.filter((url) => /subscribing|paypal|api\/(subscri|sandbox-payments)/.test(url));
  expect(ofPayment()).toEqual([]);

  const expectFocus = (name: string) => expect.poll(() => page.evaluate(focused)).toBe(name);
  const press = async (name: string) => {
    for (let n = 0; n < 12 && (await page.evaluate(focused)) !== name; n += 1)
      await page.keyboard.press('Tab');
    expect(await page.evaluate(focused)).toBe(name);
    await page.keyboard.press('Enter');
  };
  await press('Subscribe Now');
  const dialog = subscribeDialog(page);
  await dialog.getByText('Unlock every ocean, wave and droplet.').waitFor();
  await dialog.getByText('Test payment: no money moves.').waitFor();
  expect(await dialog.locator('[data-part=price]').innerText()).toMatch(
    /\$20\.00\s*USD per month, recurring/,
  );
  await dialog
    .getByText('Cancel any time. You pay through our payment provider. We never see your card.')
    .waitFor();
  expect(ofPayment().some((url) => url.endsWith('/api/subscription'))).toBe(true);

  // Escape closes only the dialog, and the focus returns.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus('Subscribe Now');
  expect(await page.locator('dialog[data-part=viewer]').isVisible()).toBe(true);
  await press('Subscribe Now');

  await dialog.getByRole('button', { name: 'Pay by card or wallet' }).waitFor();
  await press('Pay by card or wallet');
  await dialog.getByRole('button', { name: 'Approve payment' }).waitFor();
  await expectFocus('Approve payment');
  await page.keyboard.press('Enter');
  expect(await toastNamed(page, 'Subscription Activated')).toMatch(/You now have access/);
  await dialog.waitFor({ state: 'hidden' });
  // The notification is in front of the viewer, where it can be read and closed.
  await page.locator('dialog[data-part=viewer] [data-part=toast]').waitFor();

  const viewer = page.locator('dialog[data-part=viewer]');
  await viewer.getByRole('button', { name: /^Play / }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('dialog[data-part=viewer]') !== null))
    .toBe(true);
  for (let n = 0; n < 8 && !/^Play /.test(String(await page.evaluate(focused))); n += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0.2);
  expect(await isSameDocument(page)).toBe(true);
  expect(page.problems).toEqual([]);
});

test('an approval is announced while the payment is being confirmed', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/droplets/${locked.dropletId}`);
  const dialog = await openDialog(page);
  await dialog.getByRole('heading', { name: 'Subscribe to Stillwater' }).waitFor();
  await dialog.getByRole('button', { name: 'Pay by card or wallet' }).click();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/subscribe', async (route) => {
    expect(route.request().postDataJSON()).toMatchObject({
      subscriptionId: expect.stringMatching(/^TEST-/),
      status: expect.any(String),
      email: expect.stringMatching(/^visitor-\d+@example\.org$/),
    });
    await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Approve payment' }).click();
  expect(await toastNamed(page, 'Processing Subscription')).toBe(
    'We are confirming your payment with the payment provider.',
  );
  await dialog.getByRole('heading', { name: 'Your subscription' }).waitFor();
  release();
  await toastNamed(page, 'Subscription Activated');
  await dialog.waitFor({ state: 'hidden' });
  await waitUntilOpen(page);
});

test('a notification moves in front of a dialog that opens after it', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  await pay(page);
  const note = page.getByRole('complementary', { name: 'Your subscription' });
  await note.getByRole('button', { name: 'Your subscription' }).click();
  const manage = page.getByRole('dialog', { name: 'Your subscription' });
  const inFront = manage.locator('[data-part=toast]').filter({ hasText: 'Subscription Activated' });
  await inFront.getByRole('button', { name: 'Dismiss' }).click();
  await inFront.waitFor({ state: 'detached' });
  expect(await manage.isVisible()).toBe(true);
});

test('a visitor’s subscription is kept for their account and can be canceled before', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await pay(page);
  await waitUntilOpen(page);

  const note = page.getByRole('complementary', { name: 'Your subscription' });
  await note.getByText('Your subscription only works in this browser.').waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(async () => (await note.boundingBox())?.y).toBe(0);
  const email = await page.evaluate(() => localStorage.getItem('stillwater.email'));
  const receipt = await site.mailTo(email ?? '');
  expect(receipt.subject).toBe('Your Stillwater receipt');
  expect(receipt.text).toContain(`${site.url}/auth?tab=register&returnTo=/account`);
  await openPage(page, `/waves/${locked.waveId}`);
  await note.getByRole('button', { name: 'Your subscription' }).click();
  const manage = page.getByRole('dialog', { name: 'Your subscription' });
  await manage.getByRole('button', { name: 'Cancel subscription' }).click();
  await manage.getByText(/^You keep full access until .*\d{4}\.$/).waitFor();
  await manage.getByRole('button', { name: 'Cancel subscription' }).click();
  await manage.getByText(/You will not be charged again/).waitFor();
  await manage.getByRole('button', { name: 'Undo cancellation' }).click();
  await manage.getByText('Active', { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await note.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL(/\/auth\?tab=register&returnTo=/);
  await register(page, 'claims-it');
  await page.waitForURL(`**/waves/${locked.waveId}`);
  await waitUntilOpen(page);
  expect(await userIn(page)).toMatchObject({ username: 'claims-it', role: 'subscriber' });
  await note.waitFor({ state: 'detached' });
  await openPage(page, '/account');
  await page.getByRole('main').getByText('Subscriber', { exact: true }).waitFor();
  expect(page.problems).toEqual([]);
});

test('a signed-in reader subscribes, cancels in two clicks, undoes it, and cancels finally', async () => {
  const page = await newMember(site, 'pays-and-leaves');
  await openPage(page, '/account');
  const section = page.getByRole('region', { name: 'Subscription' });
  await section.getByText(/You do not have a subscription/).waitFor();
  await page.getByRole('main').getByText('Free account', { exact: true }).waitFor();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) calls.push(request.postData() ?? '');
  });
  await pay(page);
  expect(calls.map((body) => JSON.parse(body))).toEqual([{ username: 'pays-and-leaves', password: '' }]);
  expect(await userIn(page)).toMatchObject({ role: 'subscriber' });
  await page.getByRole('main').getByText('Subscriber', { exact: true }).waitFor();
  await section.getByText('Active', { exact: true }).waitFor();
  await section.getByText('Test payment: no money moves.').waitFor();
  const next = await section
    .getByText(/^Your next payment of \$20\.00 USD is on /)
    .locator('time')
    .innerText();
  const inAMonth = Date.parse(next) - Date.now();
  expect(inAMonth).toBeGreaterThan(26 * 86_400_000);
  expect(inAMonth).toBeLessThan(32 * 86_400_000);

  await section.getByRole('button', { name: 'Cancel subscription' }).click();
  const question = section.getByRole('region', { name: 'Cancel subscription?' });
  await question.waitFor();
  // Some browsers would draw a legend on the panel's edge.
  const [panel, heading] = await Promise.all([
    question.boundingBox(),
    question.getByRole('heading').boundingBox(),
  ]);
  expect((heading?.y ?? 0) - (panel?.y ?? 0)).toBeGreaterThan(8);
  await section.getByText(`You keep full access until ${next}.`).waitFor();
  // The safe choice has the focus.
  await expect.poll(() => page.evaluate(focused)).toBe('Keep subscription');
  await page.keyboard.press('Enter');
  await section.getByRole('button', { name: 'Cancel subscription' }).click();
  await section.getByRole('button', { name: 'Cancel subscription' }).click();
  expect(await toastNamed(page, 'Subscription canceled')).toBe(`Your paid time ends on ${next}.`);
  await section.getByText(`You keep full access until ${next}. You will not be charged again.`).waitFor();
  await page.reload();
  await section.getByRole('button', { name: 'Undo cancellation' }).click();
  await section.getByText('Active', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Delete account' }).click();
  await page
    .getByRole('alertdialog')
    .getByText(/^Your subscription ends right away/)
    .waitFor();
  expect(page.problems).toEqual([]);
});

test('a failed payment shows an error and can be retried; a canceled one shows no message', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  const dialog = await openDialog(page);
  const payButton = dialog.getByRole('button', { name: 'Pay by card or wallet' });
  await payButton.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await payButton.waitFor();
  expect(await page.locator('[data-part=toast]').count()).toBe(0);
  await payButton.click();
  await dialog.getByRole('button', { name: 'Fail payment' }).click();
  expect(await toastNamed(page, 'Payment Error')).toBe(
    'There was a problem processing your payment. Please try again.',
  );
  await payButton.click();
  await dialog.getByRole('button', { name: 'Approve payment' }).click();
  await toastNamed(page, 'Subscription Activated');
});

test('with payments off the dialog says so and offers a contact', async () => {
  const closed = await openSite({ PAYMENTS: 'off' });
  try {
    const page = await newVisitor(closed);
    await openPage(page, `/waves/${locked.waveId}`);
    const dialog = await openDialog(page);
    await dialog.getByText('Subscriptions are not available yet.').waitFor();
    await dialog.getByRole('link', { name: 'Contact us' }).click();
    await page.waitForURL('**/contact');
    await dialog.waitFor({ state: 'hidden' });
  } finally {
    await closed.close();
  }
});
