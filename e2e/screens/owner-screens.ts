import type { Page } from 'playwright-core';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { admin, answered, failing, inTurn, moveTo, press, type Screen, typed, visible } from './screen.ts';

const CONTENT = '/admin/content';
const DROPLETS = `${CONTENT}?tab=droplets&ocean=1&wave=1`;
const SETTINGS = '/admin/settings';

const question = (name: string, path: string, more: Partial<Screen>) =>
  admin(name, path, {
    layer: true,
    ...more,
    prepare: inTurn(more.prepare ?? (async () => {}), visible('dialog[open]')),
  });

/** Makes the wave and its first droplet drafts. */
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
/** Returns a screen whose picture shows the window, with a part of the page or a layer over it. */
const seen = (name: string, path: string, more: Partial<Screen>) =>
  admin(name, path, { layer: true, ...more });
const deletesNothing = (page: Page) =>
  page.route('**/api/oceans/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.fallback(),
  );
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const BAR = visible('[data-part=view-bar]');
/** Makes the ocean a draft, for an administrator or editor. */
export const draftOcean = (page: Page) =>
  page.route('**/api/oceans/1', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), isPublished: false } });
  });
/** Shows the draft's ribbon, which loads at the first activity. */
export const draft = inTurn(
  moveTo('/oceans/1'),
  (page) => page.mouse.move(5, 5),
  visible('[data-part=draft-ribbon]'),
);
/** Ends the view without closing its bar, because other screens use this page afterwards. */
const leave = (page: Page) =>
  page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in supported browsers
    document.cookie = 'stillwater_view=; path=/; max-age=0';
  });
const lookAsFreeMember = async (page: Page) => {
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in supported browsers
    document.cookie = 'stillwater_view=free; path=/';
  });
  await page.reload();
};
const openLink = async (page: Page) => {
  const oceans: { id: number; isPublished: boolean }[] = await (await page.request.get('/api/oceans')).json();
  const draftId = oceans.find(({ isPublished }) => !isPublished)?.id;
  const headers = await csrfHeaders(page);
  const answer = await page.request.post(`/api/preview-links/ocean/${draftId}`, {
    data: { days: 1 },
    headers,
  });
  await page.goto((await answer.json()).url);
};
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
/** A text that was changed yesterday, and its first version. */
const TEXT_VERSIONS = {
  title: 'home.intro',
  exists: true,
  parentId: null,
  total: 2,
  since: '2026-11-19T08:00:00.000Z',
  versions: [
    { id: 2, at: '2026-11-20T17:30:00.000Z', user: { id: 99, username: 'ines' } },
    { id: 1, at: '2026-11-19T08:00:00.000Z', user: null },
  ].map((version) => ({
    ...version,
    authorErased: version.user === null,
    action: 'updated',
    fields: ['value'],
    isKept: true,
  })),
};
const TEXT_COMPARISON = {
  latest: 2,
  changed: [
    {
      field: 'value',
      old: 'Calm words.',
      now: 'Calm and few words.',
      oldWords: null,
      nowWords: null,
      lost: null,
    },
  ],
  unchanged: ['category', 'description'],
};
const TEXT_HISTORY = '**/api/history/setting/home.intro';
/** Screens of dialogs and texts for owners. */
export const ownerScreens: Screen[] = [
  admin('texts', '/admin/texts', {}),
  admin('texts-mail', '/admin/texts?text=mail-confirm-email', {}),
  admin('texts-unknown-word', '/admin/texts?text=mail-sign-in', {
    prepare: inTurn(
      async (page) => page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello {nmae}'),
      visible('[data-part=error]'),
    ),
  }),
  admin('texts-page', '/admin/texts?text=about', {}),
  admin('texts-changed', '/admin/texts?text=home', {
    before: answered(`${TEXT_HISTORY}?*`, 200, TEXT_VERSIONS),
    prepare: visible('text=Changed by ines'),
  }),
  admin('texts-versions', '/admin/history/versions?type=setting&id=home.intro', {
    before: async (page) => {
      await answered(TEXT_HISTORY, 200, TEXT_VERSIONS)(page);
      await answered(`${TEXT_HISTORY}/*`, 200, TEXT_COMPARISON)(page);
    },
    prepare: visible('[data-part=comparison] ins'),
  }),
  question('admin-keys', CONTENT, {
    prepare: (page) => page.getByRole('button', { name: 'Keys', exact: true }).click(),
  }),
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
  admin('admin-draft', '/admin', { before: draftOcean, prepare: draft }),
  question('admin-draft-link', '/admin', {
    before: draftOcean,
    prepare: inTurn(draft, press('Preview link'), press('Create link', 'dialog[open]')),
  }),
  admin('admin-view', '/oceans/1', { prepare: inTurn(lookAsFreeMember, BAR, leave) }),
  admin('draft-by-link', '/oceans/1', { prepare: inTurn(openLink, BAR, leave) }),
  admin('admin-calendar', '/admin', {
    before: answered('**/api/schedule?*', 200, PLANNED),
    prepare: inTurn(moveTo('/admin/calendar'), visible('[data-part=calendar]:visible, main ol:visible')),
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
