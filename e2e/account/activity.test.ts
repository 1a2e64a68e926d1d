import { expect, test } from 'vitest';
import type { WatchedPage } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember, openPage } from '../support/subscribers.ts';

/* Recent activity on the account page. */

const site = setUpSite();

const section = (page: WatchedPage) => page.getByRole('region', { name: 'Recent activity' });
const rows = (page: WatchedPage) => section(page).getByRole('listitem');
const button = (page: WatchedPage, name: string) => section(page).getByRole('button', { name, exact: true });

test('recent activity is loaded on demand, twenty events at a time', async () => {
  const page = await newMember(site, 'curious');
  for (let times = 0; times < 20; times += 1) await page.request.get('/api/user/data');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openPage(page, '/account');
  await button(page, 'Show recent activity').waitFor();
  expect(asked.filter((path) => /security-events|activity-list/.test(path))).toEqual([]);

  await button(page, 'Show recent activity').press('Enter');
  await expect.poll(() => rows(page).count()).toBe(20);
  const first = rows(page).first();
  expect(await first.innerText()).toContain('You downloaded your data');
  expect(await first.innerText()).toContain(String(new Date().getFullYear()));
  expect(await section(page).innerText()).not.toContain('You created your account');

  await button(page, 'Show more').press('Enter');
  await expect.poll(() => rows(page).count()).toBe(21);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
    .toContain('You created your account');
  expect(await rows(page).last().innerText()).toMatch(/Chrome on Linux/);
  expect(await button(page, 'Show more').count()).toBe(0);
  expect(page.problems).toEqual([]);
});

test('a list that failed to load shows an error, and its button retries', async () => {
  const page = await newMember(site, 'unlucky-reader');
  await openPage(page, '/account');
  await page.route('**/api/user/security-events*', (route) => route.abort());
  await button(page, 'Show recent activity').click();
  await section(page).getByRole('alert').waitFor();
  await page.unroute('**/api/user/security-events*');
  await button(page, 'Try Again').click();
  await expect.poll(() => rows(page).count()).toBe(1);
});
