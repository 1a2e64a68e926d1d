import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addSheet } from '../support/add-sheet.ts';
import { idle, type WatchedPage } from '../support/open-site.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Hints while a new password is typed, and the button that shows a password. */

const site = setUpSite();

const RULE = 'At least 8 characters, with an uppercase letter, a lowercase letter and a number.';

const password = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });

/** Returns text and liveness of the description that a screen reader reads after the field's name. */
const described = (page: Page) =>
  password(page).evaluate((input) => {
    const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    return { text: note?.textContent, live: note?.getAttribute('aria-live') };
  });

const hears = (page: Page, text: string, live: string | null = 'polite') =>
  expect.poll(() => described(page)).toEqual({ text, live });

/** Waits for the hints, which load with the form's rules at the first focus. */
const rulesLoaded = (page: WatchedPage) =>
  expect.poll(() => page.requested.some((address) => address.includes('account-form-schema'))).toBe(true);

test('hints name the missing parts of a typed password, then whether it is easy to guess', async () => {
  const page = await site.newPage(PHONE);
  await page.goto('/auth?tab=register');
  await idle(page);
  await hears(page, RULE, null);
  await page.getByRole('textbox', { name: 'Username', exact: true }).fill('marenhalvorsen');
  await rulesLoaded(page);
  await idle(page);
  await password(page).pressSequentially('quiet');
  await hears(page, 'Still needed: 3 more characters, an uppercase letter, a number.');
  await password(page).fill('Marenhalvorsen1');
  await hears(page, 'This one is easy to guess. Try a few words that only you would put together.');
  await password(page).fill('Quiet-Harbour-27');
  await hears(page, 'That is a good password.');
  await password(page).fill('');
  await hears(page, RULE);
});

test('a password typed before the scripts run gets its hint', async () => {
  const page = await site.newPage();
  await page.goto('/auth?tab=register');
  await idle(page);
  await password(page).fill('Stillwater1');
  await hears(page, 'This one is easy to guess. Try a few words that only you would put together.');
});

test('without a response the hint shows the password rule, and the form still works', async () => {
  const page = await site.newPage();
  await page.route('**/api/password/check', (route) => route.fulfill({ status: 429, body: '{}' }));
  await page.goto('/auth?tab=register');
  await idle(page);
  await page.getByRole('textbox', { name: 'Username', exact: true }).focus();
  await rulesLoaded(page);
  await idle(page);
  await password(page).pressSequentially('Quiet');
  await hears(page, 'Still needed: 3 more characters, a number.');
  await password(page).fill('Quiet-Harbour-27');
  await hears(page, RULE);
});

test('a password in large letters does not extend under the button that shows it', async () => {
  const page = await site.newPage(PHONE);
  await page.goto('/auth');
  // Mobile browsers enlarge only letters. A rem stays unchanged.
  await addSheet(page, 'html { -webkit-text-size-adjust: 200% !important }');
  const [end, button] = await password(page).evaluate((input) => [
    input.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(input).paddingRight),
    input.nextElementSibling?.getBoundingClientRect().left,
  ]);
  expect(button).toBeGreaterThan(0);
  expect(end).toBeLessThanOrEqual(button ?? 0);
});
