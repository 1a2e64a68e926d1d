import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { markEntered } from '../support/entered.ts';
import { openLosingLine } from '../support/lines/losing-line.ts';
import { alive } from '../support/open-site.ts';
import { CARD, SKELETON, SPINNER } from '../support/parts.ts';
import { ADMIN, NETWORK_ERROR, PHONE, phone, withWorker } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* The site on a slow, lossy connection, and before its scripts have loaded. */

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

describe('on a slow connection that loses requests', () => {
  /** Limits the page to 400 kbit/s with 400 ms latency. */
  async function slow(page: Page): Promise<CDPSession> {
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    });
    return client;
  }

  test('content and links work before any script has loaded', async () => {
    const page = await phone(site);
    await slow(page);
    await page.route('**/*.js', () => {});
    await page.goto('/app', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: 'Knowledge Oceans' }).waitFor();
    await page.getByRole('link', { name: 'Focus' }).first().click();
    await page.waitForURL('**/oceans/*', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  });

  test('a viewer closed before any script has loaded stays closed', async () => {
    const page = await phone(site);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/waves/1?droplet=3', { waitUntil: 'commit' });
    const viewer = page.locator('dialog[data-part=viewer]');
    const close = viewer.getByRole('button', { name: 'Close' });
    // Each layout has its own Close. Without the style sheet, which loads after the markup, both would count.
    await expect.poll(() => close.count()).toBe(1);
    await close.click();
    await viewer.waitFor({ state: 'hidden' });
    release();
    await page.waitForURL('**/waves/1');
    await alive(page);
    await viewer.waitFor({ state: 'detached' });
  });

  test('a form submitted before any script has loaded sends nothing and keeps the input', async () => {
    const page = await site.newPage(PHONE);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await page.route('**/*.js', () => {});
    for (const [path, press, typed] of [
      ['/', 'Begin', { 'Email address': 'early@example.org' }],
      ['/auth', 'Login', { Username: 'marit', Password: 'Still-water-7' }],
      ['/auth?tab=register', 'Register', { Username: 'marit', Email: 'marit@example.org' }],
      ['/forgot-password', 'Send link', { Email: 'early@example.org' }],
    ] as const) {
      await page.goto(path, { waitUntil: 'commit' });
      for (const [label, value] of Object.entries(typed))
        await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByRole('button', { name: press, exact: true }).click();
      await page.waitForTimeout(300);
      expect(page.url(), path).toBe(site.url + path);
      for (const [label, value] of Object.entries(typed))
        expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe(value);
    }
    expect(sent).toEqual([]);
  });

  test('a slow navigation shows a loading state and arrives', async () => {
    const page = await phone(site);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto('/about');
    await alive(page);
    await slow(page);
    await page.locator('nav[aria-label="Main, bottom"]').getByRole('link', { name: 'Explore' }).click();
    await page.locator(`main ${SPINNER}, main ${SKELETON}`).first().waitFor();
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    await page.locator(`main a[data-droplet], ${CARD}`).first().waitFor();
  });

  test('a page whose response is lost once loads nevertheless', async () => {
    let lossy = false;
    const line = await openLosingLine(site.url, (address) => {
      const loses = lossy && address === '/explore';
      if (loses) lossy = false;
      return loses;
    });
    const page = await site.newPage({ ...PHONE, baseURL: line.url });
    await markEntered(page, line.url);
    await page.goto('/app');
    await withWorker(page);
    await slow(page);
    lossy = true;
    await page.goto('/explore');
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    expect(line.lost).toEqual(['/explore']);
    await line.close();
  });

  test('a sign-up whose request fails once keeps its address and is sent at the second press', async () => {
    const page = await site.newPage(PHONE);
    await page.goto('/');
    await alive(page);
    await slow(page);
    const field = page.getByRole('textbox', { name: /email/i }).first();
    await field.fill('slow@example.org');
    await page.route('**/api/email-signup', (route) => route.abort('connectionreset'), { times: 1 });
    const begin = page.getByRole('button', { name: 'Begin' }).first();
    await begin.click();
    await page.getByRole('alert').filter({ hasText: NETWORK_ERROR }).waitFor();
    expect(await field.inputValue()).toBe('slow@example.org');
    await begin.click();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  });
});
