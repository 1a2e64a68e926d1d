import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alive, type OpenSite, openSite } from '../support/open-site.ts';
import { ADMIN, administrator, button, open } from './content-page.ts';

/* The dashboard's warnings: what only an administrator can solve. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ ...ADMIN, DEMO: 'false' });
});
afterAll(() => site.close());

/** Writes what the mail sender and the webhook write. */
function addWarnings(): void {
  const database = new DatabaseSync(join(site.dataDir, 'stillwater.db'));
  const details = JSON.stringify({ ids: ['SALE-7'], cents: 2000, currency: 'USD' });
  database
    .prepare(
      'insert into payment_events (provider, provider_id, type, received_at, details, state) ' +
        "values ('paypal', 'WH-7', 'PAYMENT.SALE.REFUNDED', ?, ?, 'unmatched')",
    )
    .run(Date.now(), details);
  database
    .prepare(
      'insert into mails (recipient, subject, text, html, created_at, attempts, next_attempt_at, ' +
        "last_error) values ('gone@example.org', 'Your receipt', '', '', ?, 1, ?, '550 No such user')",
    )
    .run(Date.now(), Number.MAX_SAFE_INTEGER);
  database.close();
}

test('warnings stand on the dashboard with their reason until they are dismissed', async () => {
  const page = await administrator(site);
  await open(page, '/admin');
  const money = page.getByRole('region', { name: 'Money without a subscription' });
  const mails = page.getByRole('region', { name: 'Mails that were not delivered' });
  expect([await money.count(), await mails.count()]).toEqual([0, 0]);
  addWarnings();
  await page.reload();
  await alive(page);
  expect(await money.innerText()).toContain('PAYMENT.SALE.REFUNDED, 20.00 USD (payment SALE-7)');
  expect(await mails.innerText()).toContain('“Your receipt” to gone@example.org (550 No such user)');
  await button(money, 'Dismiss PAYMENT.SALE.REFUNDED').click();
  await expect.poll(() => money.count()).toBe(0);
  expect(await mails.count()).toBe(1);
  await page.reload();
  await mails.waitFor();
  expect(await money.count()).toBe(0);
  expect(page.problems).toEqual([]);
});
