import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite } from './open-site.ts';
import {
  findLocked,
  isSameDocument,
  type Locked,
  markDocument,
  newMember,
  newVisitor,
  openDialog,
  openPage,
  register,
  subscribeDialog,
  toastNamed,
  userIn,
  waitUntilOpen,
} from './subscribers.ts';

/* The subscription as people use it, with test payments: from locked content to playing it, and out again. */

let site: OpenSite;
let locked: Locked;
beforeAll(async () => {
  site = await openSite({ PAYMENTS: 'sandbox' });
  locked = await findLocked(site);
});
afterAll(() => site.close());

const focused = 'document.activeElement?.textContent || document.activeElement?.getAttribute("aria-label")';

test('a visitor with an address alone, by keyboard alone, from a locked droplet to its playing film', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}?droplet=${locked.dropletId}`);
  await markDocument(page);
  const ofPayment = () =>
    page.requested.filter((url) => /subscribing|paypal|api\/(subscri|sandbox-payments)/.test(url));
  expect(ofPayment()).toEqual([]);

  const press = async (name: string) => {
    for (let n = 0; n < 12 && (await page.evaluate(focused)) !== name; n += 1)
      await page.keyboard.press('Tab');
    expect(await page.evaluate(focused)).toBe(name);
    await page.keyboard.press('Enter');
  };
  await press('Subscribe Now');
  const dialog = subscribeDialog(page);
  await dialog.getByText('Every ocean, every wave, every droplet.').waitFor();
  await dialog.getByText('Test payment: no money moves.').waitFor();
  expect(await dialog.locator('.price').innerText()).toMatch(/\$20\.00\s*USD per month, recurring/);
  await dialog.getByText('Payment is taken by our payment provider. We never see your card.').waitFor();
  expect(ofPayment().some((url) => url.endsWith('/api/subscription'))).toBe(true);

  // Escape closes the dialog alone, and the focus is where it was.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.evaluate(focused)).toBe('Subscribe Now');
  expect(await page.locator('dialog.viewer').isVisible()).toBe(true);
  await press('Subscribe Now');

  await dialog.getByRole('button', { name: 'Pay by card or wallet' }).waitFor();
  await press('Pay by card or wallet');
  await dialog.getByRole('button', { name: 'Approve the payment' }).waitFor();
  expect(await page.evaluate(focused)).toBe('Approve the payment');
  await page.keyboard.press('Enter');
  expect(await toastNamed(page, 'Subscription Activated')).toMatch(/open to you/);
  await dialog.waitFor({ state: 'hidden' });
  // The notification is in front of the viewer, where it can be read and closed.
  expect(await page.locator('dialog.viewer .toast').count()).toBe(1);

  const viewer = page.locator('dialog.viewer');
  await viewer.getByRole('button', { name: /^Play / }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('dialog.viewer') !== null)).toBe(true);
  for (let n = 0; n < 8 && !/^Play /.test(String(await page.evaluate(focused))); n += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime), {
      timeout: 15_000,
    })
    .toBeGreaterThan(0.2);
  expect(await isSameDocument(page)).toBe(true);
  expect(page.problems).toEqual([]);
});

test('an approval is announced while the provider confirms it', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/droplets/${locked.dropletId}`);
  const dialog = await openDialog(page);
  await dialog.getByRole('heading', { name: 'Subscribe to Stillwater' }).waitFor();
  await dialog.getByRole('button', { name: 'Pay by card or wallet' }).click();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/subscribe', async (route) => {
    expect(route.request().postDataJSON()).toMatchObject({
      subscriptionId: expect.stringMatching(/^TEST-/),
      status: expect.any(String),
      email: expect.stringMatching(/^visitor-\d+@example\.org$/),
    });
    await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Approve the payment' }).click();
  expect(await toastNamed(page, 'Processing Subscription')).toBe(
    'One moment while we confirm with the payment provider.',
  );
  await dialog.getByRole('heading', { name: 'Your subscription' }).waitFor();
  letGo();
  await toastNamed(page, 'Subscription Activated');
  await dialog.waitFor({ state: 'hidden' });
  await waitUntilOpen(page);
});

test('a notification comes to the front with a dialog that opens after it', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  await pay(page);
  const note = page.getByRole('complementary', { name: 'Your subscription' });
  await note.getByRole('button', { name: 'Your subscription' }).click();
  const manage = page.getByRole('dialog', { name: 'Your subscription' });
  const inFront = manage.locator('.toast').filter({ hasText: 'Subscription Activated' });
  await inFront.getByRole('button', { name: 'Dismiss' }).click();
  await inFront.waitFor({ state: 'detached' });
  expect(await manage.isVisible()).toBe(true);
});

