import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alive, type OpenSite, openSite } from './open-site.ts';
import { ADMIN, administrator, phone, withWorker } from './phone.ts';

/* The site on a phone: kept among its applications, the viewer on its whole screen. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ ADMIN_PASSWORD: ADMIN.password });
});
afterAll(() => site.close());

describe('kept among the applications', () => {
  test('a manifest with names, colours and pictures of the right size, which the browser finds nothing wrong with', async () => {
    const page = await phone(site);
    await page.goto('/app');
    const client = await page.context().newCDPSession(page);
    const { url, errors } = await client.send('Page.getAppManifest');
    expect(url).toBe(`${site.url}/manifest.webmanifest`);
    expect(errors).toEqual([]);
    const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
    // A private window installs nothing; it is the only objection.
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
    for (const { url: shortcut } of manifest.shortcuts)
      expect((await page.request.get(shortcut)).status()).toBe(200);
  });

  test('the worker is asked for anew each time, and stores nothing of what passes', async () => {
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

describe('the viewer', () => {
  test('fills the screen, and its controls keep clear of notch and bar', async () => {
    const page = await phone(site);
    const client = await page.context().newCDPSession(page);
    await page.goto('/waves/1?droplet=3');
    const dialog = page.getByRole('dialog');
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' }).filter({ visible: true });
    const before = (await close.boundingBox())?.y ?? 0;
    await safeArea(client, { top: 47, bottom: 34 });
    await expect.poll(async () => (await close.boundingBox())?.y).toBe(before + 47);
    await page.goto('/app');
    const dock = page.locator('.dock a').first();
    await expect
      .poll(async () => {
        const box = await dock.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBeLessThanOrEqual(844 - 34);
  });

  test.each([390, 768])(
    'at %i px an arrow at either end of a wave stands where it always stood',
    async (width) => {
      const page = await phone(site, { viewport: { width, height: 1024 } });
      const placeOf = async (direction: string) => {
        const arrow = page.locator('dialog.viewer').getByRole('button', { name: `${direction} droplet` });
        return (await arrow.isVisible()) ? (await arrow.boundingBox())?.x : null;
      };
      const placesIn = async (droplet: number) => {
        await page.goto(`/waves/1?droplet=${droplet}`);
        await alive(page);
        return { previous: await placeOf('Previous'), next: await placeOf('Next') };
      };
      const between = await placesIn(3);
      expect(between.previous).toBeLessThan(between.next as number);
      expect(await placesIn(1)).toEqual({ ...between, previous: null });
      expect(await placesIn(8)).toEqual({ ...between, next: null });
    },
  );

  test('what moves up and down, and what is drawn larger, does not step', async () => {
    const page = await phone(site);
    await page.goto('/waves/1?droplet=3');
    await alive(page);
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
    expect(page.url()).not.toContain('droplet=3');
  });
});

/** Where a phone's notch and bar lie over the page, in px. */
const safeArea = (client: CDPSession, insets: Record<string, number>) =>
  (client.send as (method: string, params: object) => Promise<unknown>)(
    'Emulation.setSafeAreaInsetsOverride',
    {
      insets,
    },
  );

test('no field is so small that a phone draws the page larger', async () => {
  const small = (page: Page) =>
    page
      .locator(
        'input:not([type=range], [type=checkbox], [type=radio], [type=file], [type=hidden]), textarea, select',
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
  // Of all that opens at a press, too.
  const editor = await administrator(site, '/account');
  for (const name of ['Change password', 'Add an email', 'Delete account'])
    await editor.getByRole('button', { name }).click();
  expect(await editor.locator('input:visible').count()).toBeGreaterThan(5);
  expect(await small(editor), '/account').toEqual([]);
  // A list of sign-ups has tools as soon as it has one.
  await editor.request.post('/api/email-signup', {
    data: { email: 'first@example.org' },
    headers: { origin: site.url },
  });
  for (const path of [
    '/admin/settings',
    '/admin/content',
    '/admin/content?tab=droplets',
    '/admin/content?tab=signups',
  ]) {
    await editor.goto(path);
    await editor.locator('main input').first().waitFor();
    expect(await small(editor), path).toEqual([]);
  }
});
