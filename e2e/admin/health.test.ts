import { expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import { button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ADMIN, administrator, open } from './content-page.ts';
import { send } from './settings-page.ts';

/* The health page, and its summary on the dashboard. */

const site = setUpSite({ ...ADMIN, DEMO: 'false' });

/** Stores the warning that the mail sender stores about a refused mail. */
function addRefusedMail(): void {
  const database = openDatabase(site.dataDir);
  database
    .prepare(
      'insert into mails (recipient, subject, text, html, created_at, attempts, next_attempt_at, ' +
        "last_error) values ('gone@example.org', 'Your receipt', '', '', ?, 1, ?, '550 No such user')",
    )
    .run(Date.now(), Number.MAX_SAFE_INTEGER);
  database.close();
}

/** Stores warnings of the mail sender and the webhook. */
function addWarnings(): void {
  const database = openDatabase(site.dataDir);
  const details = JSON.stringify({ ids: ['SALE-7'], cents: 2000, currency: 'USD' });
  database
    .prepare(
      'insert into payment_events (provider, provider_id, type, received_at, details, state) ' +
        "values ('paypal', 'WH-7', 'PAYMENT.SALE.REFUNDED', ?, ?, 'unmatched')",
    )
    .run(Date.now(), details);
  database.close();
  addRefusedMail();
}

test('the dashboard shows whether all is well, and one press leads to a problem’s solution', async () => {
  const page = await administrator(site);
  await open(page, '/admin');
  const main = page.getByRole('main');
  const nav = page.getByRole('navigation', { name: 'More for the owner' });
  await main.getByText('An address is still a placeholder').waitFor();
  expect(await main.getByText('All is well.').count()).toBe(0);
  const contact = { key: 'contact.email', value: 'hello@harbour.org', category: 'general' };
  expect(await send(page, 'POST', '/api/settings', contact)).toBe(201);
  await open(page, '/admin');
  await main.getByText('All is well.').waitFor();
  expect(await nav.getByRole('link', { name: 'Health', exact: true }).count()).toBe(1);
  addWarnings();
  // Findings are cached for some seconds.
  await page.request.get('/api/health?again=true');
  await open(page, '/admin');
  await main.getByText('2 things need attention, none urgent.').waitFor();
  expect(await nav.getByRole('link', { name: 'Health , needs attention' }).count()).toBe(1);
  const list = page.getByRole('region', { name: 'Needs attention' });
  expect(await list.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Mail: 1 refused at example.org',
    'Money without a subscription',
  ]);
  await list.getByRole('link', { name: 'What to do about Mail: 1 refused at example.org' }).click();
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#mail-refused-example-org');
  expect(page.problems).toEqual([]);
});

test('a problem is on the health page with its reason until it is dismissed', async () => {
  const page = await administrator(site);
  await open(page, '/admin/health');
  const needs = page.getByRole('region', { name: 'Needs you' });
  const verdict = page.locator('[data-part=verdict]');
  expect(await verdict.innerText()).toBe('Two things need you. Everything else is well.');
  expect(await needs.innerText()).toContain('PAYMENT.SALE.REFUNDED, 20.00 USD (payment SALE-7)');
  expect(await needs.innerText()).toContain('“Your receipt” to gone@example.org (550 No such user)');
  const mail = page.getByRole('region', { name: 'Mail', exact: true });
  expect(await mail.getByRole('row', { name: /^example\.org 1 \d+ 550 No such user$/ }).count()).toBe(1);
  await button(needs, 'Dismiss PAYMENT.SALE.REFUNDED').dblclick();
  await page.getByText('One thing needs you. Everything else is well.').waitFor();
  await button(needs, 'Dismiss “Your receipt” to gone@example.org').click();
  await page.getByText('All is well.').waitFor();
  expect(await needs.count()).toBe(0);
  // Findings are cached for some seconds. The press shows newer ones.
  addRefusedMail();
  await button(page, 'Look again').click();
  await expect.poll(() => verdict.innerText()).toBe('One thing needs you. Everything else is well.');
  await button(page, 'Look again').waitFor();
  expect(page.problems).toEqual([]);
});
