import { describe, expect, test } from 'vitest';
import { alive, idle, type WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { asksToClose, expectToast, focused, tab } from './content-page.ts';
import { creating, currentTab, editing, send, settingsOf, siteWithOneSetting } from './settings-page.ts';

/* Settings management (specification, section 2): edit, delete, unsaved changes. */

const { visitor, admin, open } = siteWithOneSetting();

describe('editing', () => {
  test('one setting is edited at a time, its key locked and creating disabled', async () => {
    const second = { key: 'site.description', value: 'Calm', category: 'general' };
    const page = await admin();
    await send(page, 'POST', '/api/settings', second);
    await page.goto('/admin/settings');
    await alive(page);
    await button(page, 'Edit site.title').click();
    const form = editing(page);
    expect(await form.getByLabel('Key').inputValue()).toBe('site.title');
    expect(await form.getByLabel('Key').isDisabled()).toBe(true);
    expect(await form.getByLabel('Value').inputValue()).toBe('Harbour');
    expect(await form.getByLabel('Category').inputValue()).toBe('general');
    expect(await form.getByLabel('Description').inputValue()).toBe('The name in the header');
    for (const label of ['Key', 'Value', 'Category', 'Description'])
      expect(await creating(page).getByLabel(label).isDisabled()).toBe(true);
    expect(await button(page, 'Create').isDisabled()).toBe(true);
    await creating(page).getByText('Finish editing first.').waitFor();

    await button(page, 'Edit site.description').click();
    expect(await form.count()).toBe(1);
    expect(await form.getByLabel('Key').inputValue()).toBe('site.description');
    await button(page, 'Cancel').click();
    expect(await form.count()).toBe(0);
    expect(await creating(page).getByLabel('Key').isEnabled()).toBe(true);
    await expect.poll(() => focused(page)).toBe('Edit site.description');
    expect(page.problems).toEqual([]);
  });

  test('a saved setting shows at once in header, footer and title of the browser tab', async () => {
    const page = await open();
    await button(page, 'Edit site.title').click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('input, textarea')))
      .toBe(true);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Quay');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Setting updated', 'The setting site.title has been updated successfully.');
    await expect.poll(() => page.title()).toBe('Settings Management — Quay');
    await page.getByRole('banner').getByRole('link', { name: 'quay' }).waitFor();
    await page
      .getByRole('contentinfo')
      .getByText(/© \d+ Quay/)
      .waitFor();
    expect(await editing(page).count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Edit site.title');
    // Other readers get it with their next request.
    expect(await (await (await visitor()).request.get('/')).text()).toContain('<title>Quay — ');
    expect(page.problems).toEqual([]);
  });

  test('logo, hero texts and description change without a new request for the page', async () => {
    const page = await admin();
    for (const [key, value, category] of [
      ['site.logo', '/logo.svg', 'branding'],
      ['hero.title', 'Old words', 'content'],
      ['hero.subtitle', 'Old line', 'content'],
      ['site.description', 'Old sentence', 'general'],
    ] as const)
      expect(await send(page, 'POST', '/api/settings', { key, value, category })).toBe(201);
    await page.goto('/admin/settings');
    await alive(page);
    const logo = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/%3E';
    for (const [name, key, value] of [
      ['Branding', 'site.logo', logo],
      ['Content', 'hero.title', 'New words'],
      ['Content', 'hero.subtitle', 'New line'],
      ['General', 'site.description', 'New sentence'],
    ] as const) {
      await tab(page, name).click();
      await button(page, `Edit ${key}`).click();
      await editing(page).getByLabel('Value').fill(value);
      await button(page, 'Save changes').click();
      await expectToast(page, 'Setting updated', /.*/);
      await button(page, `Edit ${key}`).waitFor();
    }
    expect(await page.getByRole('banner').getByRole('img', { name: 'Harbour' }).getAttribute('src')).toBe(
      logo,
    );
    expect(await page.locator('meta[name=description]').getAttribute('content')).toBe('New sentence');
    const landing = await (await (await visitor()).request.get('/')).text();
    for (const text of ['New words', 'New line', 'content="New sentence"']) expect(landing).toContain(text);
  });

  test('a failed save keeps the input and shows the reason', async () => {
    const page = await open();
    await button(page, 'Edit site.title').click();
    const value = editing(page).getByLabel('Value');
    await value.fill(' ');
    await button(page, 'Save changes').click();
    await editing(page).getByText('Value is required', { exact: true }).waitFor();
    await value.fill('Quay');
    await page.context().setOffline(true);
    await button(page, 'Save changes').click();
    await expectToast(
      page,
      'Error updating setting',
      'Network error: Please check your connection and try again.',
    );
    expect(await value.inputValue()).toBe('Quay');
    await page.context().setOffline(false);
    await button(page, 'Save changes').click();
    await expectToast(page, 'Setting updated', /.*/);
  });

  test('a second administrator sees the new value and loses no input', async () => {
    const page = await open();
    await button(page, 'Edit site.title').click();
    await editing(page).getByLabel('Value').fill('Mine');
    const other = await admin();
    expect(
      await send(other, 'PUT', '/api/settings/site.title', { value: 'Theirs', category: 'footer' }),
    ).toBe(200);
    await button(page, 'Save changes').click();
    await expectToast(
      page,
      'Error updating setting',
      'Someone else changed this setting. Check it and try again.',
    );
    const note = editing(page).getByRole('alert');
    await note.getByText('Theirs', { exact: true }).waitFor();
    expect(await editing(page).getByLabel('Value').inputValue()).toBe('Mine');
    await button(page, 'Save changes').click();
    await expectToast(page, 'Setting updated', /.*/);
    expect((await settingsOf(page))[0]).toMatchObject({ value: 'Mine', category: 'general' });
  });

  test('a setting deleted by somebody else can be created again', async () => {
    const page = await open();
    await button(page, 'Edit site.title').click();
    await editing(page).getByLabel('Value').fill('Mine');
    expect(await send(await admin(), 'DELETE', '/api/settings/site.title')).toBe(204);
    await button(page, 'Save changes').click();
    await expectToast(page, 'Error updating setting', 'Setting not found');
    await editing(page).getByText('Someone else deleted this setting.').waitFor();
    await button(page, 'Save changes').click();
    await expectToast(page, 'Setting updated', /.*/);
    expect((await settingsOf(page))[0]).toMatchObject({ key: 'site.title', value: 'Mine' });
  });
});

