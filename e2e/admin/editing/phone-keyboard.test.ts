import { expect, test } from 'vitest';
import { PHONE } from '../../support/phone.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, field, open } from '../content-page.ts';

/* The on-screen keyboard of a phone covers the lower half of the window, where notifications appear. */

const site = setUpSite(ADMIN);

/** Tells whether an editable field has the focus, for which a phone shows its keyboard. */
const isTyping = () => document.activeElement?.matches(':read-write');

test.each([
  ['an item', '/admin/content?edit=1', 'Title', /\/api\/oceans\/1$/, 'Failed to update ocean'],
  ['a new setting', '/admin/settings', 'Key', /\/api\/settings$/, 'Error creating setting'],
])(
  'a phone’s keyboard closes when %s is saved, so that a failure is visible',
  async (_, path, label, call, title) => {
    const page = await administrator(site, PHONE);
    await open(page, path);
    await page.route(call, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' }),
    );
    if (label === 'Key') {
      await page.getByLabel('Value').fill('Evening');
      await page.getByLabel('Category').selectOption('content');
    }
    const words =
      label === 'Title' ? field(page, label) : page.getByRole('textbox', { name: label, exact: true });
    if (label !== 'Key') await expect.poll(() => words.inputValue()).not.toBe('');
    await words.tap();
    await words.fill('evening.words');
    expect(await page.evaluate(isTyping)).toBe(true);
    await page.getByRole('button', { name: /^(Save changes|Create)$/ }).tap();
    await page.locator('[data-part=toast]').getByText(title).waitFor();
    expect(await page.evaluate(isTyping)).toBe(false);
  },
);

test('Ctrl+S keeps the focus in the field, because that keyboard is not on the screen', async () => {
  const page = await administrator(site, PHONE);
  await open(page, '/admin/content?edit=1');
  await page.route(/\/api\/oceans\/1$/, (route) => route.fulfill({ status: 500, body: '' }));
  const words = field(page, 'Title');
  await expect.poll(() => words.inputValue()).not.toBe('');
  await words.tap();
  await words.fill('Tides');
  await page.keyboard.press('ControlOrMeta+s');
  await page.locator('[data-part=toast]').getByText('Failed to update ocean').waitFor();
  expect(await page.evaluate(isTyping)).toBe(true);
});
