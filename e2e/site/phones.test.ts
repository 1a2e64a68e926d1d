import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { alive, idle } from '../support/open-site.ts';
import { ADMIN, administrator, phone, pressableHeight, withWorker } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* The site on a phone: installation, and the viewer on the whole screen. */

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

describe('installed as an application', () => {
  test('the manifest has names, colors and icons of the right size, and the browser accepts it', async () => {
    const page = await phone(site);
    await page.goto('/app');
    const client = await page.context().newCDPSession(page);
    const { url, errors } = await client.send('Page.getAppManifest');
    expect(url).toBe(`${site.url}/manifest.webmanifest`);
    expect(errors).toEqual([]);
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
    // A private window cannot install, which is the only error.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    );

    const answer = await page.request.get('/manifest.webmanifest');
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = await answer.json();
    expect(manifest).toMatchObject({
      name: 'Stillwater',
      description: 'A calming approach to mindful learning',
      start_url: '/app',
      display: 'standalone',
    });
    const ground = await page.locator('meta[name="theme-color"][media*="light"]').getAttribute('content');
    expect([manifest.theme_color, manifest.background_color]).toEqual([ground, ground]);
    expect(manifest.icons).toHaveLength(3);
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata();
      expect(`${width}x${height}`, src).toBe(sizes);
    }
    expect(manifest.shortcuts).toHaveLength(2);
    for (const { url: shortcut } of manifest.shortcuts)
      expect((await page.request.get(shortcut)).status()).toBe(200);
  });

  test('the service worker is revalidated each time and caches nothing', async () => {
    const page = await phone(site);
    const script = await page.request.get('/service-worker.js');
    expect(script.headers()['cache-control']).toBe('no-cache');
    expect(script.headers()['content-type']).toContain('javascript');
    await page.goto('/app');
    await withWorker(page);
    await page.goto('/waves/1?droplet=3');
    await page.goto('/auth');
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    expect(page.problems).toEqual([]);
  });
});

describe('the header', () => {
  test.each([
    ['stillwater', 'larger'],
    ['achtsamkeitsakademie', 'normal'],
    ['the quiet morning learning circle', 'large'],
  ])('the header shows the name “%s” and Login on the smallest screen, with %s text', async (name, text) => {
    const page = await phone(site, { viewport: { width: 320, height: 568 } });
    await page.goto('/about');
    await alive(page);
    await page.evaluate(
      ([name, text]) => {
        document.documentElement.dataset.text = text;
        // The word and its reflection.
        for (const part of document.querySelector('header a')?.children ?? []) part.textContent = name;
      },
      [name, text] as const,
    );
    const logo = await page.getByRole('banner').getByRole('link', { name }).boundingBox();
    const login = await page.getByRole('banner').getByRole('link', { name: 'Login' }).boundingBox();
    expect(logo?.y).toBeGreaterThanOrEqual(0);
    expect((login?.x ?? 320) + (login?.width ?? 0)).toBeLessThanOrEqual(320);
  });
});

/** Finds an arrow of the viewer, which belongs to the viewer's own code, as swipes do. */
const arrow = (page: Page) =>
  page
    .locator('dialog[data-part=viewer]:modal')
    .getByRole('button', { name: /^(Previous|Next) droplet/ })
    .first();

describe('the viewer', () => {
  test('the viewer fills the screen and keeps its controls clear of notch and bar', async () => {
    const page = await phone(site);
    const client = await page.context().newCDPSession(page);
    await page.goto('/waves/1?droplet=3');
    const dialog = page.getByRole('dialog');
    await page.locator('dialog:modal').waitFor();
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' }).filter({ visible: true });
    const before = (await close.boundingBox())?.y ?? 0;
    await safeArea(client, { top: 47, bottom: 34 });
    await expect.poll(async () => (await close.boundingBox())?.y).toBe(before + 47);
    await page.goto('/app');
    const dock = page.locator('nav[aria-label="Main, bottom"] a').first();
    await expect
      .poll(async () => {
        const box = await dock.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBeLessThanOrEqual(844 - 34);
  });

  test.each([
    { size: 'scrolls, drags', width: 390, refused: false },
    { size: 'cannot scroll, drags do not', width: 1440, refused: true },
  ])('where the viewer $size reach the browser', async ({ width, refused }) => {
    const page = await phone(site, { viewport: { width, height: 900 } });
    await page.goto('/waves/1?droplet=3');
    await page.locator('dialog:modal').waitFor();
    // On iPhones, Safari scrolls the page behind by a drag that is not prevented.
    const drag = () =>
      page.locator('dialog:modal h2').evaluate((target) => {
        const touch = new Touch({ identifier: 1, target });
        const move = new TouchEvent('touchmove', { touches: [touch], bubbles: true, cancelable: true });
        target.dispatchEvent(move);
        return move.defaultPrevented;
      });
    await expect.poll(drag).toBe(refused);
  });

  test.each([390, 768])('at %i px an arrow keeps its position at both ends of a wave', async (width) => {
    const page = await phone(site, { viewport: { width, height: 1024 } });
    const positionOf = async (direction: string) => {
      const one = page
        .locator('dialog[data-part=viewer]')
        .getByRole('button', { name: `${direction} droplet` });
      return (await one.isVisible()) ? (await one.boundingBox())?.x : null;
    };
    const positionsIn = async (droplet: number) => {
      await page.goto(`/waves/1?droplet=${droplet}`);
      await arrow(page).waitFor();
      return { previous: await positionOf('Previous'), next: await positionOf('Next') };
    };
    const between = await positionsIn(3);
    expect(between.previous).toBeLessThan(between.next as number);
    expect(await positionsIn(1)).toEqual({ ...between, previous: null });
    expect(await positionsIn(8)).toEqual({ ...between, next: null });
  });

  test('vertical swipes and swipes on a zoomed page do not step', async () => {
    const page = await phone(site);
    await page.goto('/waves/1?droplet=3');
    await arrow(page).waitFor();
    const client = await page.context().newCDPSession(page);
    const swipe = async (from: [number, number], to: [number, number]) => {
      const at = (share: number) => ({
        x: from[0] + (to[0] - from[0]) * share,
        y: from[1] + (to[1] - from[1]) * share,
      });
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] });
      for (const share of [0.25, 0.5, 0.75, 1])
        await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(share)] });
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await page.waitForTimeout(200);
    };
    await swipe([300, 500], [220, 200]);
    expect(page.url()).toContain('droplet=3');
    await client.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    await swipe([300, 300], [100, 300]);
    expect(page.url()).toContain('droplet=3');
    await client.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
    await swipe([300, 300], [100, 300]);
    // One step, so none of the previous swipes has stepped late.
    await expect.poll(() => page.url()).toMatch(/droplet=4$/);
  });
});

