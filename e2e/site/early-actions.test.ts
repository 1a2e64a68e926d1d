import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN, administrator } from '../admin/content-page.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { entered, queryOf } from '../support/entered.ts';
import { idle, type WatchedPage } from '../support/open-site.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';
import { newMember } from '../support/subscribers.ts';

/* Presses, typed text and choices before the page's scripts, or the player's code, have loaded. */

const site = demoSite(ADMIN);

/** Holds scripts whose address matches, until `release` is called. */
async function holdScripts(page: WatchedPage, pattern: RegExp) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route(pattern, async (route) => {
    asked.push(route.request().url());
    await held;
    await route.continue();
  });
  return { asked, release };
}

const PLAYER_CODE = /\/player-[\w-]+\.js$/;
const lesson = () => `/waves/${site.ids['one-thing-at-a-time']}?droplet=${site.ids['finish-the-sentence']}`;
const disc = (page: WatchedPage) => page.getByRole('button', { name: /^Play Finish/ });
const isPlaying = (page: WatchedPage) =>
  expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.1);

test.each(['viewer', 'page'])(
  'in the %s, a press on Play before any script has loaded plays',
  async (where) => {
    const page = await entered(site, PHONE);
    const scripts = await holdScripts(page, /\.js$/);
    await page.goto(where === 'viewer' ? lesson() : `/droplets/${site.ids['finish-the-sentence']}`, {
      waitUntil: 'commit',
    });
    await disc(page).tap();
    // The button shows that it was pressed.
    expect(
      await disc(page)
        .locator('svg')
        .evaluate((icon) => getComputedStyle(icon).animationName),
    ).not.toBe('none');
    scripts.release();
    await isPlaying(page);
    expect(page.problems).toEqual([]);
  },
);

test('two presses on the arrow before any script has loaded lead two lessons on', async () => {
  const page = await entered(site, PHONE);
  const scripts = await holdScripts(page, /\.js$/);
  await page.goto(`/waves/${site.ids['one-thing-at-a-time']}?droplet=${site.ids['the-clear-table']}`, {
    waitUntil: 'commit',
  });
  const next = page
    .getByRole('dialog')
    .getByRole('button', { name: /^Next droplet/ })
    .filter({ visible: true });
  // The other arrow, for large windows, is hidden once the styles have loaded.
  await expect.poll(() => next.count()).toBe(1);
  await next.tap();
  await next.tap();
  scripts.release();
  await expect.poll(() => page.getByRole('dialog').innerText()).toContain('4 of 8');
  expect(page.problems).toEqual([]);
});

test('a form submitted before any script has loaded is sent with the typed text', async () => {
  const page = await site.newPage();
  const scripts = await holdScripts(page, /\.js$/);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Username').fill('nobody-here');
  await page.getByLabel('Password', { exact: true }).fill('Still-water-1');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  scripts.release();
  await page.getByText('Invalid username or password').first().waitFor();
  expect(page.requested.filter((url) => url.endsWith('/api/login'))).toHaveLength(1);
});

test('a button pressed before any script has loaded shows that it waits, until then', async () => {
  const page = await site.newPage({ ...PHONE, reducedMotion: 'reduce' });
  const scripts = await holdScripts(page, /\.js$/);
  await page.goto('/auth', { waitUntil: 'commit' });
  const login = page.getByRole('button', { name: 'Login', exact: true });
  const opacity = () => login.evaluate((button) => getComputedStyle(button).opacity);
  await expect.poll(opacity).toBe('1');
  await login.tap();
  await expect.poll(opacity).toBe('0.5');
  scripts.release();
  await expect.poll(opacity).toBe('1');
});

