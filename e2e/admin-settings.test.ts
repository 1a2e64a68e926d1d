import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alive, type OpenSite, openSite, type WatchedPage } from './open-site.ts';

/* Specification, sections 2 (admin dashboard, settings management), 3, 5 and 8, in a browser. */

const PASSWORD = 'Still-water-1';

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD });
});
afterAll(() => site.close());

async function signIn(page: WatchedPage): Promise<WatchedPage> {
  const answer = await page.request.post('/api/login', { data: { username: 'maren', password: PASSWORD } });
  expect(answer.status()).toBe(200);
  return page;
}

const admin = async (options = {}) => signIn(await site.newPage(options));

interface Setting {
  key: string;
  value: string;
  category: string;
  description?: string | null;
}

async function send(page: WatchedPage, method: string, path: string, data?: object): Promise<number> {
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  const answer = await page.request.fetch(path, { method, data, headers: { 'csrf-token': csrfToken } });
  return answer.status();
}
const settingsOf = async (page: WatchedPage): Promise<Setting[]> =>
  (await page.request.get('/api/settings')).json();

const TITLE: Setting = {
  key: 'site.title',
  value: 'Harbour',
  category: 'general',
  description: 'The name in the header',
};

/** Every test begins with that one setting, and on its page when it wants one. */
beforeEach(async () => {
  const page = await admin();
  for (const { key } of await settingsOf(page)) await send(page, 'DELETE', `/api/settings/${key}`);
  expect(await send(page, 'POST', '/api/settings', TITLE)).toBe(201);
  await page.context().close();
});

async function open(path = '/admin/settings', options = {}): Promise<WatchedPage> {
  const page = await admin(options);
  await page.goto(path);
  await alive(page);
  return page;
}

/** Notifications are the last to come. */
const expectToast = (page: WatchedPage, title: string, description: RegExp) =>
  expect
    .poll(() => page.locator('.toast').allInnerTexts(), { message: 'toast' })
    .toEqual([expect.stringMatching(new RegExp(`^${title}\\s+${description.source}$`))]);
const creating = (page: WatchedPage) => page.getByRole('form', { name: 'Create New Setting' });
const editing = (page: WatchedPage) => page.getByRole('form', { name: 'Edit setting' });
const tab = (page: WatchedPage, name: string) => page.getByRole('tab', { name });
const button = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true });
const keysShown = (page: WatchedPage) =>
  page.getByRole('tabpanel').getByRole('heading', { level: 2 }).allInnerTexts();
const currentTab = (page: WatchedPage) => page.getByRole('tab', { selected: true }).innerText();
const focused = (page: WatchedPage) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

describe('admin pages', () => {
  test.each(['/admin', '/admin/settings'])('%s sends everyone else to the front page', async (path) => {
    const page = await site.newPage();
    const visit = () => page.request.get(path, { maxRedirects: 0 });
    expect((await visit()).status()).toBe(302);
    expect((await visit()).headers().location).toBe('/');
    const account = { username: 'lena', email: 'lena@example.org', password: 'Quiet-Harbour-27' };
    const registered = await page.request.post('/api/register', { data: account });
    if (registered.status() !== 201) await page.request.post('/api/login', { data: account });
    expect((await (await page.request.get('/api/user')).json()).role).toBe('free');
    expect((await visit()).status()).toBe(302);
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByText(/Admin Dashboard|Site Settings/).count()).toBe(0);
  });

  test('one who is no administrator any more is led away in the browser, and nothing is shown', async () => {
    const page = await open('/admin');
    await button(page, 'Account: maren').click();
    await button(page, 'Log out').click();
    await page.waitForURL('/');
    expect(await page.getByText('Admin Dashboard').count()).toBe(0);
    // The page's own code refuses too, without asking the server for the page.
    await page.evaluate(() => {
      new MutationObserver((records) => {
        const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
        if (added.some((node) => node.textContent?.includes('Back to Admin')))
          document.documentElement.dataset.shown = 'yes';
      }).observe(document, { subtree: true, childList: true });
      history.pushState(null, '', '/admin/settings');
    });
    await page.waitForURL('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('data-shown')).toBe(null);
  });

  test('pages that are coming soon are not there', async () => {
    const page = await admin();
    for (const path of ['/admin/users', '/admin/analytics', '/admin/subscriptions'])
      expect((await page.request.get(path)).status()).toBe(404);
  });
});