describe('deleting', () => {
  test('deleting a setting asks for confirmation and restores the default', async () => {
    const page = await open();
    await button(page, 'Delete site.title').click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete “site.title”' });
    await dialog
      .getByText('Are you sure you want to delete this setting? This action cannot be undone.')
      .waitFor();
    await dialog.getByText('The site will show its default again: “Stillwater”.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await settingsOf(page)).toHaveLength(1);
    await expect.poll(() => focused(page)).toBe('Delete site.title');
    await page.keyboard.press('Enter');
    // The second half of the double click that opened the dialog.
    await dialog.getByRole('button', { name: 'Delete' }).dispatchEvent('click', { detail: 2 });
    await idle(page);
    expect(await settingsOf(page)).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Setting deleted', 'The setting site.title has been deleted successfully.');
    expect(await settingsOf(page)).toEqual([]);
    await expect.poll(() => page.title()).toBe('Settings Management — Stillwater');
    await page
      .getByText('No settings found in this category. Create your first one below.', { exact: true })
      .waitFor();
    await expect.poll(() => focused(page)).toBe('General');
    expect(page.problems).toEqual([]);
  });

  test('a refused deletion shows the reason and keeps the dialog open', async () => {
    const page = await open();
    const refusal = { status: 500, json: { code: 'internal', message: 'The water is rough.' } };
    await page.route('**/api/settings/site.title', (route) => route.fulfill(refusal));
    await button(page, 'Delete site.title').click();
    const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
    await remove.click();
    await expectToast(page, 'Error deleting setting', 'The water is rough.');
    await page.unroute('**/api/settings/site.title');
    await remove.click();
    await expectToast(page, 'Setting deleted', /.*/);
  });

  test('a deletion with a lost response is not reported as failed, and the list shows it', async () => {
    const page = await open();
    await page.route('**/api/settings/site.title', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, 'Delete site.title').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'No answer came', /^It may have been done\./);
    await page
      .getByText('No settings found in this category. Create your first one below.', { exact: true })
      .waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
});

describe('unsaved changes', () => {
  const question = (page: WatchedPage) => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  const answer = (page: WatchedPage, name: string) => question(page).getByRole('button', { name }).click();

  async function unsaved(): Promise<WatchedPage> {
    const page = await open('/admin');
    await page.getByRole('link', { name: 'Site Settings' }).click();
    await button(page, 'Edit site.title').click();
    const before = await page.evaluate(() => history.length);
    await editing(page).getByLabel('Value').fill('Mine');
    // The page adds the history entry that Back removes after the first letter, with a delay.
    await expect.poll(() => page.evaluate(() => history.length)).toBe(before + 1);
    return page;
  }
  const typed = (page: WatchedPage) => editing(page).getByLabel('Value').inputValue();

  test('a link asks for confirmation before it leaves the page', async () => {
    const page = await unsaved();
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await answer(page, 'Keep editing');
    expect(await typed(page)).toBe('Mine');
    expect(new URL(page.url()).pathname).toBe('/admin/settings');
    await page.getByRole('link', { name: 'Explore' }).first().click();
    await answer(page, 'Discard');
    await page.waitForURL('/explore');
    // One step back leads to the previous page.
    await page.goBack();
    await page.waitForURL('/admin/settings');
    await page.goBack();
    await page.waitForURL('/admin');
  });

  test('Back asks for confirmation before it leaves the page', async () => {
    const page = await unsaved();
    await page.evaluate(() => history.back());
    await answer(page, 'Keep editing');
    await page.evaluate(() => history.back());
    await question(page).waitFor();
    // A second Back stays on the page as well, because the page moves forward again.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const back = () => addEventListener('popstate', () => resolve(), { once: true });
          addEventListener('popstate', back, { once: true });
          history.back();
        }),
    );
    expect(new URL(page.url()).pathname).toBe('/admin/settings');
    await page.keyboard.press('Escape');
    await expect.poll(() => question(page).count()).toBe(0);
    expect(await typed(page)).toBe('Mine');
    await page.evaluate(() => history.back());
    await answer(page, 'Discard');
    await page.waitForURL('/admin');
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  });

  test('Back is one step after a save', async () => {
    const page = await unsaved();
    await button(page, 'Save changes').click();
    await expectToast(page, 'Setting updated', /.*/);
    await page.evaluate(() => history.back());
    await page.waitForURL('/admin');
    expect(await question(page).count()).toBe(0);
  });

  test('closing the page asks for confirmation', async () => {
    const page = await unsaved();
    // A browser asks only after user activity.
    await page.keyboard.type('!');
    await expect.poll(() => asksToClose(page)).toBe(true);
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await typed(page)).toBe('Mine!');
  });

  test('another tab and another setting ask for confirmation before they replace the form', async () => {
    const page = await unsaved();
    await tab(page, 'Footer').click();
    await answer(page, 'Keep editing');
    expect(await typed(page)).toBe('Mine');
    expect(await currentTab(page)).toBe('General');
    await tab(page, 'Footer').click();
    await answer(page, 'Discard');
    await expect.poll(() => currentTab(page)).toBe('Footer');
    await expect.poll(() => editing(page).count()).toBe(0);
  });
});