describe('text typed before any script has loaded', () => {
  /** Opens a page, types into its field while its scripts are held, and releases them. */
  async function typeEarly(page: WatchedPage, path: string, field: Locator, text: string): Promise<void> {
    const scripts = await holdScripts(page, /\.js$/);
    await page.goto(path, { waitUntil: 'commit' });
    await field.fill(text);
    scripts.release();
    await idle(page);
  }

  test('text typed early in Explore is searched for', async () => {
    const page = await entered(site);
    await typeEarly(page, '/explore', page.getByRole('searchbox', { name: 'Search droplets' }), 'kettle');
    await expect.poll(() => queryOf(page)).toEqual({ q: 'kettle' });
  });

  test('text typed early is the address of the weekly letter, instead of a remembered one', async () => {
    const page = await entered(site);
    await page.addInitScript(() => localStorage.setItem('stillwater.email', 'old@example.org'));
    const email = page.getByLabel('Email address');
    await typeEarly(page, '/letter', email, 'new@example.org');
    expect(await email.inputValue()).toBe('new@example.org');
  });

  test('text typed early is the code of a gift', async () => {
    const page = await entered(site);
    await typeEarly(page, '/redeem', page.getByLabel('Code'), 'SPRING-2222');
    const link = page.getByRole('link', { name: 'I have an account' });
    await expect.poll(() => link.getAttribute('href')).toContain('SPRING-2222');
  });

  test('text typed early filters an administrator’s list', async () => {
    const page = await administrator(site);
    await typeEarly(page, '/admin/content', page.getByRole('searchbox').first(), 'zzz');
    await expect.poll(() => page.locator('[data-part=items] h3').count()).toBe(0);
  });

  test('text typed early replaces the present value of an owner’s text', async () => {
    const page = await administrator(site);
    const text = page.locator('textarea[name="mail.sign-in.text"]');
    await typeEarly(page, '/admin/texts?text=mail-sign-in', text, 'Come in: {link}');
    await page.getByText('15 of at most').waitFor();
    expect(await text.inputValue()).toBe('Come in: {link}');
  });
});

test('several filters chosen before any script has loaded are all applied', async () => {
  const page = await administrator(site);
  const scripts = await holdScripts(page, /\.js$/);
  await page.goto('/admin/history', { waitUntil: 'commit' });
  await page.getByLabel('From').fill('2026-01-02');
  // A date counts once its field has lost the focus.
  await page.getByLabel('Who').focus();
  await page.getByLabel('Who').selectOption('The program');
  await page.getByLabel('Kind').selectOption('created');
  scripts.release();
  await expect.poll(() => queryOf(page)).toEqual({ from: '2026-01-02', who: 'program', kind: 'created' });
  expect(page.problems).toEqual([]);
});

test('a section opened before any script has loaded shows its content', async () => {
  const page = await administrator(site);
  const scripts = await holdScripts(page, /\.js$/);
  await page.goto('/admin/content', { waitUntil: 'commit' });
  await page.getByText('Import and export').click();
  scripts.release();
  await page.getByRole('link', { name: 'Import a folder' }).waitFor();
});

test('choices for the letter made before any script has loaded stay', async () => {
  const visitor = await entered(site);
  let scripts = await holdScripts(visitor, /\.js$/);
  await visitor.goto('/letter', { waitUntil: 'commit' });
  await visitor.getByLabel('Day').selectOption('Friday');
  await visitor.getByLabel('Hour').selectOption('6:00 PM');
  scripts.release();
  await idle(visitor);
  expect(await visitor.getByLabel('Day').inputValue()).toBe('5');
  expect(await visitor.getByLabel('Hour').inputValue()).toBe('18');

  const member = await newMember(site, 'early-letters');
  const weekly = { on: true, day: 1, hour: 7, timeZone: 'Europe/Berlin', rhythm: 'weekly' };
  const headers = await csrfHeaders(member);
  expect((await member.request.put('/api/letter', { data: weekly, headers })).status()).toBe(200);
  scripts = await holdScripts(member, /\.js$/);
  await member.goto('/account', { waitUntil: 'commit' });
  await member.getByLabel('Day').selectOption('Friday');
  await member.getByLabel('Hour').selectOption('6:00 PM');
  await member.getByRole('radio', { name: 'Monthly' }).check();
  scripts.release();
  const stored = async () => (await member.request.get('/api/letter')).json();
  await expect.poll(stored).toMatchObject({ ...weekly, day: 5, hour: 18, rhythm: 'monthly' });
  expect(await member.getByLabel('Day').inputValue()).toBe('5');
  expect(await member.getByRole('radio', { name: 'Monthly' }).isChecked()).toBe(true);

  scripts = await holdScripts(member, /\.js$/);
  await member.goto('/account', { waitUntil: 'commit' });
  const letters = member.getByRole('checkbox', { name: 'Send me one lesson a week' });
  await letters.uncheck();
  scripts.release();
  await expect.poll(stored).toMatchObject({ on: false, day: 5, rhythm: 'monthly' });
  expect(await letters.isChecked()).toBe(false);
  expect([...visitor.problems, ...member.problems]).toEqual([]);
});

