import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import { countPresses } from '../../support/count-presses.ts';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { logIn } from '../../support/entered.ts';
import { alive, idle, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, open } from '../content-page.ts';

/* The role of an editor: the owner grants it on a phone, and an editor works without any refusal. */

const PASSWORD = 'Quiet-Harbour-27';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const WIDE = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' } as const;

const site = setUpSite(ADMIN);

beforeAll(async () => {
  await register('Mira Lund', 'mira@example.org');
  await register('Ines', 'ines@example.org');
  const database = openDatabase(site.dataDir);
  database.exec("update users set editor_since = 1 where username = 'Ines'");
  database.close();
});

async function register(username: string, email: string): Promise<void> {
  const page = await site.newPage();
  const answer = await page.request.post('/api/register', {
    data: { username, email, password: PASSWORD, confirmPassword: PASSWORD },
    headers: { origin: site.url },
  });
  expect(answer.status()).toBe(201);
  await page.close();
}

/** Opens a browser of an editor, and collects refused requests. */
async function editor(options: object): Promise<{ page: WatchedPage; refused: string[] }> {
  const page = await site.newPage(options);
  await logIn(page, { username: 'Ines', password: PASSWORD });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  return { page, refused };
}

test('on a phone, the owner makes an editor with five presses, and removes the role', async () => {
  const page = await administrator(site, PHONE);
  await open(page, '/admin');
  const { press, count } = countPresses();
  await press(page.getByRole('link', { name: 'User Management' }));
  await press(page.getByRole('searchbox'));
  await page.keyboard.type('mira');
  await expect.poll(() => page.locator('main table tbody tr th b').allInnerTexts()).toEqual(['Mira Lund']);
  await press(page.getByRole('link', { name: 'Mira Lund' }));
  await press(button(page, 'Make editor'));
  const question = page.locator('dialog[open]');
  await question.getByText('They see nothing of people, money and settings.').waitFor();
  await question.getByText('Mira Lund has never confirmed mira@example.org').waitFor();
  await press(button(question, 'Make editor'));
  await expectToast(page, 'Role changed', 'Mira Lund is an editor now, and logs in again.');
  expect(count()).toBe(5);
  await page.getByText('maren made “Mira Lund” an editor').waitFor();
  expect(await page.locator('[data-part=why]').innerText()).toBe(
    'Mira Lund can open everything and change content, because they are an editor.',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.goto('/admin/users?role=editor&order=name');
  await expect
    .poll(() => page.locator('main table tbody tr th b').allInnerTexts())
    .toEqual(['Ines', 'Mira Lund']);
  await page.getByRole('link', { name: 'Mira Lund' }).click();
  await button(page, 'Take away the role').click();
  await button(page.locator('dialog[open]'), 'Take away the role').click();
  await expectToast(page, 'Role changed', 'Mira Lund is a member now, and logs in again.');
  expect(page.problems).toEqual([]);
});

/** Returns one address for each kind of page. Other items, days and pages are alike. */
function kindOf(href: string): string | null {
  const { pathname, searchParams } = new URL(href, site.url);
  if (!pathname.startsWith('/admin')) return null;
  const chosen = [...searchParams].map(([name, value]) => (/^\d+$/.test(value) ? name : `${name}=${value}`));
  return `${pathname.replace(/\d+/, '1')} ${chosen.sort().join(' ')}`;
}

test.each([
  ['a phone', PHONE],
  ['a wide window in the dark', WIDE],
])('on %s, no link of the administration leads an editor to a refusal', async (_, options) => {
  const { page, refused } = await editor(options);
  const waiting = ['/admin'];
  const known = new Set<string>();
  while (waiting.length > 0) {
    const href = waiting.shift() as string;
    await page.goto(href);
    await alive(page);
    await idle(page);
    expect(new URL(page.url()).pathname, href).toBe(new URL(href, site.url).pathname);
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await idle(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, href).toBeLessThanOrEqual(options.viewport.width);
    const links = await page
      .locator('main a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const link of links) {
      const kind = kindOf(link);
      expect(link).not.toContain('/api/');
      if (kind === null || known.has(kind)) continue;
      known.add(kind);
      waiting.push(link);
    }
  }
  expect([...known].map((kind) => kind.split(' ')[0])).toEqual(
    expect.arrayContaining(['/admin/content', '/admin/analytics', '/admin/calendar', '/admin/history']),
  );
  expect(refused).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('an editor changes content with the keyboard, restores it, and undoes a change', async () => {
  const { page, refused } = await editor(WIDE);
  await open(page, '/admin');
  expect(await page.locator('main h2').allInnerTexts()).toEqual(['Content Management', 'Analytics']);
  await page.getByRole('link', { name: 'Content Management' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Oceans' }).waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Oceans', 'Waves', 'Droplets']);
  const first = page.locator('[data-part=items] li').first();
  const title = (await first.locator('h3 > span').first().innerText()).trim();
  await first.getByRole('button', { name: /^Edit / }).focus();
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Title', exact: true });
  await expect.poll(() => name.inputValue()).toBe(title);
  await name.fill('Quiet waters');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Ocean updated', /.*/);
  await page.getByRole('button', { name: 'Delete Quiet waters' }).click();
  await button(page.locator('dialog[open]'), 'Delete').click();
  await page.getByText('Ocean deleted').first().waitFor();
  await open(page, '/admin/trash');
  await page.getByText('You,').waitFor();
  expect(await page.getByRole('button', { name: /Delete now|Empty trash/ }).count()).toBe(0);
  await button(page, 'Restore Quiet waters').click();
  await page.getByText('The trash is empty.').waitFor();
  await open(page, '/admin/history');
  await page.getByText('Ines restored ocean “Quiet waters”').waitFor();
  await button(page, 'Undo the change to Quiet waters').click();
  await expect.poll(async () => (await page.request.get('/api/oceans')).text()).toContain(title);
  expect(refused).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('administrators’ pages redirect an editor to the site, and the menu has editors’ pages', async () => {
  const { page, refused } = await editor(WIDE);
  for (const path of ['users', 'users/1', 'subscriptions', 'settings', 'health', 'users/import']) {
    await page.goto(`/admin/${path}`);
    expect(new URL(page.url()).pathname).toBe('/');
  }
  await page.goto('/admin/content?tab=signups');
  await alive(page);
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await open(page, '/admin/history/versions?type=setting&id=site.title');
  expect(new URL(page.url()).pathname).toBe('/admin/history');
  await open(page, '/explore');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  expect(refused).toEqual([]);
});

test('an editor views their content as a free member, and a draft is marked as one', async () => {
  const { page, refused } = await editor(PHONE);
  await open(page, '/oceans/1');
  await page.getByRole('button', { name: 'Account: Ines' }).tap();
  await button(page, 'View as free member').tap();
  const bar = page.getByRole('complementary', { name: 'Preview' });
  await bar.getByText('You see this as a free member').waitFor();
  await alive(page);
  await page.getByRole('button', { name: 'Account: Ines' }).tap();
  expect(await page.getByRole('link', { name: 'Admin Dashboard' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await button(page, 'End view').tap();
  await bar.waitFor({ state: 'detached' });
  const answer = await page.request.put('/api/oceans/1', {
    data: { isPublished: false },
    headers: await csrfHeaders(page),
  });
  expect(answer.status()).toBe(200);
  await open(page, '/oceans/1');
  const ribbon = page.getByRole('complementary', { name: 'Draft' });
  await ribbon.getByText('Draft. Only administrators, editors').waitFor();
  expect(await ribbon.getByRole('button').count()).toBe(0);
  await ribbon.getByRole('link', { name: 'Check and publish' }).tap();
  await page.waitForURL(/\/admin\/check/);
  expect(refused).toEqual([]);
  expect(page.problems).toEqual([]);
});