/** Sets the height of notch and bar over the page, in px. */
const safeArea = (client: CDPSession, insets: Record<string, number>) =>
  (client.send as (method: string, params: object) => Promise<unknown>)(
    'Emulation.setSafeAreaInsetsOverride',
    {
      insets,
    },
  );

test('no field is so small that a phone zooms in', async () => {
  const small = (page: Page) =>
    page
      .locator(
        'input:not([type=range], [type=checkbox], [type=radio], [type=file], [type=hidden]), ' +
          'textarea, select',
      )
      .evaluateAll((fields) =>
        fields
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.outerHTML),
      );
  const visitor = await phone(site);
  for (const path of ['/auth', '/auth?tab=register', '/forgot-password', '/explore']) {
    await visitor.goto(path);
    expect(await visitor.locator('main input').count(), path).toBeGreaterThan(0);
    expect(await small(visitor), path).toEqual([]);
  }
  // Includes forms that open at a press.
  const editor = await administrator(site, '/account');
  for (const name of ['Change password', 'Add an email', 'Delete account'])
    await editor.getByRole('button', { name }).click();
  await expect.poll(() => editor.locator('input:visible').count()).toBeGreaterThan(5);
  expect(await small(editor), '/account').toEqual([]);
  // The list of sign-ups has fields once it has an entry.
  await editor.request.post('/api/email-signup', {
    data: { email: 'first@example.org' },
    headers: { origin: site.url },
  });
  for (const path of [
    '/admin/settings',
    '/admin/content',
    '/admin/content?tab=droplets',
    '/admin/content?tab=signups',
    '/admin/content?what=export',
  ]) {
    await editor.goto(path);
    await editor.locator('main input').first().waitFor();
    expect(await small(editor), path).toEqual([]);
  }
});

test('the word “Droplets” is not broken beside a long summary on a narrow phone', async () => {
  const page = await phone(site, { viewport: { width: 360, height: 640 } });
  await page.goto('/waves/2');
  const heading = page.getByRole('heading', { name: 'Droplets', exact: true });
  await page.getByText('5 for subscribers').waitFor();
  const lines = await heading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('the choices of Comfort reach the lower edge of the window', async () => {
  const page = await phone(site);
  await page.goto('/about');
  await idle(page);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Comfort' }).click();
  const choices = page.getByRole('dialog', { name: 'Comfort' }).locator('.dialog');
  // With the notifications, which are in the topmost dialog.
  await page.locator('dialog [data-part=toasts]').waitFor({ state: 'attached' });
  expect(await choices.evaluate((box) => innerHeight - box.getBoundingClientRect().bottom)).toBe(0);
});

/** Minimum height of every target in px (the design's part on accessibility). */
const TARGET = 44;

test('layouts and the button in a password field have a touch height of at least 44 px', async () => {
  const page = await phone(site);
  await page.goto('/app');
  const layouts = await page.getByRole('navigation', { name: 'Layout' }).getByRole('link').all();
  expect(layouts).toHaveLength(4);
  for (const layout of layouts) expect(await pressableHeight(layout)).toBeGreaterThanOrEqual(TARGET);
  await page.goto('/auth');
  expect(await pressableHeight(page.getByRole('button', { name: 'Show' }).first())).toBeGreaterThanOrEqual(
    TARGET,
  );
});

test('lessons in the tree and keywords of a lesson have a touch height of at least 44 px', async () => {
  const page = await phone(site);
  await page.goto('/tree');
  const lesson = page.getByRole('link', { name: 'The Clear Table' });
  expect(await pressableHeight(lesson)).toBeGreaterThanOrEqual(TARGET);
  await page.goto('/droplets/1');
  const keyword = page.getByRole('main').getByRole('link', { name: 'beginning', exact: true });
  expect(await pressableHeight(keyword)).toBeGreaterThanOrEqual(TARGET);
});

test('titles in the tree and the logo have a touch height of at least 44 px', async () => {
  const page = await phone(site);
  await page.goto('/tree');
  const links = [
    page.locator('main').getByRole('link', { name: 'Focus', exact: true }),
    page.locator('main').getByRole('link', { name: 'One Thing at a Time', exact: true }),
    page.locator('header a', { hasText: 'stillwater' }),
    page.locator('footer a', { hasText: 'stillwater' }),
  ];
  for (const link of links) expect(await pressableHeight(link)).toBeGreaterThanOrEqual(TARGET);
});
