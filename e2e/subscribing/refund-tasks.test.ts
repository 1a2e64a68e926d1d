import { afterEach, expect, test } from 'vitest';
import { ADMIN, administrator, expectToast, open } from '../admin/content-page.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import type { WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { newMember } from '../support/subscribers.ts';
import { payPalSite } from './paypal-site.ts';

/* Tasks of Subscription Management: a refund that PayPal refused can be retried with one press. */

const paid = payPalSite(ADMIN);
afterEach(() => {
  paid.peer.books.refusesRefunds = false;
});

/** Creates a member who has paid $20.00 by PayPal. Returns PayPal's id. */
async function payer(username: string): Promise<string> {
  const { request } = await newMember(paid.site, username);
  const send = async (path: string, data: object = {}) => {
    const headers = { origin: paid.site.url, ...(await csrfHeaders({ request })) };
    const answer = await request.post(path, { data, headers });
    expect([path, answer.ok()]).toEqual([path, true]);
    return answer.json();
  };
  const { subscriptionId } = await send('/api/subscription/checkout');
  paid.peer.approve(subscriptionId);
  await send('/api/subscribe', { subscriptionId, status: 'ACTIVE' });
  return subscriptionId;
}

/** Makes PayPal refuse a refund, and opens the tasks. */
async function openTask(page: WatchedPage, name: string): Promise<void> {
  paid.peer.books.refusesRefunds = true;
  await open(page, '/admin/subscriptions');
  await page.locator('main table tbody tr').filter({ hasText: name }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await button(page, 'Refund').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'The provider refused this refund.' }).waitFor();
  await open(page, '/admin/subscriptions');
  await page.getByRole('heading', { name: 'Tasks waiting' }).waitFor();
}

const tryAgain = (page: WatchedPage) => page.getByRole('button', { name: /^Try again: payment/ });
const refundsAsked = () => paid.peer.calls.filter((kind) => kind === 'sale.refund').length;

test('a refused refund is retried from its task, and the money is returned once', async () => {
  const id = await payer('sol-varga');
  const page = await administrator(paid.site, PHONE);
  await openTask(page, 'sol-varga');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await tryAgain(page).tap();
  await expectToast(page, 'The provider refused again', 'The task says why.');
  await page.locator('[data-part=toast][data-kind=bad]').waitFor();
  paid.peer.books.refusesRefunds = false;
  const before = refundsAsked();
  const { x, y, width, height } = (await tryAgain(page).boundingBox()) ?? expect.fail('no button');
  for (let times = 0; times < 2; times += 1) await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expectToast(page, 'Payment refunded', 'The payer is told by mail.');
  await expect.poll(() => page.getByRole('heading', { name: 'Tasks waiting' }).count()).toBe(0);
  expect(refundsAsked() - before).toBe(1);
  expect(paid.peer.books.get(id).payments[0]?.refunded).toBe(20);
  expect(page.problems).toEqual([]);
});

test('when two administrators retry a refund, both see that the payment is refunded', async () => {
  const id = await payer('kit-moreau');
  const [first, second] = [await administrator(paid.site), await administrator(paid.site)];
  await openTask(first, 'kit-moreau');
  await open(second, '/admin/subscriptions');
  await tryAgain(second).waitFor();
  paid.peer.books.refusesRefunds = false;
  await tryAgain(first).click();
  await expectToast(first, 'Payment refunded', 'The payer is told by mail.');
  // The button disappears with its task, so the focus moves to the tasks.
  await first.locator('[data-part=tasks]:focus').waitFor({ state: 'attached' });
  await tryAgain(second).click();
  await expectToast(second, 'Payment refunded', 'The payer is told by mail.');
  await expect.poll(() => tryAgain(second).count()).toBe(0);
  expect(paid.peer.books.get(id).payments[0]?.refunded).toBe(20);
  expect([first.problems, second.problems]).toEqual([[], []]);
});
