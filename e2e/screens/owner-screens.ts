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
    prepare: inTurn(press(/^Delete /), visible('text=This also deletes')),
  }),
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
