import type { Page } from 'playwright-core';
import {
  admin,
  answered,
  failing,
  inTurn,
  moveTo,
  never,
  press,
  type Screen,
  typed,
  visible,
} from './screen.ts';

const CONTENT = '/admin/content';
const HISTORY = '/admin/history';

const layer = (name: string, path: string, prepare: Screen['prepare']): Screen =>
  admin(name, path, { layer: true, prepare: inTurn(prepare ?? (async () => {}), visible('dialog[open]')) });
const opened = (summary: string) => (page: Page) => page.getByText(summary, { exact: true }).click();
/** Returns a screen whose picture shows the window, with a part of the page or a layer over it. */
const seen = (name: string, path: string, more: Partial<Screen>) =>
  admin(name, path, { layer: true, ...more });
const chosen =
  (...indexes: number[]) =>
  async (page: Page) => {
    for (const index of indexes)
      await page.locator('[data-part=items]').getByRole('checkbox').nth(index).check();
  };
const file = (label: RegExp, name: string, mimeType: string, text: string) => (page: Page) =>
  page.getByLabel(label).setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
const inSight = (selector: string) => (page: Page) => page.locator(selector).scrollIntoViewIfNeeded();
/** Causes an edit conflict: another administrator has saved the ocean first. */
const overtaken = async (page: Page) => {
  const item = await (await page.request.get('/api/oceans/1')).json();
  const current = { ...item, version: item.version + 1, title: 'Focus, Anew', accessType: 'premium' };
  const json = { code: 'edit-conflict', message: 'This ocean has changed meanwhile.', current };
  await page.route('**/api/oceans/1', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 409, json }) : route.fallback(),
  );
};
const PROBLEMS = Array.from({ length: 12 }, (_, row) => ({
  path: `oceans.${row}.waves.0.title`,
  message: 'Title must be at least 3 characters',
}));

const entry = (id: number, action: string, itemType: string, title: string, details = {}) => ({
  id,
  at: '2026-11-20T17:30:00.000Z',
  user: id % 2 === 0 ? { id: 1, username: 'ada' } : null,
  action,
  itemType,
  itemId: String(id),
  title,
  details,
  authorErased: false,
});
const AUDIT_ENTRIES = [
  entry(5, 'updated', 'account', 'maren', { before: { role: 'free' }, after: { role: 'admin' } }),
  entry(4, 'created', 'export', 'email-signups.csv'),
  entry(3, 'revoked', 'account', 'a-rather-long-name-of-somebody-who-likes-them'),
  entry(2, 'revoked', 'email-signup', 'somebody@example.org'),
];

