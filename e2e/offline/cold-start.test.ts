import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';
import { findAxeProblems } from '../support/find-axe-problems.ts';
import { alive, type RunningSite, startSite, watch } from '../support/open-site.ts';
import { PHONE } from '../support/phone.ts';
import { keepAll } from './kept-pages.ts';

/* A kept wave in a browser that was closed and starts again without a connection. */

let site: RunningSite;
let profile: string;
beforeAll(async () => {
  site = await startSite();
  profile = await mkdtemp(join(tmpdir(), 'stillwater-profile-'));
});
afterAll(async () => {
  await site?.close();
  await rm(profile, { recursive: true, force: true });
});

/** Starts a browser with the previous browser's storage. */
async function startBrowser(offline: boolean): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumOptions,
    ...PHONE,
    executablePath: await chromiumPath(),
    baseURL: site.url,
    offline,
    // `findAxeProblems` needs it.
    bypassCSP: true,
  });
  context.setDefaultTimeout(60_000);
  return context;
}

const film = () => {
  const video = document.querySelector('video');
  return video && { time: video.currentTime, seeking: video.seeking, duration: video.duration };
};

test('a kept wave opens, plays and seeks, and the front page lists its lessons', async () => {
  const online = await startBrowser(false);
  await online.addCookies([
    { name: 'stillwater_entered', value: '1', url: site.url, expires: Date.now() / 1000 + 3600 },
  ]);
  const before = watch(await online.newPage());
  await keepAll(before, '/waves/1');
  expect(before.problems).toEqual([]);
  await online.close();
  // Nothing can respond, whatever the browser assumes about its connection.
  await site.stop();

  const offline = await startBrowser(true);
  const page = watch(await offline.newPage());
  expect((await page.goto('/waves/1'))?.status()).toBe(200);
  const card = page.locator('a[data-droplet]').first();
  const title = await card.innerText();
  await alive(page);
  await card.click();
  const viewer = page.locator('dialog[data-part=viewer]:modal');
  await viewer.getByRole('heading', { name: title }).waitFor();
  await viewer.getByRole('button', { name: /^Next droplet/ }).waitFor();

  expect((await page.goto('/droplets/1-any-slug'))?.status()).toBe(200);
  await page.getByRole('button', { name: /^Play/ }).first().click();
  await expect.poll(async () => (await page.evaluate(film))?.time ?? 0).toBeGreaterThan(0.2);
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video) video.currentTime = video.duration - 5;
  });
  await expect
    .poll(async () => {
      const now = await page.evaluate(film);
      return now && !now.seeking && now.time > now.duration - 5;
    })
    .toBe(true);

  expect((await page.goto('/waves/1?droplet=2'))?.status()).toBe(200);
  expect(new URL(page.url()).pathname).toBe('/droplets/2');

  expect((await page.goto('/app'))?.status()).toBe(503);
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await page.getByText('Eight lessons are on this device.').waitFor();
  expect(await findAxeProblems(page)).toEqual([]);
  const lesson = page.getByRole('link', { name: title });
  await expect
    .poll(() => lesson.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await lesson.click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await offline.close();
});
