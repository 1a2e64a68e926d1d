import { beforeAll, expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { markEntered } from '../support/entered.ts';
import type { WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, field, open, row } from './content-page.ts';

/* Drafts: what administrators see of them on public pages, and the warnings before they are published. */

const site = setUpSite({ ...ADMIN, DEMO: 'false' });

let ocean: number;
let wave: number;
let droplet: number;

const TEXT = { description: 'A sentence about it.', imageUrl: '/covers/ocean/a.svg' };

beforeAll(async () => {
  const page = await administrator(site);
  const add = async (path: string, data: object): Promise<number> => {
    const headers = await csrfHeaders(page);
    const response = await page.request.post(path, { data: { ...TEXT, ...data }, headers });
    expect(response.status()).toBe(201);
    return (await response.json()).id;
  };
  ocean = await add('/api/oceans', { title: 'Hidden Sea', accessType: 'free' });
  wave = await add('/api/waves', { title: 'Shown Swell', oceanId: ocean, isPublished: true });
  droplet = await add('/api/droplets', {
    title: 'Hidden Drop',
    waveId: wave,
    accessType: 'free',
    mediaType: 'text',
    mediaUrl: 'https://words.example/a.txt',
  });
});

const ribbons = (page: WatchedPage) => page.locator('main').getByText('Draft', { exact: true });
const note = (page: WatchedPage) => page.locator('[data-part=draft-note]').innerText();

test('administrators see drafts with a ribbon on every public page; visitors see none', async () => {
  const page = await administrator(site);
  for (const path of ['/app', '/accordion', '/tree', '/classic', `/accordion?ocean=${ocean}&wave=${wave}`]) {
    await open(page, path);
    await expect.poll(() => ribbons(page).count(), { message: path }).toBeGreaterThan(0);
    expect(await ribbons(page).first().isVisible(), path).toBe(true);
  }
  await open(page, `/oceans/${ocean}`);
  expect(await note(page)).toBe('Draft This ocean is not public.');
  await open(page, `/waves/${wave}`);
  expect(await note(page)).toBe('Draft This wave is not public: its ocean is a draft.');
  await open(page, `/droplets/${droplet}`);
  expect(await note(page)).toBe('Draft This droplet is not public.');

  const visitor = await site.newPage();
  await markEntered(visitor, site.url);
  for (const path of [`/oceans/${ocean}`, `/waves/${wave}`, `/droplets/${droplet}`])
    expect((await visitor.goto(path))?.status(), path).toBe(404);
  await visitor.goto('/app');
  expect(await visitor.getByText('Draft', { exact: true }).count()).toBe(0);
  expect(page.problems).toEqual([]);
});

test('a row links to the public page, in a new tab', async () => {
  const page = await administrator(site);
  await open(page, `/admin/content?tab=waves&ocean=${ocean}`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'View Shown Swell' }).click();
  const view = await opened;
  await view.getByRole('heading', { name: 'Shown Swell', level: 1 }).waitFor();
  expect(new URL(view.url()).pathname).toBe(`/waves/${wave}`);
});

test('a new wave inherits the access of its ocean', async () => {
  const page = await administrator(site);
  await open(page, `/admin/content?tab=waves&ocean=${ocean}`);
  // The form gets its values once the page's scripts run.
  await expect.poll(() => field(page, 'Access').inputValue()).toBe('free');
});

test('publishing warns when the parent or all children are drafts', async () => {
  const page = await administrator(site);
  const question = page.getByRole('alertdialog', { name: 'Publish anyway?' });
  await open(page, `/admin/content?tab=droplets&ocean=${ocean}&wave=${wave}`);
  await button(page, 'Publish Hidden Drop').click();
  await question.getByText('Its wave or ocean is a draft, so readers cannot see this droplet yet.').waitFor();
  await button(question, 'Cancel').click();
  expect(await row(page, 'Hidden Drop').innerText()).toContain('Draft');

  // In the form, the warning is below the switch.
  await button(page, 'Edit Hidden Drop').click();
  await field(page, 'Published').check();
  await page
    .locator('[data-part=publish-note]')
    .getByText('Its wave or ocean is a draft, so readers cannot see this droplet yet.')
    .waitFor();
  await field(page, 'Published').uncheck();

  await open(page, `/admin/content?tab=waves&ocean=${ocean}`);
  await page.getByLabel('Select Shown Swell').check();
  await page.getByRole('group', { name: 'Selected items' }).getByText('Publish', { exact: true }).click();
  await question
    .getByText(
      'Its ocean is a draft, so readers cannot see this wave yet. ' +
        'All of its droplets are drafts, so readers will find this wave empty.',
    )
    .waitFor();
  await button(question, 'Cancel').click();

  // The ocean contains a published wave.
  await open(page, '/admin/content');
  await button(page, 'Publish Hidden Sea').click();
  await expectToast(page, 'Ocean updated', '“Hidden Sea” has been published successfully.', ['Undo']);
  await open(page, `/admin/content?tab=droplets&ocean=${ocean}&wave=${wave}`);
  await button(page, 'Publish Hidden Drop').click();
  await expectToast(page, 'Droplet updated', '“Hidden Drop” has been published successfully.', ['Undo']);
  expect(page.problems).toEqual([]);
});
