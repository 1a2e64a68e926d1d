import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';
import { logIn } from '../../support/entered.ts';
import { alive } from '../../support/open-site.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN } from '../content-page.ts';

/* Typed text survives a killed browser, as on a phone or a machine without power. */

const site = setUpSite(ADMIN);

let profile: string;
let running: ChildProcess | undefined;
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'stillwater-crash-'));
});
afterEach(async () => {
  await kill();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a separate browser with the profile of the test, and opens a page. */
async function browse(path: string): Promise<Page> {
  const { args = [] } = chromiumOptions;
  running = spawn(
    await chromiumPath(),
    [...args, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    // A separate process group, because the program may be a script that starts the browser.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    running?.once('exit', () => reject(new Error(`The browser does not start: ${output}`)));
    running?.stderr?.on('data', (data) => {
      output += String(data);
      const found = /DevTools listening on (ws:\S+)/.exec(output);
      if (found) resolve(found[1] as string);
    });
  });
  const [context] = (await chromium.connectOverCDP(address)).contexts();
  if (!context) throw new Error('The browser has no window.');
  const page = await context.newPage();
  await page.clock.install();
  page.setDefaultTimeout(20_000);
  await page.goto(site.url);
  const data = { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD };
  await logIn(page, data, site.url);
  await page.goto(site.url + path);
  await alive(page);
  return page;
}

/** Kills the browser as a crash does: it writes nothing more. */
async function kill(): Promise<void> {
  const ended = running;
  running = undefined;
  if (!ended?.pid || ended.exitCode !== null || ended.signalCode !== null) return;
  process.kill(-ended.pid, 'SIGKILL');
  await once(ended, 'exit');
}

const offer = (page: Page) => page.locator('[data-part=draft]');
/** Maximum time in ms until typed text is stored. */
const SECOND = 1_000;

/** Counts the drafts on the disk of this browser. Opening their database would create it. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'stillwater-drafts')) return 0;
    return new Promise<number>((resolve) => {
      const request = indexedDB.open('stillwater-drafts');
      request.onsuccess = () => {
        const database = request.result;
        if (!database.objectStoreNames.contains('drafts')) return resolve(0);
        const count = database.transaction('drafts').objectStore('drafts').count();
        count.onsuccess = () => {
          resolve(count.result);
          database.close();
        };
      };
    });
  });

test.each<[string, string, (page: Page) => ReturnType<Page['locator']>]>([
  ['an item', '/admin/content?edit=1', (page) => page.getByLabel('Title', { exact: true })],
  ['a new item', '/admin/content', (page) => page.getByLabel('Title', { exact: true })],
  ['a mail', '/admin/texts?text=mail-sign-in', (page) => page.getByRole('textbox', { name: 'Subject' })],
  ['a new setting', '/admin/settings', (page) => page.getByLabel('Value')],
])('unsaved text in %s survives a killed browser', async (_, path, fieldOf) => {
  const page = await browse(path);
  // An item's form gets its values once the page's scripts run.
  if (path.includes('edit=')) await expect.poll(() => fieldOf(page).inputValue()).not.toBe('');
  const before = await fieldOf(page).inputValue();
  // From now on the page's clock advances only by that second.
  await page.clock.pauseAt(Date.now() + SECOND);
  await fieldOf(page).fill('Words that nobody has saved');
  await page.clock.runFor(SECOND);
  await expect.poll(() => kept(page)).toBe(1);
  await kill();

  const next = await browse(path);
  await offer(next).getByText('were kept').waitFor();
  expect(await offer(next).innerText()).toMatch(/^Words from \d+:\d\d(:\d\d)? [AP]M were kept/);
  expect(await fieldOf(next).inputValue()).toBe(before);
  await next.getByRole('button', { name: 'Bring back' }).click();
  expect(await fieldOf(next).inputValue()).toBe('Words that nobody has saved');
  expect(await offer(next).count()).toBe(0);
});

test('captions survive a killed browser and are restored', async () => {
  const path = '/admin/captions?droplet=3';
  const first = (page: Page) => page.locator('[data-part=captions] > li').first();
  const page = await browse(path);
  await first(page).getByRole('button').click();
  await page.locator('[data-part=open-caption] textarea').fill('Nobody has saved this.');
  await page.getByText(/Draft kept at/).waitFor();
  await kill();

  const next = await browse(path);
  await expect.poll(() => first(next).innerText()).toContain('Nobody has saved this.');
});

test('drafts are deleted by Let go, by saving and by a logout', async () => {
  const path = '/admin/texts?text=home';
  const intro = (page: Page) => page.getByRole('textbox', { name: 'Introduction' });
  const page = await browse(path);
  const type = async (text: string) => {
    await intro(page).fill(text);
    await expect.poll(() => kept(page)).toBe(1);
  };
  // Leaves the page without its unload handlers, as a crash does.
  const reload = async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(site.url + path);
    await alive(page);
  };
  await type('One');
  await reload();
  await offer(page).waitFor();
  await page.getByRole('button', { name: 'Let go' }).click();
  await expect.poll(() => kept(page)).toBe(0);
  await type('Two');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => kept(page)).toBe(0);
  await type('Three');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${site.url}/`);
  await expect.poll(() => kept(page)).toBe(0);
});

test('drafts are deleted by a logout on all devices, too', async () => {
  const page = await browse('/admin/texts?text=home');
  await page.getByRole('textbox', { name: 'Introduction' }).fill('One');
  await expect.poll(() => kept(page)).toBe(1);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`${site.url}/account`);
  await alive(page);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL(`${site.url}/`);
  await expect.poll(() => kept(page)).toBe(0);
});