/** Screens of administrators. */
export const adminScreens: Screen[] = [
  admin('admin', '/admin'),
  admin('admin-second-factor-asked', '/contact', {
    before: answered('**/api/user/second-factor', 200, {
      codes: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
      required: true,
    }),
    prepare: inTurn(moveTo('/admin'), visible('#second-factor')),
  }),
  admin('admin-content', CONTENT),
  admin('admin-content-edit', `${CONTENT}?edit=1`),
  admin('admin-waves', `${CONTENT}?tab=waves&ocean=1`),
  admin('admin-wave-edit', `${CONTENT}?tab=waves&ocean=1&edit=1`),
  admin('admin-droplets', `${CONTENT}?tab=droplets&ocean=1&wave=1`),
  admin('admin-droplet-edit', `${CONTENT}?tab=droplets&ocean=1&wave=1&edit=3`),
  admin('admin-signups', `${CONTENT}?tab=signups`),
  admin('admin-signups-none', `${CONTENT}?tab=signups`, { content: 'empty' }),
  admin('admin-signups-none-found', `${CONTENT}?tab=signups`, {
    prepare: inTurn(typed('Search addresses', 'nobody@'), visible('text=No emails match this search.')),
  }),
  admin('admin-signups-failed', '/admin', {
    before: failing('**/api/email-signups*'),
    prepare: inTurn(moveTo(`${CONTENT}?tab=signups`), visible('main [role=alert]')),
  }),
  admin('admin-content-empty', CONTENT, { content: 'empty' }),
  admin('admin-content-hundreds', CONTENT, { content: 'made' }),
  admin('admin-content-long', `${CONTENT}?tab=waves&ocean=1`, { content: 'made' }),
  admin('admin-content-errors', CONTENT, {
    prepare: inTurn(press('Create ocean'), visible('[data-part=error]')),
  }),
  admin('admin-content-failed', '/admin', {
    before: failing('**/api/oceans'),
    prepare: inTurn(moveTo(CONTENT), visible('main [role=alert]')),
  }),
  seen('admin-pager', CONTENT, { content: 'made', prepare: inSight('nav[aria-label="Pages of the list"]') }),
  admin('admin-content-none-found', CONTENT, {
    prepare: inTurn(
      typed('Search oceans', 'nothing of the kind'),
      visible('text=No oceans match this search.'),
    ),
  }),
  admin('admin-selected', CONTENT, { prepare: chosen(0, 1) }),
  admin('admin-selected-droplets', `${CONTENT}?tab=droplets&ocean=1&wave=1`, {
    prepare: inTurn(
      chosen(0),
      press('Add keywords'),
      visible('fieldset:has-text("Selected items") [data-part=error]'),
    ),
  }),
  layer('admin-delete-selected', CONTENT, inTurn(chosen(0, 1), press('Delete selected'))),
  admin('admin-resources', `${CONTENT}?tab=waves&ocean=1`, {
    prepare: inTurn(press('Add resource'), press('Add resource')),
  }),
  seen('admin-saved', `${CONTENT}?edit=1`, {
    before: answered('**/api/oceans/1', 200, { id: 1, title: 'Focus, Anew' }),
    prepare: inTurn(typed('Title', 'Focus, Anew'), press('Save changes'), visible('[data-part=toast]')),
  }),
  admin('admin-conflict', `${CONTENT}?edit=1`, {
    before: overtaken,
    prepare: inTurn(typed('Title', 'Focus, Mine'), press('Save changes'), visible('[data-part=conflict] dl')),
  }),
  admin('admin-resource', CONTENT, { prepare: press('Add resource') }),
  admin('admin-upload-refused', CONTENT, {
    prepare: inTurn(
      file(/^Upload an image/, 'notes.txt', 'text/plain', 'No picture.'),
      visible('[data-part=upload] [data-part=error]'),
    ),
  }),
  admin('admin-upload-underway', CONTENT, {
    before: never('**/api/resumable-uploads/*'),
    prepare: inTurn(
      file(/^Upload an image/, 'a-lake-early-in-the-morning.png', 'image/png', 'Pixels.'),
      visible('[data-part=upload] progress'),
    ),
  }),
  admin('admin-audit-log', HISTORY, {
    prepare: visible('[data-part=audit-log]'),
  }),
  admin('admin-versions', `${HISTORY}/versions?type=ocean&id=1`, { prepare: visible('main h1') }),
  admin('admin-audit-log-filtered', `${HISTORY}?what=account&kind=created&from=2026-01-01`, {
    before: answered('**/api/audit-log?*', 200, AUDIT_ENTRIES),
    prepare: visible('[data-part=audit-log]'),
  }),
  admin('admin-audit-log-none', `${HISTORY}?what=wave&kind=revoked&from=2026-01-01`, {
    prepare: visible('text=No changes match these filters.'),
  }),
  admin('admin-audit-log-failed', '/admin', {
    before: failing('**/api/audit-log?*'),
    prepare: inTurn(moveTo(HISTORY), visible('main [role=alert]')),
  }),
  admin('admin-transfer', CONTENT, { prepare: opened('Import and export') }),
  seen('admin-transfer-long', `${CONTENT}?tab=droplets&ocean=1&wave=1`, {
    content: 'made',
    prepare: inTurn(opened('Import and export'), inSight('[data-part=transfer]')),
  }),
  seen('admin-import-refused', CONTENT, {
    before: answered('**/api/catalogue/import', 400, {
      code: 'invalid-input',
      message: 'Nothing was imported.',
      issues: PROBLEMS,
    }),
    prepare: inTurn(
      opened('Import and export'),
      file(/^Import oceans/, 'catalogue.json', 'application/json', '{}'),
      visible('[data-part=transfer] ol'),
      inSight('[data-part=transfer] ol'),
    ),
  }),
  seen('admin-import-done', CONTENT, {
    before: answered('**/api/catalogue/import', 201, { oceans: 1, waves: 3, droplets: 14 }),
    prepare: inTurn(
      opened('Import and export'),
      file(/^Import oceans/, 'catalogue.json', 'application/json', '{}'),
      visible('[data-part=toast]'),
    ),
  }),
  layer('admin-delete', CONTENT, press(/^Delete /)),
  layer('admin-position', CONTENT, press(/^Position of /)),
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
  admin('admin-settings-branding', '/admin/settings?tab=branding'),
  admin('admin-settings-failed', '/admin/content', {
    before: failing('**/api/settings'),
    prepare: inTurn(moveTo('/admin/settings'), visible('main [role=alert]')),
  }),
  admin('admin-setting-edit', '/admin/settings', { prepare: press(/^Edit /) }),
  layer('admin-setting-delete', '/admin/settings', press(/^Delete /)),
  admin('admin-settings-errors', '/admin/settings', {
    prepare: inTurn(press('Create', 'main form'), visible('[data-part=error]')),
  }),
  seen('admin-tooltip', CONTENT, {
    pointed: true,
    prepare: inTurn(
      (page) => page.locator('[data-part=items] button[aria-label^="Edit "]').first().hover(),
      visible('[data-part=tooltip]'),
    ),
  }),
  admin('admin-user-menu', '/admin', { layer: true, prepare: press(/^Account: /) }),
];
