import { expect, test } from 'vitest';
import type { WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import {
  ADMIN,
  administrator,
  expectTitles,
  expectToast,
  focused,
  open,
  titles,
  UNDO_HINT,
} from './content-page.ts';

/* Undoing a deletion: Undo in the notification, and the trash for 30 days. */

const site = setUpSite(ADMIN);

const toast = (page: WatchedPage) => page.locator('[data-part=toast][data-state=open]');
const entry = (page: WatchedPage, title: string) =>
  page
    .locator('[data-part=trash] > li')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function remove(page: WatchedPage, title: string): Promise<void> {
  await button(page, `Delete ${title}`).click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
}

test('a deletion is undone by keyboard, and everything is in its former position', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  const before = await titles(page);
  const [, second = ''] = before;
  await remove(page, second);
  await expectToast(page, 'Ocean deleted', `“${second}” has been deleted successfully. ${UNDO_HINT}`, [
    'Undo',
  ]);
  await expectTitles(
    page,
    before.filter((title) => title !== second),
  );
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  for (let steps = 0; steps < 3 && (await focused(page)) !== 'Undo'; steps += 1)
    await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Undo');
  await page.keyboard.press('Enter');
  await expectToast(
    page,
    'Ocean restored',
    /^“.*” has been restored successfully, with \d+ waves and \d+ droplets\.$/,
  );
  await expectTitles(page, before);
  expect(page.problems).toEqual([]);
});

test('Undo is offered for ten seconds', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content');
  await page.clock.install();
  const [first = ''] = await titles(page);
  await button(page, `Delete ${first}`).click();
  await expect
    .poll(() => button(page.getByRole('alertdialog'), 'Delete').getAttribute('aria-disabled'))
    .toBeNull();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await toast(page).waitFor();
  // A pointer over the notification would keep it open.
  await page.mouse.move(5, 5);
  await page.clock.runFor(9_800);
  expect(await toast(page).count()).toBe(1);
  await page.clock.runFor(400);
  await expect.poll(() => toast(page).count()).toBe(0);
  const { id } = (await (await page.request.get('/api/trash')).json())[0];
  expect(id).toBeGreaterThan(0);
  expect(page.problems).toEqual([]);
});