test('a press on a heart before any script has loaded counts', async () => {
  const page = await entered(site, PHONE);
  const scripts = await holdScripts(page, /\.js$/);
  await page.goto(`/waves/${site.ids['one-thing-at-a-time']}`, { waitUntil: 'commit' });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add .+ to favorites$/ })
    .first()
    .tap();
  scripts.release();
  await page.getByText('Please login to add items to favorites.').first().waitFor();
});

test.each(['k', ' '])('the key "%s" plays when pressed before any script has loaded', async (key) => {
  const page = await entered(site);
  const scripts = await holdScripts(page, /\.js$/);
  await page.goto(lesson(), { waitUntil: 'commit' });
  await disc(page).waitFor();
  await page.keyboard.press(key);
  scripts.release();
  await isPlaying(page);
});

test.each(['k', ' '])('the key "%s" plays also as the first activity on the page', async (key) => {
  const page = await entered(site);
  const scripts = await holdScripts(page, PLAYER_CODE);
  await page.goto(lesson());
  await page.locator('dialog:modal').waitFor();
  await page.keyboard.press(key);
  await expect.poll(() => disc(page).getAttribute('aria-busy')).toBe('true');
  // A second press does not pause.
  await page.keyboard.press(key);
  expect(scripts.asked.length).toBeGreaterThan(0);
  scripts.release();
  await isPlaying(page);
});

test('a letter typed in a field does not start playing', async () => {
  const page = await entered(site);
  const scripts = await holdScripts(page, PLAYER_CODE);
  await page.goto(lesson());
  await page.locator('dialog:modal').waitFor();
  await page.evaluate(() => document.querySelector('dialog')?.append(document.createElement('input')));
  await page.locator('dialog input').focus();
  await page.keyboard.type('k k');
  expect(await page.locator('dialog input').inputValue()).toBe('k k');
  expect(await disc(page).getAttribute('aria-busy')).toBeNull();
  scripts.release();
});

test('in Classic, a press on Play before any script has loaded opens the player', async () => {
  const page = await entered(site);
  const scripts = await holdScripts(page, /\.js$/);
  await page.goto('/classic', { waitUntil: 'commit' });
  const play = page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first();
  await play.click();
  scripts.release();
  await page.locator('dialog[data-part=media-dialog]').waitFor();
  await expect.poll(() => play.getAttribute('data-pressed')).toBeNull();
});

test('the administration’s shortcuts work when pressed before any script has loaded', async () => {
  const page = await administrator(site);
  const scripts = await holdScripts(page, /\.js$/);
  await page.goto('/admin/content', { waitUntil: 'commit' });
  const search = page.getByRole('searchbox').first();
  // The script of the keys is at the end of the page.
  await page.waitForFunction(() => document.readyState !== 'loading');
  await page.keyboard.press('/');
  await page.keyboard.type('zzz');
  expect(await search.inputValue()).toBe('zzz');
  await search.blur();
  await page.keyboard.press('?');
  scripts.release();
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await expect.poll(() => page.locator('[data-part=items] h3').count()).toBe(0);
  expect(page.problems).toEqual([]);
});
