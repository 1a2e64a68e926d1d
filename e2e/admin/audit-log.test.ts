import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import type { WatchedPage } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ADMIN, administrator, open, query } from './content-page.ts';

/* The filters of the audit log. */

const site = setUpSite(ADMIN);

const PATH = '/admin/history';
const entries = (page: WatchedPage) => page.locator('[data-part=audit-log] > li').allInnerTexts();
const first = async (page: WatchedPage) => (await entries(page))[0] ?? '';
const select = (page: WatchedPage, label: string) => page.getByRole('combobox', { name: label, exact: true });
const day = (page: WatchedPage, label: string) => page.getByLabel(label, { exact: true });

test('the filters of the audit log are in the address, which reload and Back keep', async () => {
  const page = await administrator(site);
  const headers = { origin: site.url };
  await page.request.post('/api/email-signup', { data: { email: 'first@example.org' }, headers });
  await page.request.get('/api/email-signups.csv');
  await open(page, PATH);
  await expect.poll(() => first(page)).toContain('maren exported “email-signups.csv”');
  await expect.poll(async () => (await entries(page)).join('\n')).toContain('created account “maren”');

  await select(page, 'Who').selectOption('The program');
  await expect.poll(() => first(page)).toContain('The program created account “maren”');
  await select(page, 'What').selectOption('Exports');
  await page.getByText('No changes match these filters.').waitFor();
  expect(query(page)).toBe('?who=program&what=export');
  await page.reload();
  await page.getByText('No changes match these filters.').waitFor();
  expect(await select(page, 'What').inputValue()).toBe('export');

  await page.goBack();
  await expect.poll(() => first(page)).toContain('The program created account “maren”');
  expect(await select(page, 'What').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => first(page)).toContain('maren exported “email-signups.csv”');
  expect(query(page)).toBe('');
  expect(page.problems).toEqual([]);
});

test('a period of the audit log includes its first and its last day, by keyboard', async () => {
  const page = await administrator(site);
  await page.request.get('/api/catalogue/export');
  await open(page, PATH);
  await expect.poll(() => first(page)).toContain('maren exported “catalogue.json”');
  const today = await page.evaluate(() => {
    const now = new Date();
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  });
  await day(page, 'To').fill('2020-01-01');
  await day(page, 'To').press('Enter');
  await page.getByText('No changes match these filters.').waitFor();
  expect(query(page)).toBe('?to=2020-01-01');
  await day(page, 'To').fill(today);
  await day(page, 'From').fill(today);
  await day(page, 'From').press('Enter');
  await expect.poll(() => first(page)).toContain('maren exported “catalogue.json”');
  expect(query(page)).toBe(`?from=${today}&to=${today}`);
  await page.reload();
  await expect.poll(() => first(page)).toContain('maren exported “catalogue.json”');
  expect(await day(page, 'From').inputValue()).toBe(today);
  expect(page.problems).toEqual([]);
});

test('the audit log names a setting as its page does, and one without a page by its key', async () => {
  const page = await administrator(site);
  for (const key of ['site.title', 'own.words']) {
    const answer = await page.request.post('/api/settings', {
      data: { key, value: 'Deep Water', category: 'general' },
      headers: await csrfHeaders(page),
    });
    expect(answer.status()).toBe(201);
  }
  await open(page, PATH);
  await expect.poll(() => first(page)).toContain('maren created setting “own.words”');
  expect((await entries(page))[1]).toContain('maren created setting “Pages: Every page, name”');
  // The dates are aligned in a column, beside a button or not.
  const dates = page.locator('[data-part=audit-log] > li time');
  const lefts = await dates.evaluateAll((all) => all.map((date) => date.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);
  await page.getByRole('link', { name: 'History of Pages: Every page, name' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pages: Every page, name' }).waitFor();
});
