import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, administrator, expectToast, open } from '../admin/content-page.ts';
import { countPresses } from '../support/count-presses.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import type { WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Subscription Management: the owner sees who pays, refunds a payment, and ends a subscription. */

const PASSWORD = 'Quiet-Harbour-27';

const site = setUpSite({ ...ADMIN, DEMO: 'false' });

/** Registers a person who pays a test payment. */
async function subscriber(username: string): Promise<void> {
  const { request } = await site.newPage();
  const send = async (path: string, data: object = {}) => {
    const answer = await request.post(path, {
      data,
      headers: { origin: site.url, ...(await csrfHeaders({ request })) },
    });
    expect([path, answer.ok()]).toEqual([path, true]);
    return answer.status() === 204 ? null : answer.json();
  };
  const email = `${username.toLowerCase().replaceAll(' ', '.')}@example.org`;
  await send('/api/register', { username, email, password: PASSWORD, confirmPassword: PASSWORD });
  const { subscriptionId } = await send('/api/subscription/checkout');
  await send(`/api/sandbox-payments/${subscriptionId}/approve`);
  await send('/api/subscribe', { subscriptionId });
}

const dialog = (page: WatchedPage) => page.getByRole('alertdialog');
const rowOf = (page: WatchedPage, name: string) =>
  page.locator('main table tbody tr').filter({ hasText: name });
const state = (page: WatchedPage) => page.locator('main p > span').first();
const fitsPhone = async (page: WatchedPage) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

/** Tells whether the focus is in the main part, because the pressed button may be gone. */
const hasFocus = (page: WatchedPage) => page.evaluate(() => document.activeElement?.closest('main') !== null);

