import { describe, expect, test } from 'vitest';
import { logIn } from '../support/entered.ts';
import { alive, idle } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { expectToast, focused, tab } from './content-page.ts';
import { creating, currentTab, keysShown, settingsOf, siteWithOneSetting } from './settings-page.ts';

/* Dashboard and settings (specification, sections 2, 3, 5 and 8): access, content, and a new setting. */

const { visitor, admin, open } = siteWithOneSetting();

describe('admin pages', () => {
  test.each(['/admin', '/admin/settings'])('%s redirects non-administrators to /', async (path) => {
    const page = await visitor();
    const visit = () => page.request.get(path, { maxRedirects: 0 });
    expect((await visit()).status()).toBe(302);
    expect((await visit()).headers().location).toBe('/');
    const account = { username: 'lena', email: 'lena@example.org', password: 'Quiet-Harbour-27' };
    const registered = await page.request.post('/api/register', { data: account });
    if (registered.status() !== 201) await logIn(page, account);
    expect((await (await page.request.get('/api/user')).json()).role).toBe('free');
    expect((await visit()).status()).toBe(302);
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByText(/Admin Dashboard|Site Settings/).count()).toBe(0);
  });

  test('a former administrator is redirected in the browser and sees no content', async () => {
    const page = await open('/admin');
    await button(page, 'Account: maren').click();
    await button(page, 'Log out').click();
    await page.getByRole('link', { name: 'Login' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByText('Admin Dashboard').count()).toBe(0);
    // The page's own code redirects, too, without a request for the page.
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
});

test('the dashboard has its five cards and a link to the site', async () => {
  const page = await open('/admin');
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  expect(await page.title()).toBe('Admin Dashboard — Harbour');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  const cards = page.locator('main ul:has(h2) > li');
  expect(await cards.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Site Settings',
    'User Management',
    'Content Management',
    'Analytics',
    'Subscription Management',
  ]);
  for (const [name, href] of [
    ['Site Settings', '/admin/settings'],
    ['User Management', '/admin/users'],
    ['Content Management', '/admin/content'],
    ['Analytics', '/admin/analytics'],
    ['Subscription Management', '/admin/subscriptions'],
  ] as const)
    expect(await cards.getByRole('link', { name }).getAttribute('href')).toBe(href);
  expect(await cards.getByText('Coming soon').count()).toBe(0);
  await page.getByRole('link', { name: 'Return to Site' }).click();
  await page.waitForURL('/');
  expect(page.problems).toEqual([]);
});

test('the settings are under five tabs, and an empty tab says so', async () => {
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
  for (const name of ['History of site.title', 'Edit site.title']) {
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(name);
  }
});

describe('creating', () => {
  test('a missing value is named under its field, and the API is not called', async () => {
    const page = await open();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/settings')) sent.push(request.url());
    });
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
    const key = creating(page).getByLabel('Key');
    await expect.poll(() => key.evaluate((input) => input === document.activeElement)).toBe(true);
    await creating(page).getByLabel('Key').fill('Not A Key');
    await creating(page)
      .getByText(/^Use lowercase letters and digits/)
      .waitFor();
    await creating(page).getByLabel('Key').fill('contact.email');
    await creating(page).getByLabel('Value').fill('nobody');
    await creating(page).getByText('Please enter a valid email', { exact: true }).waitFor();
    await button(page, 'Create').click();
    // A call would have ended by now.
    await idle(page);
    expect(sent).toEqual([]);
    expect(await settingsOf(page)).toHaveLength(1);
  });

  test('a setting is created in its category, and the form is empty again', async () => {
    const page = await open();
    const form = creating(page);
    await form.getByLabel('Key').fill('footer.tagline');
    await form.getByLabel('Value').fill('Words at the foot.');
    await form.getByLabel('Category').selectOption({ label: 'Footer' });
    await form.getByLabel('Description').fill('Under the logo');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Setting created', 'The setting footer.tagline has been created successfully.');
    await expect.poll(() => currentTab(page)).toBe('Footer');
    await expect.poll(() => keysShown(page)).toContain('footer.tagline');
    await page.getByRole('contentinfo').getByText('Words at the foot.').waitFor();
    expect(await settingsOf(page)).toContainEqual({
      key: 'footer.tagline',
      value: 'Words at the foot.',
      category: 'footer',
      description: 'Under the logo',
    });
    for (const label of ['Key', 'Value', 'Description'])
      await expect.poll(() => form.getByLabel(label).inputValue()).toBe('');
    await expect.poll(() => focused(page)).toBe('Edit footer.tagline');
    expect(page.problems).toEqual([]);
  });

  test('an error keeps the input of a new setting', async () => {
    const page = await open();
    const form = creating(page);
    await form.getByLabel('Key').fill('site.title');
    await form.getByLabel('Value').fill('Another harbour');
    await button(page, 'Create').click();
    await expectToast(page, 'Error creating setting', 'A setting with this key already exists');
    await form.getByText('A setting with this key already exists', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await form.getByLabel('Key').fill('free.key');
    await button(page, 'Create').click();
    await expectToast(
      page,
      'Error creating setting',
      'Network error: Please check your connection and try again.',
    );
    expect(await form.getByLabel('Value').inputValue()).toBe('Another harbour');
    await page.context().setOffline(false);
    await button(page, 'Create').click();
    await expectToast(page, 'Setting created', /.*/);
  });

  test('the keys that the site reads are offered with their current values', async () => {
    const page = await open('/admin/settings?tab=content');
    const known = page.getByRole('region', { name: 'Not set yet' });
    expect(await known.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'hero.title',
      'hero.subtitle',
      'landing.droplets',
      'landing.waves',
      'landing.oceans',
      'landing.citations',
      'home.intro',
      'oceans.intro',
      'about.intro',
      'about.text',
      'about.founder',
      'about.values',
      'contact.intro',
      'contact.text',
      'contact.help',
      'terms.text',
      'privacy.text',
    ]);
    await known.getByText('Begin Your Learning Journey', { exact: true }).waitFor();
    await button(page, 'Set hero.title').click();
    expect(await creating(page).getByLabel('Key').inputValue()).toBe('hero.title');
    expect(await creating(page).getByLabel('Category').inputValue()).toBe('content');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('input, textarea')))
      .toBe(true);
    await page.keyboard.type('Begin here');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Setting created', 'The setting hero.title has been created successfully.');
    await expect
      .poll(() => known.getByRole('heading', { level: 3 }).allInnerTexts())
      .not.toContain('hero.title');
  });

  test('a setting with its own page is listed by that page’s name, and links to it', async () => {
    const page = await open();
    const known = page.getByRole('region', { name: 'Not set yet' });
    await known.getByRole('heading', { level: 3, name: 'Monthly price', exact: true }).waitFor();
    await known.getByRole('link', { name: 'Set Monthly price' }).click();
    await page.getByRole('heading', { level: 1, name: 'Price', exact: true }).waitFor();
  });

  test('the input of a new setting stays when the tab changes', async () => {
    const page = await open();
    await creating(page).getByLabel('Value').fill('Typed');
    await tab(page, 'Footer').click();
    expect(await creating(page).getByLabel('Value').inputValue()).toBe('Typed');
    expect(await creating(page).getByLabel('Category').inputValue()).toBe('general');
  });
});

test('settings that fail to load show an error and a retry, and the site shows its defaults', async () => {
  const page = await admin();
  await page.goto('/about');
  await alive(page);
  await page.route('**/api/settings', (route) => route.fulfill({ status: 500, body: '{"message":"No"}' }));
  await button(page, 'Account: maren').click();
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  // The dashboard reads the settings too.
  await page.getByRole('link', { name: 'Site Settings' }).waitFor();
  const asked = () => page.requested.filter((url) => url.endsWith('/api/settings')).length;
  // Each page sends one request, and one more after the press.
  await expect.poll(asked).toBe(2);
  await idle(page);
  await page.getByRole('link', { name: 'Site Settings' }).click();
  await page.getByText('Error loading settings. Please try again.', { exact: true }).waitFor();
  await idle(page);
  expect(asked()).toBe(4);
  await page.unroute('**/api/settings');
  await button(page, 'Try Again').click();
  await expect.poll(() => page.getByText('Error loading settings. Please try again.').count()).toBe(0);
  await button(page, 'Edit site.title').waitFor();
});