test('the dashboard has its five cards and the way back to the site', async () => {
  const page = await open('/admin');
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  expect(await page.title()).toBe('Admin Dashboard — Harbour');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  const cards = page.locator('.admin-grid > li');
  expect(await cards.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Site Settings',
    'User Management',
    'Content Management',
    'Analytics',
    'Subscription Management',
  ]);
  for (const [name, href] of [
    ['Site Settings', '/admin/settings'],
    ['Content Management', '/admin/content'],
  ] as const) {
    expect(await cards.getByRole('link', { name }).getAttribute('href')).toBe(href);
    expect(await cards.filter({ hasText: name }).getByText('Coming soon').count()).toBe(0);
  }
  for (const name of ['User Management', 'Analytics', 'Subscription Management']) {
    const card = cards.filter({ hasText: name });
    expect(await card.getByRole('link', { name, disabled: true }).getAttribute('href')).toBe(null);
    expect(await card.getByText('Coming soon').count()).toBe(1);
    await card.click();
    expect(new URL(page.url()).pathname).toBe('/admin');
  }
  await page.getByRole('link', { name: 'Return to Site' }).click();
  await page.waitForURL('/');
  expect(page.problems).toEqual([]);
});

test('the settings stand under five tabs, and an empty one says so', async () => {
  const page = await open('/admin');
  await page.getByRole('link', { name: 'Site Settings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Site Settings' }).waitFor();
  await expect.poll(() => page.title()).toBe('Settings Management — Harbour');
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'General',
    'Branding',
    'Content',
    'Footer',
    'Advanced',
  ]);
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'site.title' });
  await row.getByText('Harbour').waitFor();
  await row.getByText('The name in the header', { exact: true }).waitFor();
  await tab(page, 'Advanced').click();
  await page
    .getByText('No settings found in this category. Create your first one below.', { exact: true })
    .waitFor();
  expect(new URL(page.url()).search).toBe('?tab=advanced');
  await page.reload();
  expect(await currentTab(page)).toBe('Advanced');
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await page.waitForURL('/admin');
  expect(page.problems).toEqual([]);
});

test('the arrow keys, Home and End move between the tabs, which are one stop of the Tab key', async () => {
  const page = await open();
  await tab(page, 'General').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Branding'],
    ['End', 'Advanced'],
    ['ArrowRight', 'General'],
    ['ArrowLeft', 'Advanced'],
    ['Home', 'General'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await currentTab(page)).toBe(name);
    expect(await focused(page)).toBe(name);
  }
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Edit site.title');
});

describe('creating', () => {
  test('what is missing is named under its field, and nothing is called', async () => {
    const page = await open();
    await creating(page).getByLabel('Category').selectOption('');
    await button(page, 'Create').click();
    for (const [label, message] of [
      ['Key', 'Key is required'],
      ['Value', 'Value is required'],
      ['Category', 'Category is required'],
    ] as const) {
      await creating(page).getByText(message, { exact: true }).waitFor();
      const field = creating(page).getByLabel(label, { exact: true });
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const note = (await field.getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`[id="${note}"]`).innerText()).toBe(message);
    }
    expect(await focused(page)).toBe(
      await creating(page)
        .getByLabel('Key')
        .evaluate((input) => input.textContent),
    );
    await creating(page).getByLabel('Key').fill('Not A Key');
    await creating(page)
      .getByText(/^Use lowercase letters and digits/)
      .waitFor();
    await creating(page).getByLabel('Key').fill('contact.email');
    await creating(page).getByLabel('Value').fill('nobody');
    await creating(page).getByText('Please enter a valid email', { exact: true }).waitFor();
    expect(await settingsOf(page)).toHaveLength(1);
    expect(page.requested.filter((url) => url.endsWith('/api/csrf-token'))).toEqual([]);
  });

  test('a setting is made in its category, shown there, and the form is empty again', async () => {
    const page = await open();
    const form = creating(page);
    await form.getByLabel('Key').fill('footer.tagline');
    await form.getByLabel('Value').fill('Words at the foot.');
    await form.getByLabel('Category').selectOption({ label: 'Footer' });
    await form.getByLabel('Description').fill('Under the logo');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Setting created', /The setting footer\.tagline has been created successfully\./);
    expect(await currentTab(page)).toBe('Footer');
    expect(await keysShown(page)).toContain('footer.tagline');
    await page.getByRole('contentinfo').getByText('Words at the foot.').waitFor();
    expect(await settingsOf(page)).toContainEqual({
      key: 'footer.tagline',
      value: 'Words at the foot.',
      category: 'footer',
      description: 'Under the logo',
    });
    for (const label of ['Key', 'Value', 'Description'])
      expect(await form.getByLabel(label).inputValue()).toBe('');
    await expect.poll(() => focused(page)).toBe('Edit footer.tagline');
    expect(page.problems).toEqual([]);
  });

  test('an error leaves everything as it was typed', async () => {
    const page = await open();
    const form = creating(page);
    await form.getByLabel('Key').fill('site.title');
    await form.getByLabel('Value').fill('Another harbour');
    await button(page, 'Create').click();
    await expectToast(page, 'Error creating setting', /A setting with this key already exists/);
    await form.getByText('A setting with this key already exists', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await form.getByLabel('Key').fill('free.key');
    await button(page, 'Create').click();
    await expectToast(
      page,
      'Error creating setting',
      /Network error: Please check your connection and try again\./,
    );
    expect(await form.getByLabel('Value').inputValue()).toBe('Another harbour');
    await page.context().setOffline(false);
    await button(page, 'Create').click();
    await expectToast(page, 'Setting created', /.*/);
  });

  test('the keys that the site reads are offered with what stands there now', async () => {
    const page = await open('/admin/settings?tab=content');
    const known = page.getByRole('region', { name: 'Not set yet' });
    expect(await known.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'hero.title',
      'hero.subtitle',
      'landing.citations',
    ]);
    await known.getByText('Begin Your Learning Journey', { exact: true }).waitFor();
    await button(page, 'Set hero.title').click();
    expect(await creating(page).getByLabel('Key').inputValue()).toBe('hero.title');
    expect(await creating(page).getByLabel('Category').inputValue()).toBe('content');
    await page.keyboard.type('Begin here');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Setting created', /The setting hero\.title has been created successfully\./);
    expect(await known.getByRole('heading', { level: 3 }).allInnerTexts()).not.toContain('hero.title');
  });

  test('what was typed stays while tabs are looked through', async () => {
    const page = await open();
    await creating(page).getByLabel('Value').fill('Typed');
    await tab(page, 'Footer').click();
    expect(await creating(page).getByLabel('Value').inputValue()).toBe('Typed');
    expect(await creating(page).getByLabel('Category').inputValue()).toBe('general');
  });
});

