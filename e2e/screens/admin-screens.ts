import type { Page } from 'playwright-core';
import { failing, inTurn, moveTo, press, type Screen, typed, visible } from './screen.ts';

const CONTENT = '/admin/content';

const admin = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Administration',
  who: 'admin',
  path,
  ...more,
});
const layer = (name: string, path: string, prepare: Screen['prepare']): Screen =>
  admin(name, path, { layer: true, prepare: inTurn(prepare ?? (async () => {}), visible('dialog[open]')) });
const opened = (summary: string) => (page: Page) => page.getByText(summary, { exact: true }).click();

/** What an administrator sees. */
export const adminScreens: Screen[] = [
  admin('admin', '/admin'),
  admin('admin-content', CONTENT),
  admin('admin-content-edit', `${CONTENT}?edit=1`),
  admin('admin-waves', `${CONTENT}?tab=waves&ocean=1`),
  admin('admin-wave-edit', `${CONTENT}?tab=waves&ocean=1&edit=1`),
  admin('admin-droplets', `${CONTENT}?tab=droplets&ocean=1&wave=1`),
  admin('admin-droplet-edit', `${CONTENT}?tab=droplets&ocean=1&wave=1&edit=3`),
  admin('admin-signups', `${CONTENT}?tab=signups`),
  admin('admin-signups-none', `${CONTENT}?tab=signups`, { content: 'empty' }),
  admin('admin-content-empty', CONTENT, { content: 'empty' }),
  admin('admin-content-hundreds', CONTENT, { content: 'made' }),
  admin('admin-content-long', `${CONTENT}?tab=waves&ocean=1`, { content: 'made' }),
  admin('admin-content-errors', CONTENT, { prepare: inTurn(press('Create ocean'), visible('.err')) }),
  admin('admin-content-failed', '/admin', {
    before: failing('**/api/oceans'),
    prepare: inTurn(moveTo(CONTENT), visible('main [role=alert]')),
  }),
  admin('admin-selected', CONTENT, {
    prepare: async (page) => {
      for (const at of [0, 1])
        await page
          .getByRole('checkbox', { name: /^Select / })
          .nth(at)
          .check();
    },
  }),
  admin('admin-resource', CONTENT, { prepare: press('Add resource') }),
  admin('admin-upload-refused', CONTENT, {
    prepare: async (page) => {
      const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture.') };
      await page.getByLabel('Upload a picture').setInputFiles(file);
      await page.locator('.upload .err, .upload [role=alert], .item-form .err').first().waitFor();
    },
  }),
  admin('admin-trail', CONTENT, {
    prepare: inTurn(opened('Latest changes'), visible('.trail')),
  }),
  admin('admin-transfer', CONTENT, { prepare: opened('Import and export') }),
  layer('admin-delete', CONTENT, press(/^Delete /)),
  layer('admin-place', CONTENT, press(/^Place of /)),
  layer(
    'admin-unsaved',
    CONTENT,
    inTurn(typed('Title', 'Not kept yet'), (page) => page.getByRole('tab', { name: 'Waves' }).click()),
  ),
  admin('admin-settings', '/admin/settings'),
  admin('admin-settings-content', '/admin/settings', {
    prepare: (page) => page.getByRole('tab', { name: 'Content' }).click(),
  }),
  admin('admin-settings-none', '/admin/settings', { content: 'empty' }),
  admin('admin-setting-edit', '/admin/settings', { prepare: press(/^Edit /) }),
  layer('admin-setting-delete', '/admin/settings', press(/^Delete /)),
  admin('admin-settings-errors', '/admin/settings', {
    prepare: inTurn(press('Create', 'main form'), visible('.err')),
  }),
  admin('admin-user-menu', '/admin', { layer: true, prepare: press(/^Account: /) }),
];
