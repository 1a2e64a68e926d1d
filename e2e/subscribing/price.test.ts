import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN, administrator, expectToast, open } from '../admin/content-page.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import {
  findLocked,
  type Locked,
  newMember,
  newVisitor,
  openDialog,
  openPage,
  subscribeDialog,
  toastNamed,
} from '../support/subscribers.ts';

/* The price of new subscriptions: the owner changes it, learners see it and choose. */

const OLD = { monthlyCents: 2000, yearlyCents: null };
const YEARLY = { monthlyCents: 2500, yearlyCents: 20_000 };

const site = setUpSite({ ...ADMIN, PAYMENTS: 'sandbox' });

let locked: Locked;
let owner: WatchedPage;
beforeAll(async () => {
  locked = await findLocked(site);
  owner = await administrator(site, PHONE);
});
beforeEach(() => setPrice(OLD));

async function setPrice(prices: object): Promise<void> {
  const { request } = owner;
  const basedOn = await (await request.get('/api/subscriptions/price')).json();
  const headers = { origin: site.url, ...(await csrfHeaders({ request })) };
  const answer = await request.put('/api/subscriptions/price', { data: { ...prices, basedOn }, headers });
  expect(answer.status()).toBe(200);
}

const monthly = (page: WatchedPage) => page.getByLabel('Monthly price in US dollars');
const yearly = (page: WatchedPage) => page.getByLabel('Yearly price in US dollars');
const question = (page: WatchedPage) => page.getByRole('alertdialog', { name: 'Change the price?' });
const openPrice = async (page: WatchedPage) => {
  await open(page, '/admin/subscriptions/price');
  await monthly(page).waitFor();
};
const focused = (page: WatchedPage) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return (activeElement as HTMLInputElement | null)?.value || activeElement?.textContent;
  });

test('the owner offers a yearly plan on a phone, and withdraws it', async () => {
  await open(owner, '/admin');
  await owner.getByRole('link', { name: 'Subscription Management' }).tap();
  await owner.getByRole('link', { name: 'Price', exact: true }).tap();
  await monthly(owner).waitFor();
  expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await monthly(owner).fill('0.5');
  await button(owner, 'Change price').tap();
  await owner.getByText('Enter a price from $1.00 to $9,999.99.').waitFor();
  await expect.poll(() => focused(owner)).toBe('0.5');
  await monthly(owner).fill('25');
  await owner.getByText('Offer a yearly plan too').tap();
  await yearly(owner).fill('200');
  await owner.getByText('That is $16.67 a month, 33% less than the monthly price.').waitFor();
  await button(owner, 'Change price').tap();
  await question(owner).getByText('$25.00 USD per month or $200.00 USD per year').waitFor();
  await question(owner).getByText('Nobody has a subscription yet.').waitFor();
  await question(owner).getByRole('button', { name: 'Change price' }).tap();
  await expectToast(
    owner,
    'Price changed',
    'New subscribers pay $25.00 USD per month or $200.00 USD per year. ' +
      'Existing subscribers keep their price.',
  );
  await question(owner).waitFor({ state: 'hidden' });
  expect(await monthly(owner).inputValue()).toBe('25.00');

  // Through the history, where each change can be undone.
  await owner.getByRole('link', { name: 'History of the yearly price' }).tap();
  await owner.getByRole('heading', { level: 1, name: 'Yearly price' }).waitFor();
  expect(owner.problems).toEqual([]);
});

test('when two administrators set a price, the second sees the first one’s and keeps the input', async () => {
  const [first, second] = [await administrator(site), await administrator(site)];
  for (const page of [first, second]) await openPrice(page);
  const change = async (page: WatchedPage, price: string) => {
    await monthly(page).fill(price);
    await page.keyboard.press('Enter');
    await question(page).getByRole('button', { name: 'Change price' }).click();
    await question(page).waitFor({ state: 'hidden' });
  };
  await change(first, '30');
  await change(second, '35');
  await second.getByText('Another administrator changed the price to $30.00 USD per month.').waitFor();
  expect(await monthly(second).inputValue()).toBe('35');
  await change(second, '35');
  await expectToast(
    second,
    'Price changed',
    'New subscribers pay $35.00 USD per month. Existing subscribers keep their price.',
  );
});