describe('editing', () => {
  test('one setting at a time, its key locked, and creating is disabled meanwhile', async () => {
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

  test('what is saved shows on the site at once: header, footer and the browser’s tab', async () => {
    const page = await open();
    await button(page, 'Edit site.title').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Quay');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Setting updated', /The setting site\.title has been updated successfully\./);
    await expect.poll(() => page.title()).toBe('Settings Management — Quay');
    await page.getByRole('banner').getByRole('link', { name: 'quay' }).waitFor();
    await page
      .getByRole('contentinfo')
      .getByText(/© \d+ Quay/)
      .waitFor();
    expect(await editing(page).count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Edit site.title');
    // Everyone else sees it with their next request.
    expect(await (await (await site.newPage()).request.get('/')).text()).toContain('<title>Quay — ');
    expect(page.problems).toEqual([]);
  });

  test('logo, hero texts and description show too, without a new request for the page', async () => {
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
    const landing = await (await (await site.newPage()).request.get('/')).text();
    for (const text of ['New words', 'New line', 'content="New sentence"']) expect(landing).toContain(text);
  });

  test('a failed save keeps what was typed, and says why', async () => {
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
      /Network error: Please check your connection and try again\./,
    );
    expect(await value.inputValue()).toBe('Quay');
    await page.context().setOffline(false);
    await button(page, 'Save changes').click();
    await expectToast(page, 'Setting updated', /.*/);
  });

  test('the second of two administrators is told what it reads now, and loses nothing', async () => {
    const page = await open();
    await button(page, 'Edit site.title').click();
    await editing(page).getByLabel('Value').fill('Mine');
    const other = await admin();
    expect(
      await send(other, 'PUT', '/api/settings/site.title', { value: 'Theirs', category: 'footer' }),
    ).toBe(200);
    await button(page, 'Save changes').click();
    await expectToast(page, 'Error updating setting', /Somebody else has changed this setting meanwhile\./);
    const note = editing(page).getByRole('alert');
    await note.getByText('Theirs', { exact: true }).waitFor();
    expect(await editing(page).getByLabel('Value').inputValue()).toBe('Mine');
    await button(page, 'Save changes').click();
    await expectToast(page, 'Setting updated', /.*/);
    expect((await settingsOf(page))[0]).toMatchObject({ value: 'Mine', category: 'general' });
  });

  test('one that somebody has deleted meanwhile can be made anew', async () => {
    const page = await open();
    await button(page, 'Edit site.title').click();
    await editing(page).getByLabel('Value').fill('Mine');
    expect(await send(await admin(), 'DELETE', '/api/settings/site.title')).toBe(204);
    await button(page, 'Save changes').click();
    await expectToast(page, 'Error updating setting', /Setting not found/);
    await editing(page).getByText('Somebody else has deleted this setting meanwhile.').waitFor();
    await button(page, 'Save changes').click();
    await expectToast(page, 'Setting updated', /.*/);
    expect((await settingsOf(page))[0]).toMatchObject({ key: 'site.title', value: 'Mine' });
  });
});

describe('deleting', () => {
  test('asks first, and the default stands again', async () => {
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
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Setting deleted', /The setting site\.title has been deleted successfully\./);
    expect(await settingsOf(page)).toEqual([]);
    await expect.poll(() => page.title()).toBe('Settings Management — Stillwater');
    await page
      .getByText('No settings found in this category. Create your first one below.', { exact: true })
      .waitFor();
    await expect.poll(() => focused(page)).toBe('General');
    expect(page.problems).toEqual([]);
  });

  test('a failure says why, and the question stays', async () => {
    const page = await open();
    await button(page, 'Delete site.title').click();
    const dialog = page.getByRole('alertdialog');
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(
      page,
      'Error deleting setting',
      /Network error: Please check your connection and try again\./,
    );
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Setting deleted', /.*/);
  });
});

describe('unsaved changes', () => {
  const question = (page: WatchedPage) => page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  const answer = (page: WatchedPage, name: string) => question(page).getByRole('button', { name }).click();

  async function unsaved(): Promise<WatchedPage> {
    const page = await open('/admin');
    await page.getByRole('link', { name: 'Site Settings' }).click();
    await button(page, 'Edit site.title').click();
    await editing(page).getByLabel('Value').fill('Mine');
    return page;
  }
  const typed = (page: WatchedPage) => editing(page).getByLabel('Value').inputValue();

  test('a link asks before it leads away', async () => {
    const page = await unsaved();
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await answer(page, 'Keep editing');
    expect(await typed(page)).toBe('Mine');
    expect(new URL(page.url()).pathname).toBe('/admin/settings');
    await page.getByRole('link', { name: 'Explore' }).first().click();
    await answer(page, 'Discard');
    await page.waitForURL('/explore');
    // One step back is the page that was left.
    await page.goBack();
    await page.waitForURL('/admin/settings');
    await page.goBack();
    await page.waitForURL('/admin');
  });

  test('Back asks before it leads away', async () => {
    const page = await unsaved();
    await page.evaluate(() => history.back());
    await answer(page, 'Keep editing');
    await page.evaluate(() => history.back());
    await question(page).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => question(page).count()).toBe(0);
    expect(await typed(page)).toBe('Mine');
    await page.evaluate(() => history.back());
    await answer(page, 'Discard');
    await page.waitForURL('/admin');
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  });

  test('once saved, Back is one step', async () => {
    const page = await unsaved();
    await button(page, 'Save changes').click();
    await expectToast(page, 'Setting updated', /.*/);
    await page.evaluate(() => history.back());
    await page.waitForURL('/admin');
    expect(await question(page).count()).toBe(0);
  });

  test('closing the page asks', async () => {
    const page = await unsaved();
    // A browser asks only where a person has been active.
    await page.keyboard.type('!');
    const guarded = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await expect.poll(guarded).toBe(true);
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await typed(page)).toBe('Mine!');
  });

  test('another tab, and another setting, ask before they take the form away', async () => {
    const page = await unsaved();
    await tab(page, 'Footer').click();
    await answer(page, 'Keep editing');
    expect(await typed(page)).toBe('Mine');
    expect(await currentTab(page)).toBe('General');
    await tab(page, 'Footer').click();
    await answer(page, 'Discard');
    expect(await currentTab(page)).toBe('Footer');
    expect(await editing(page).count()).toBe(0);
  });
});

test('a failed load is said, and tried again on request; the site shows its defaults', async () => {
  const page = await admin();
  await page.goto('/about');
  await alive(page);
  await page.route('**/api/settings', (route) => route.fulfill({ status: 500, body: '{"message":"No"}' }));
  await button(page, 'Account: maren').click();
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.getByRole('link', { name: 'Site Settings' }).click();
  await page.getByText('Error loading settings. Please try again.', { exact: true }).waitFor();
  // Once, and once more.
  expect(page.requested.filter((url) => url.endsWith('/api/settings'))).toHaveLength(2);
  await page.unroute('**/api/settings');
  await button(page, 'Try Again').click();
  await expect.poll(() => page.getByText('Error loading settings. Please try again.').count()).toBe(0);
  await button(page, 'Edit site.title').waitFor();
});