test('several droplets deleted by mistake on a phone are restored by one press', async () => {
  const page = await administrator(site, PHONE);
  const [ocean] = await (await page.request.get('/api/oceans')).json();
  await open(page, `/admin/content?tab=waves&ocean=${ocean.id}`);
  await page
    .getByRole('button', { name: /^Droplets of / })
    .first()
    .tap();
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(2);
  const before = await titles(page);
  for (const title of before.slice(0, 2)) await page.getByLabel(`Select ${title}`, { exact: true }).tap();
  await button(page, 'Delete selected').tap();
  const question = page.getByRole('alertdialog');
  await question.getByText('These 2 droplets wait in the Trash for 30 days').waitFor();
  await button(question, 'Delete').tap();
  await expectTitles(page, before.slice(2));
  const size = await button(page, 'Undo').boundingBox();
  expect(Math.round(size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await button(page, 'Undo').tap();
  await expectToast(page, 'Droplets restored', '2 droplets have been restored successfully.');
  await expectTitles(page, before);
  expect(page.problems).toEqual([]);
});

test('an ocean is restored from the trash in two presses from the dashboard, with its heart', async () => {
  const page = await administrator(site);
  const oceans = await (await page.request.get('/api/oceans')).json();
  const { title } = oceans.at(-1);
  await open(page, '/app');
  await button(page, `Add ${title} to favorites`).click();
  await button(page, `Remove ${title} from favorites`).waitFor();
  // The heart shows at once, and the account stores it a moment later.
  await expect.poll(async () => (await (await page.request.get('/api/favorites')).json()).length).toBe(1);
  await open(page, '/admin/content');
  await remove(page, title);
  await expectToast(page, 'Ocean deleted', new RegExp(`“${title}”`), ['Undo']);

  await open(page, '/admin');
  await page.getByRole('link', { name: 'Trash' }).click();
  const text = await entry(page, title).innerText();
  expect(text).toMatch(
    /Ocean with \d+ waves? and \d+ droplets\. Few favorites come back with it\.\s+You, .*Gone on/,
  );
  // A double click restores once, and shows no error.
  await button(page, `Restore ${title}`).dblclick();
  await expectToast(page, 'Ocean restored', new RegExp(`^“${title}” has been restored successfully`));
  await expect.poll(() => entry(page, title).count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Deleted items');

  await open(page, '/favorites');
  await page.getByRole('link', { name: title }).first().waitFor();
  expect(page.problems).toEqual([]);
});

test('a wave is restored after its ocean, and a press on an outdated page says so', async () => {
  const page = await administrator(site);
  const [ocean] = await (await page.request.get('/api/oceans')).json();
  const [wave] = await (await page.request.get(`/api/oceans/${ocean.id}/waves`)).json();
  await open(page, `/admin/content?tab=waves&ocean=${ocean.id}`);
  await remove(page, wave.title);
  await page.locator(`[data-item="${wave.id}"]`).waitFor({ state: 'detached' });
  await open(page, '/admin/content');
  await remove(page, ocean.title);
  await page.locator(`[data-item="${ocean.id}"]`).waitFor({ state: 'detached' });

  await open(page, '/admin/trash');
  expect(await entry(page, wave.title).innerText()).toContain(
    `Wave with ${wave.dropletCount} droplets, in ${ocean.title}. ` +
      'The ocean is in the trash too: restore it first.',
  );
  await button(page, `Restore ${wave.title}`).click();
  await expectToast(
    page,
    'Failed to restore wave',
    /which is in the trash too\. Restore the ocean “.*” first\.$/,
  );

  // Another administrator has restored it before.
  const other = await administrator(site);
  await open(other, '/admin/trash');
  await button(other, `Restore ${ocean.title}`).click();
  await expectToast(other, 'Ocean restored', new RegExp(ocean.title));
  await button(page, `Restore ${ocean.title}`).click();
  await expectToast(
    page,
    'Failed to restore ocean',
    'This ocean is no longer in the trash. It was restored, or deleted for good.',
  );
  await expect.poll(() => entry(page, wave.title).innerText()).toContain('Its ocean still exists.');

  await button(page, `Delete now: ${wave.title}`).click();
  await button(page.getByRole('alertdialog'), 'Delete now').click();
  await expectToast(page, 'Deleted for good', `“${wave.title}” is gone.`);
  await expect.poll(() => entry(page, wave.title).count()).toBe(0);
});

test('the trash is searched, filtered and emptied', async () => {
  const page = await administrator(site);
  const oceans = await (await page.request.get('/api/oceans')).json();
  await open(page, '/admin/content');
  for (const { id, title } of oceans.slice(0, 2)) {
    await remove(page, title);
    await page.locator(`[data-item="${id}"]`).waitFor({ state: 'detached' });
  }
  const [first, second] = oceans;
  await open(page, '/admin/trash');
  await page.getByLabel('Search the trash').fill(second.title.slice(1, 5).toUpperCase());
  await expect.poll(() => entry(page, first.title).count()).toBe(0);
  expect(await entry(page, second.title).count()).toBe(1);
  expect(await button(page, 'Empty trash').getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Show').selectOption('Droplets');
  await page.getByText('Nothing in the trash matches this.').waitFor();
  await page.getByLabel('Search the trash').fill('');
  await page.getByLabel('Show').selectOption('Everything');
  await entry(page, first.title).waitFor();
  await button(page, 'Empty trash').click();
  await page
    .getByRole('alertdialog')
    .getByText(/^[2-9] oceans, \d+ waves and \d+ droplets are deleted for good.* This cannot be undone\.$/)
    .waitFor();
  await button(page.getByRole('alertdialog'), 'Empty trash').click();
  await expectToast(page, 'Trash emptied', /^\d+ entries deleted for good\.$/);
  await page.getByText('The trash is empty.').waitFor();
  expect(page.problems).toEqual([]);
});
