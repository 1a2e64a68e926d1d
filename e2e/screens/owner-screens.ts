import type { Page } from 'playwright-core';
import { answered, failing, inTurn, moveTo, press, type Screen, typed, visible } from './screen.ts';

const CONTENT = '/admin/content';
const DROPLETS = `${CONTENT}?tab=droplets&ocean=1&wave=1`;
const SETTINGS = '/admin/settings';

const admin = (name: string, path: string, more: Partial<Screen>): Screen => ({
  name,
  group: 'Administration',
  who: 'admin',
  path,
  ...more,
});
const question = (name: string, path: string, more: Partial<Screen>) =>
  admin(name, path, {
    layer: true,
    ...more,
    prepare: inTurn(more.prepare ?? (async () => {}), visible('dialog[open]')),
  });

/** The first of the wave's droplets is a draft, of a wave that is one too. */
const drafts = async (page: Page) => {
  await page.route('**/api/waves/1/droplets', async (route) => {
    const response = await route.fetch();
    const [first, ...rest] = await response.json();
    await route.fulfill({ response, json: [{ ...first, isPublished: false }, ...rest] });
  });
  await answered('**/api/content/surroundings*', 200, { underDraft: 1, onlyDrafts: 0 })(page);
};
const chooseLogo = (page: Page) =>
  page.getByLabel('Upload a logo').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
const CAPTIONS = '/admin/captions?droplet=3';
const openCaption = (page: Page) =>
  page.locator('[data-part=captions] > li').nth(1).getByRole('button').click();
const script = (page: Page) =>
  page.getByRole('textbox', { name: 'Script' }).fill('Stand still. Let your arms hang.');
/** A part of the page, or a layer over it, as the window shows it. */
const seen = (name: string, path: string, more: Partial<Screen>) =>
  admin(name, path, { layer: true, ...more });
const deletesNothing = (page: Page) =>
  page.route('**/api/oceans/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.fallback(),
  );
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const PLANNED = {
  entries: [
    { type: 'ocean', id: 1, title: 'Focus', action: 'publish', at: inDays(1) },
    { type: 'wave', id: 1, title: 'Look Above the Shops', action: 'unpublish', at: inDays(3) },
  ],
  stopped: [{ type: 'droplet', id: 1, title: 'Rain Counts', action: 'publish', at: inDays(-1) }],
};

const trashed = (id: number, type: string, slug: string, title: string, more: object = {}) => ({
  id,
  type,
  itemId: 1000 + id,
  slug,
  title,
  imageUrl: null,
  parent: null,
  waves: 0,
  droplets: 0,
  favorites: 0,
  deletedAt: '2026-11-20T17:30:00.000Z',
  deletedBy: { id: 99, username: 'ines' },
  expiresAt: '2026-12-20T17:30:00.000Z',
  ...more,
});
const wave = (title: string, state: string) => ({
  parent: { type: 'wave', title, state, within: state === 'exists' ? null : { type: 'wave', title } },
});
const TRASH = [
  trashed(4, 'ocean', 'rest', 'Rest', { waves: 3, droplets: 16, favorites: 46 }),
  trashed(3, 'wave', 'quieter-notifications', 'Quieter Notifications', {
    droplets: 5,
    favorites: 12,
    parent: { type: 'ocean', title: 'Attention & Technology', state: 'exists', within: null },
  }),
  trashed(2, 'droplet', 'rain-counts', 'Rain Counts', {
    ...wave('Walking as Practice', 'exists'),
    favorites: 2,
  }),
  trashed(1, 'droplet', 'carry-it-well', 'Carry It Well', {
    ...wave('Small Strengths', 'in-trash'),
    deletedBy: null,
  }),
];
/** Questions that owners answer, and texts that they write. */
export const ownerScreens: Screen[] = [
  admin('admin-captions', CAPTIONS, {
    prepare: inTurn(visible('[data-part=captions] > li'), openCaption, visible('[data-part=open-caption]')),
  }),
  admin('admin-captions-refused', CAPTIONS, {
    prepare: inTurn(
      visible('[data-part=captions] > li'),
      openCaption,
      typed('End', '0:07'),
      press('Save'),
      visible('main [role=alert]'),
    ),
  }),
  question('admin-captions-script', CAPTIONS, {
    prepare: inTurn(visible('[data-part=captions] > li'), press('Paste a script'), script),
  }),
  question('admin-captions-language', CAPTIONS, {
    prepare: inTurn(
      visible('[data-part=captions] > li'),
      press('Add language'),
      press('Add', 'dialog[open]'),
    ),
  }),
  admin('admin-captions-untimed', CAPTIONS, {
    prepare: inTurn(
      visible('[data-part=captions] > li'),
      press('Paste a script'),
      script,
      press('Make captions'),
    ),
  }),
  admin('admin-captions-failed', CAPTIONS, {
    before: failing('**/media/*.vtt'),
    prepare: visible('main [role=alert]'),
  }),
  question('admin-delete-counts', CONTENT, {
    prepare: inTurn(press(/^Delete /), visible('text=wait in the Trash for 30 days')),
  }),
  seen('admin-undo', CONTENT, {
    before: deletesNothing,
    prepare: inTurn(
      press(/^Delete /),
      visible('text=wait in the Trash'),
      press('Delete', 'dialog[open]'),
      visible('[data-part=toast]'),
    ),
  }),
  admin('admin-trash', '/admin', {
    before: answered('**/api/trash*', 200, TRASH),
    prepare: inTurn(moveTo('/admin/trash'), visible('[data-part=trash]')),
  }),
  admin('admin-trash-empty', '/admin/trash', {}),
  question('admin-trash-delete-now', '/admin', {
    before: answered('**/api/trash*', 200, TRASH),
    prepare: inTurn(moveTo('/admin/trash'), press('Delete now: Rest')),
  }),
  admin('admin-calendar', '/admin', {
    before: answered('**/api/schedule?*', 200, PLANNED),
    prepare: inTurn(moveTo('/admin/calendar'), visible('[data-part=calendar], main ol')),
  }),
  admin('admin-calendar-item', '/admin/calendar?item=ocean-1', {
    prepare: visible('main form'),
  }),
  question('admin-time-zone', '/admin/calendar', { prepare: press('Change time zone') }),
  question('admin-delete-uncounted', CONTENT, {
    before: failing('**/api/content/surroundings*'),
    prepare: press(/^Delete /),
  }),
  question('admin-publish-draft', '/admin', {
    before: drafts,
    prepare: inTurn(moveTo(DROPLETS), press(/^Publish /)),
  }),
  question('admin-revoke', `${CONTENT}?tab=signups`, { prepare: press(/^Revoke/) }),
  admin('admin-logo-refused', `${SETTINGS}?tab=branding`, {
    prepare: inTurn(press('Set site.logo'), chooseLogo, visible('text=it is an SVG drawing')),
  }),
  admin('admin-text-preview', `${SETTINGS}?tab=content`, {
    prepare: inTurn(
      press('Set about.text'),
      (page) => page.locator('form').getByText('Preview', { exact: true }).click(),
      visible('form h2, form h3'),
    ),
  }),
  admin('admin-text-refused', `${SETTINGS}?tab=content`, {
    prepare: inTurn(
      press('Set about.text'),
      typed('Value', 'Written by {name}.'),
      press('Create', 'main form'),
      visible('[data-part=error]'),
    ),
  }),
];