async function openPerson(page: WatchedPage, name: string): Promise<void> {
  await open(page, '/admin/subscriptions');
  await rowOf(page, name).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

test('on a phone, the owner refunds a payment in four presses', async () => {
  await subscriber('Sol Varga');
  const page = await administrator(site, PHONE);
  await open(page, '/admin');
  const { press, count } = countPresses();
  await press(page.getByRole('link', { name: 'Subscription Management' }));
  await page.getByRole('heading', { level: 1, name: 'Subscription Management' }).waitFor();
  expect(await rowOf(page, 'Sol Varga').innerText()).toContain('$20.00 a month');
  expect(await rowOf(page, 'Sol Varga').innerText()).toContain('All is well.');
  await fitsPhone(page);
  await press(rowOf(page, 'Sol Varga').getByRole('link'));
  await page.getByRole('heading', { level: 1, name: 'Sol Varga' }).waitFor();
  await fitsPhone(page);
  await press(button(page, 'Refund'));
  await dialog(page).getByText('This ends access at once, and no further payment is taken.').waitFor();
  await press(dialog(page).getByRole('button', { name: 'Refund $20.00' }));
  await expectToast(page, 'Payment refunded', 'The payer is told by mail.');
  expect(count()).toBe(4);
  await expect.poll(() => state(page).innerText()).toBe('Ended');
  expect(await page.locator('[data-part=timeline]').innerText()).toContain('Refunded $20.00');
  expect(await button(page, 'Refund').isDisabled()).toBe(true);
  await expect.poll(() => hasFocus(page)).toBe(true);
  expect((await site.mailTo('sol.varga@example.org')).subject).toMatch(/^(We refunded|Your .* has ended)/);
  expect(page.problems).toEqual([]);
});

/** Opens the refund of a part of a new subscriber's payment. */
async function askPart(name: string) {
  await subscriber(name);
  const page = await administrator(site);
  await openPerson(page, name);
  await button(page, 'Refund').click();
  await dialog(page).getByLabel('A part').check();
  return { page, amount: dialog(page).getByLabel('Amount in dollars') };
}

test('a part is refunded once, although pressed twice; an error keeps the typed text', async () => {
  const { page, amount } = await askPart('Kit Moreau');
  await amount.fill('25.00');
  await dialog(page).getByLabel('Reason').fill('A gesture');
  const error = dialog(page).getByText('At most $20.00 is left of this payment.');
  await error.waitFor();
  // The dialog is in the page's head, whose texts have another color.
  const [color, alarm] = await error.evaluate((words) => {
    const colors = [getComputedStyle(words).color];
    words.style.color = 'var(--alarm)';
    return [...colors, getComputedStyle(words).color];
  });
  expect(color).toBe(alarm);
  expect(await amount.getAttribute('aria-invalid')).toBe('true');
  await amount.press('Enter');
  expect(await amount.inputValue()).toBe('25.00');
  await amount.fill('5');
  await dialog(page).getByText('Access does not change. To end it too, cancel the subscription.').waitFor();
  // The server cannot be reached. Everything typed stays.
  await page.route('**/refunds', (route) => route.abort(), { times: 1 });
  await dialog(page).getByRole('button', { name: 'Refund $5.00' }).click();
  await dialog(page).getByText('Network error').waitFor();
  expect([await amount.inputValue(), await dialog(page).getByLabel('Reason').inputValue()]).toEqual([
    '5',
    'A gesture',
  ]);
  await dialog(page).getByRole('button', { name: 'Refund $5.00' }).dblclick();
  await expectToast(page, 'Payment refunded', 'The payer is told by mail.');
  const timeline = page.locator('[data-part=timeline]');
  await expect.poll(() => timeline.innerText()).toContain('Reason: A gesture.');
  expect((await timeline.innerText()).match(/Refunded/g)).toHaveLength(1);
  expect(await state(page).innerText()).toBe('Paying');
  expect(page.problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});

test('text typed for a refund is restored after Escape, until the refund is made', async () => {
  const { page, amount } = await askPart('Noor Ali');
  const reason = dialog(page).getByLabel('Reason');
  await amount.fill('5');
  await reason.fill('A gesture');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Refund').click();
  expect([await amount.inputValue(), await reason.inputValue()]).toEqual(['5', 'A gesture']);
  await dialog(page).getByRole('button', { name: 'Refund $5.00' }).click();
  await expectToast(page, 'Payment refunded', 'The payer is told by mail.');
  await dialog(page).waitFor({ state: 'detached' });
  await button(page, 'Refund').click();
  await dialog(page).getByRole('button', { name: 'Refund $15.00' }).waitFor();
  expect(await reason.inputValue()).toBe('');
  expect(page.problems).toEqual([]);
});

test('another amount after a lost response is another refund, and the first one is shown', async () => {
  const { page, amount } = await askPart('Ada Holm');
  await amount.fill('5');
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/refunds', loseAnswer, { times: 1 });
  await dialog(page).getByRole('button', { name: 'Refund $5.00' }).click();
  await dialog(page).getByText('Network error').waitFor();
  await amount.fill('10');
  await dialog(page).getByRole('button', { name: 'Refund $10.00' }).click();
  await dialog(page).getByText('$5.00 of this payment is refunded already.').waitFor();
  await dialog(page).getByText('At most $15.00').waitFor();
  await dialog(page).getByRole('button', { name: 'Refund $10.00' }).click();
  await expectToast(page, 'Payment refunded', 'The payer is told by mail.');
  const timeline = page.locator('[data-part=timeline]');
  await expect.poll(() => timeline.innerText()).toContain('Refunded $10.00');
  expect(await timeline.innerText()).toContain('Refunded $5.00');
});

test('when two administrators refund one payment, the second sees that it is done', async () => {
  await subscriber('Ines Falk');
  const [first, second] = [await administrator(site), await administrator(site)];
  for (const page of [first, second]) {
    await openPerson(page, 'Ines Falk');
    await button(page, 'Refund').click();
  }
  await dialog(first).getByRole('button', { name: 'Refund $20.00' }).click();
  await expectToast(first, 'Payment refunded', 'The payer is told by mail.');
  await dialog(second).getByRole('button', { name: 'Refund $20.00' }).click();
  await dialog(second).getByText('maren has refunded all of this payment already.').waitFor();
  await dialog(second).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => state(second).innerText()).toBe('Ended');
});

test('a subscription is canceled at its end; this is undone, and it is canceled at once', async () => {
  await subscriber('Temi Bright');
  const page = await administrator(site);
  await openPerson(page, 'Temi Bright');
  await button(page, 'Cancel at end').click();
  await dialog(page).getByRole('button', { name: 'Cancel subscription' }).click();
  await expectToast(page, 'Subscription canceled', 'Access stays until the end of the paid time.');
  await expect.poll(() => state(page).innerText()).toBe('Canceled');
  await expect.poll(() => hasFocus(page)).toBe(true);
  await button(page, 'Undo').click();
  await dialog(page).getByRole('button', { name: 'Let it go on' }).click();
  await expectToast(page, 'Cancellation undone', 'Payments go on as before.');
  await button(page, 'Check with provider now').click();
  await expectToast(page, 'Checked', 'This is how the provider knows it now.');
  await button(page, 'Cancel now').click();
  await dialog(page).getByRole('button', { name: 'End now' }).click();
  await expectToast(page, 'Subscription ended', 'Access has ended, and no further payment is taken.');
  await expect.poll(() => state(page).innerText()).toBe('Ended');
  const entries = await page.locator('[data-part=timeline]').innerText();
  await expect.poll(() => hasFocus(page)).toBe(true);
  for (const done of ['maren canceled', 'maren undid', 'maren ended at once'])
    expect(entries).toContain(done);
  expect(page.problems).toEqual([]);
});

test('the list is searched and filtered, and says when nobody is found', async () => {
  await subscriber('Maren Okafor');
  await subscriber('Lio Brandt');
  const page = await administrator(site);
  await openPerson(page, 'Lio Brandt');
  await button(page, 'Cancel now').click();
  await dialog(page).getByRole('button', { name: 'End now' }).click();
  await expect.poll(() => state(page).innerText()).toBe('Ended');
  await open(page, '/admin/subscriptions');
  await page.keyboard.press('/');
  await page.keyboard.type('okaf');
  await expect.poll(() => page.locator('main table tbody tr').count()).toBe(1);
  await expect.poll(() => new URL(page.url()).search).toBe('?search=okaf');
  await page.getByRole('searchbox').fill('nobody');
  await page.getByText('No subscription by that name. Try part of the address.').waitFor();
  await page.getByRole('searchbox').fill('');
  await rowOf(page, 'Maren Okafor').waitFor();
  await page.getByRole('button', { name: /^Ended/ }).click();
  await rowOf(page, 'Maren Okafor').waitFor({ state: 'detached' });
  expect(await rowOf(page, 'Lio Brandt').count()).toBe(1);
  for (const text of await page.locator('main table tbody tr').allInnerTexts())
    expect(text).toContain('Ended');
  expect((await page.request.get('/admin/subscriptions/987654')).status()).toBe(404);
  expect(page.problems).toEqual([]);
});
