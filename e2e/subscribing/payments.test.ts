import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ADMIN, administrator, open } from '../admin/content-page.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import type { WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember } from '../support/subscribers.ts';

/* The owner hands all payments of a period to a bookkeeper. */

const site = setUpSite({ ...ADMIN, DEMO: 'false', PAYMENTS: 'sandbox' });

async function send({ request }: WatchedPage, path: string, data: object = {}) {
  const headers = { origin: site.url, ...(await csrfHeaders({ request })) };
  const answer = await request.post(path, { data, headers });
  expect([path, answer.ok()]).toEqual([path, true]);
  return answer.status() === 204 ? null : answer.json();
}

/** Registers a person who pays a test payment. */
async function payer(username: string): Promise<void> {
  const page = await newMember(site, username);
  const { subscriptionId } = await send(page, '/api/subscription/checkout');
  await send(page, `/api/sandbox-payments/${subscriptionId}/approve`);
  await send(page, '/api/subscribe', { subscriptionId });
}

const rows = (page: WatchedPage, name: string) =>
  page.getByRole('table', { name }).locator('tbody tr').allInnerTexts();
const line = (text: string) => text.replace(/\s+/g, ' ').trim();

test('on a phone, the owner sees the months, chooses days, and downloads them', async () => {
  await payer('sol');
  const page = await administrator(site, PHONE);
  const [subscription] = await (await page.request.get('/api/subscriptions')).json();
  const { payments } = await (await page.request.get(`/api/subscriptions/${subscription.id}`)).json();
  const order = { paymentId: payments[0].id, cents: 500, key: 'key-of-the-payments', refundedCents: 0 };
  await send(page, `/api/subscriptions/${subscription.id}/refunds`, order);

  await open(page, '/admin/subscriptions');
  await page.getByRole('link', { name: 'Payments', exact: true }).tap();
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await expect
    .poll(async () => (await rows(page, 'Months')).map(line))
    .toEqual([expect.stringMatching(/ Test \$20\.00 in 1 -\$5\.00 \$0\.00 \$15\.00$/)]);
  const [refund = '', payment = ''] = (await rows(page, 'Payments')).map(line);
  expect(refund).toMatch(/^sol@example\.org TEST-REFUND-\S+ .+ Refund Test -\$5\.00 Completed \$20\.00 a/);
  expect(payment).toMatch(/^sol@example\.org TEST-\S+ .+ Payment Test \$20\.00 Refunded in part \$20\.00 a/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).tap();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('payments.csv');
  const text = await readText(await download.createReadStream());
  const lines = text.trim().split('\r\n');
  expect(lines.map((row) => row.split(',').slice(1, 7))).toEqual([
    ['kind', 'amount', 'currency', 'state', 'test', 'email'],
    ['payment', '20.00', 'USD', 'partly-refunded', 'test', 'sol@example.org'],
    ['refund', '-5.00', 'USD', 'completed', 'test', 'sol@example.org'],
  ]);
  expect(page.problems).toEqual([]);
});

test('days without payments say so, wrong ones stay with their error, and an entry leads on', async () => {
  await payer('runa');
  const page = await administrator(site);
  await open(page, '/admin/subscriptions/payments');
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')];
  const latest = [await first.inputValue(), await last.inputValue()];
  await last.fill('2024-02-29');
  await page.keyboard.press('Enter');
  await page.getByText('The last day is before the first one.').waitFor();
  expect([await first.inputValue(), await last.inputValue()]).toEqual([latest[0], '2024-02-29']);
  await first.fill('2024-02-01');
  await page.keyboard.press('Enter');
  await page.getByText('No payment in these days.').waitFor();
  expect(new URL(page.url()).search).toBe('?from=2024-02-01&to=2024-02-29');
  expect(await page.getByText('The last day is before').count()).toBe(0);
  await last.fill(latest[1] ?? '');
  await button(page, 'Show these days').click();
  await page.getByRole('table', { name: 'Payments' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'runa' }).waitFor();
  expect(page.problems).toEqual([]);
});