test('a learner chooses to pay yearly by keyboard', async () => {
  await setPrice(YEARLY);
  const page = await newMember(site, 'yara');
  await openPage(page, `/waves/${locked.waveId}`);
  expect(await page.locator('main .price').first().innerText()).toMatch(/\$25\.00\s*per month, USD/);
  const dialog = await openDialog(page);
  await dialog.getByRole('radio', { name: /Monthly \$25\.00 USD per month, recurring/ }).waitFor();
  for (let n = 0; n < 12 && (await focused(page)) !== 'month'; n += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('year');
  for (let n = 0; n < 4 && (await focused(page)) !== 'Pay by card or wallet'; n += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.getByText('The payment provider would ask you to pay $200.00 here.').waitFor();
  await page.keyboard.press('Enter');
  await toastNamed(page, 'Subscription Activated');
  await setPrice(OLD);
  await openPage(page, '/account');
  await page.getByText(/^Your next payment of \$200\.00 USD is on /).waitFor();
  await page.getByText(/^To pay \$20\.00 USD per month instead, cancel, and subscribe again when/).waitFor();
  await setPrice({ monthlyCents: 2000, yearlyCents: 25_000 });
  await openPage(page, '/account');
  await button(page, 'Cancel subscription').click();
  await page
    .getByRole('region', { name: 'Cancel subscription?' })
    .getByText('You pay $200.00 USD per year. A new subscription costs $250.00 USD per year.')
    .waitFor();
  expect(page.problems).toEqual([]);
});

test('a page with an outdated price shows the new one before it charges', async () => {
  const page = await newVisitor(site);
  await openPage(page, `/waves/${locked.waveId}`);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Pay by card or wallet' }).waitFor();
  await setPrice(YEARLY);
  await dialog.getByRole('button', { name: 'Pay by card or wallet' }).click();
  expect(await toastNamed(page, 'The price has changed')).toBe(
    'A subscription costs $25.00 USD per month, or $200.00 USD per year now. ' +
      'You were not charged, and can choose whether to pay that.',
  );
  await dialog.getByRole('radio', { name: /Yearly \$200\.00/ }).waitFor();
  await dialog.getByRole('button', { name: 'Pay by card or wallet' }).click();
  await dialog.getByText('The payment provider would ask you to pay $25.00 here.').waitFor();
});

test('the terms and the account page name the price in force', async () => {
  const page = await newMember(site, 'tilde');
  await openPage(page, '/terms-privacy');
  await page.getByText('It costs $20.00 USD per month and renews every month until you cancel.').waitFor();
  await openPage(page, '/account');
  await page.getByText('For $20.00 USD per month you get every ocean, wave and droplet.').waitFor();
  await setPrice(YEARLY);
  await page.reload();
  await alive(page);
  await page.getByText('For $25.00 USD per month or $200.00 USD per year you get every ocean').waitFor();
  await openPage(page, '/terms-privacy');
  await page
    .getByText('It costs $25.00 USD per month or $200.00 USD per year and renews every month or year until')
    .waitFor();
  expect(await subscribeDialog(page).count()).toBe(0);
});

test('on the smallest screen, in the largest letters, the whole dialog is within its box', async () => {
  const page = await newVisitor(site, { ...PHONE, viewport: { width: 320, height: 568 } });
  const value = encodeURIComponent('{"text":"larger"}');
  await page.context().addCookies([{ name: 'stillwater_comfort', value, url: site.url }]);
  await openPage(page, `/waves/${locked.waveId}`);
  const dialog = await openDialog(page);
  await button(dialog, 'Pay by card or wallet').waitFor();
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