test('what a visitor has paid for waits for their account, and can be cancelled before there is one', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  await pay(page);
  await waitUntilOpen(page);

  const note = page.getByRole('complementary', { name: 'Your subscription' });
  await note.getByText('Your subscription lives in this browser.').waitFor();
  await openPage(page, `/waves/${locked.waveId}`);
  await note.getByRole('button', { name: 'Your subscription' }).click();
  const manage = page.getByRole('dialog', { name: 'Your subscription' });
  await manage.getByRole('button', { name: 'Cancel subscription' }).click();
  await manage.getByText(/^You keep access until .*\d{4}\.$/).waitFor();
  await manage.getByRole('button', { name: 'Cancel it' }).click();
  await manage.getByText(/^Access until /).waitFor();
  await manage.getByRole('button', { name: 'Undo the cancellation' }).click();
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

test('signed in: the user is refreshed; cancelled in two clicks with the date before, undone, cancelled for good', async () => {
  const page = await newMember(site, 'pays-and-leaves');
  await openPage(page, '/account');
  const section = page.getByRole('region', { name: 'Subscription' });
  await section.getByText(/You have none/).waitFor();
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
    .getByText(/^The next payment of \$20\.00 USD is on /)
    .locator('time')
    .innerText();
  const inAMonth = Date.parse(next) - Date.now();
  expect(inAMonth).toBeGreaterThan(26 * 86_400_000);
  expect(inAMonth).toBeLessThan(32 * 86_400_000);

  await section.getByRole('button', { name: 'Cancel subscription' }).click();
  await section.getByRole('group', { name: 'Cancel the subscription?' }).waitFor();
  await section.getByText(`You keep access until ${next}.`).waitFor();
  // The safe answer has the focus.
  expect(await page.evaluate(focused)).toBe('Keep it');
  await page.keyboard.press('Enter');
  await section.getByRole('button', { name: 'Cancel subscription' }).click();
  await section.getByRole('button', { name: 'Cancel it' }).click();
  expect(await toastNamed(page, 'Subscription cancelled')).toBe(`You keep access until ${next}.`);
  await section.getByText(`Access until ${next}.`).waitFor();
  await page.reload();
  await section.getByRole('button', { name: 'Undo the cancellation' }).click();
  await section.getByText('Active', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Delete account' }).click();
  await page
    .getByRole('alertdialog')
    .getByText(/^Your subscription is ended at once/)
    .waitFor();
  expect(page.problems).toEqual([]);
});

test('a payment that fails says so and may be tried again; one that is called off says nothing', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  const dialog = await openDialog(page);
  const payButton = dialog.getByRole('button', { name: 'Pay by card or wallet' });
  await payButton.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await payButton.waitFor();
  expect(await page.locator('.toast').count()).toBe(0);
  await payButton.click();
  await dialog.getByRole('button', { name: 'Make it fail' }).click();
  expect(await toastNamed(page, 'Payment Error')).toBe(
    'There was a problem processing your payment. Please try again.',
  );
  await payButton.click();
  await dialog.getByRole('button', { name: 'Approve the payment' }).click();
  await toastNamed(page, 'Subscription Activated');
});

test('paid for in another tab: pressing Subscribe Now opens what is paid for, and asks for no money', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  const other = await page.context().newPage();
  await openPage(other, `/waves/${locked.waveId}`);
  await pay(other);
  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await toastNamed(page, 'Subscription Activated');
  await waitUntilOpen(page);
});

test('where no payment is taken the dialog says so, with a way to ask', async () => {
  const closed = await openSite({ PAYMENTS: 'off' });
  try {
    const page = await newVisitor(closed);
    await openPage(page, `/waves/${locked.waveId}`);
    const dialog = await openDialog(page);
    await dialog.getByText('Subscriptions are not open here yet.').waitFor();
    await dialog.getByRole('link', { name: 'Write to us' }).click();
    await page.waitForURL('**/contact');
    await dialog.waitFor({ state: 'hidden' });
  } finally {
    await closed.close();
  }
});

/** Through the dialog with a test payment. */
async function pay(page: Parameters<typeof openDialog>[0]): Promise<void> {
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Pay by card or wallet' }).click();
  await dialog.getByRole('button', { name: 'Approve the payment' }).click();
  await toastNamed(page, 'Subscription Activated');
  await dialog.waitFor({ state: 'hidden' });
}
