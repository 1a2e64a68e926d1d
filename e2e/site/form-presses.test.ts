import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, administrator, open } from '../admin/content-page.ts';
import { idle, type OpenSite, openSite, outlast, type WatchedPage } from '../support/open-site.ts';
import { boxOf } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';

/*
 * Presses of the mouse while an invalid field has the focus. Leaving the field shows its error, which must
 * not move the pressed control between mousedown and mouseup.
 */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite(ADMIN);
});
afterAll(() => site.close());

/** Presses long enough that an error could appear. */
async function press(page: WatchedPage, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await boxOf(target);
  // The upper part of a high control, because an error moves it down by less than its height.
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(6, box.height / 2));
  await page.mouse.down();
  await outlast(page, 200);
  await page.mouse.up();
}

test('on /auth buttons and links below an invalid field react to the first press', async () => {
  const page = await site.newPage();
  await page.goto('/auth');
  const username = page.getByRole('textbox', { name: 'Username' });
  // The rules load with the first focus.
  await username.focus();
  await idle(page);
  await press(page, page.getByRole('button', { name: 'Show' }));
  await page.getByRole('button', { name: 'Hide' }).waitFor();
  await username.fill('');
  await press(page, page.getByRole('button', { name: 'Login' }));
  await expect.poll(() => page.locator('[data-part=error]').count()).toBe(2);
  await page.reload();
  await username.focus();
  await idle(page);
  await press(page, page.getByRole('link', { name: 'Forgot your password?' }));
  await page.waitForURL('**/forgot-password');
});

test('in an item’s form buttons, switches and file fields react to the first press', async () => {
  const page = await administrator(site);
  const form = page.locator('section[aria-labelledby=form-title]');
  await open(page, '/admin/content?tab=waves&ocean=1');
  await idle(page);
  await form.getByLabel('Image URL').focus();
  await press(page, form.getByRole('button', { name: 'Use drawn cover' }));
  await expect.poll(() => form.getByLabel('Image URL').inputValue()).toMatch(/^\/covers\/wave\//);
  await form.getByLabel('Title').focus();
  await press(page, form.getByRole('checkbox', { name: 'Free sample' }));
  expect(await form.getByRole('checkbox', { name: 'Free sample' }).isChecked()).toBe(true);
  await form.getByLabel('Description').focus();
  await press(page, form.getByText('Published', { exact: true }));
  expect(await form.getByRole('checkbox', { name: 'Published' }).isChecked()).toBe(true);
  await press(page, form.getByRole('button', { name: 'Create wave' }));
  await expect.poll(() => form.locator('[data-part=error]').count()).toBe(2);
  // A field still gets the focus, and the field that is left is checked.
  await form.getByLabel('Slug').focus();
  await press(page, form.getByLabel('Keywords'));
  expect(await form.getByLabel('Keywords').evaluate((it) => it === document.activeElement)).toBe(true);
});

test('on a touch screen, a button below an invalid field reacts to the first tap', async () => {
  const page = await administrator(site, PHONE);
  await open(page, '/admin/content?tab=waves&ocean=1');
  await idle(page);
  const picture = page.locator('section[aria-labelledby=form-title]').getByLabel('Image URL');
  await picture.tap();
  await page.getByRole('button', { name: 'Use drawn cover' }).tap();
  await expect.poll(() => picture.inputValue()).toMatch(/^\/covers\/wave\//);
});

test.each([
  ['/', 'Begin', '/api/email-signup', { 'Email address': 'twice@example.org' }],
  ['/auth', 'Login', '/api/login', { Username: 'marit', Password: 'Still-water-7' }],
] as const)('two presses at once on %s send one %s', async (path, name, call, typed) => {
  const page = await site.newPage();
  await page.goto(path);
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
  await idle(page);
  const button = page.getByRole('button', { name, exact: true });
  const answered = page.waitForResponse(`**${call}`);
  await button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
    // A key press is a separate event that is dispatched before timers.
    void Promise.resolve().then(() => element.click());
  });
  await answered;
  await idle(page);
  expect(page.requested.filter((url) => url.endsWith(call))).toHaveLength(1);
});
