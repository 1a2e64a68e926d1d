import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findAxeProblems } from '../support/find-axe-problems.ts';
import { alive, idle, outlast } from '../support/open-site.ts';
import { ADMIN, administrator, NETWORK_ERROR, phone, withWorker } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* The site without a connection: an offline page, and no lost input. */

const OFFLINE = 'You are offline. This page and what you typed stay here.';

/** A form that is submitted without a connection. */
interface FormOffline {
  path: string;
  /** Name of the button that opens the form. */
  open?: string;
  typed: Record<string, string>;
  press: string;
  /** Title of the notification. */
  title: string;
  description: string;
}

const note = (page: Page) => page.locator(':is(body, dialog) > p[role=status]');

const goOffline = (page: Page, offline: boolean) => page.context().setOffline(offline);

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

test('a request sent while its page is left bypasses the service worker, which would lose it', async () => {
  const page = await phone(site);
  await page.goto('/app');
  await withWorker(page);
  /**
   * Returns the worker's rule that sends a request to the network. Empty if the request goes to the worker.
   */
  const ruleOf = (path: string, method: string) =>
    page.evaluate(
      async ([path, method]) => {
        const { href } = new URL(path, location.origin);
        const rule = new Promise<string>((resolve) => {
          new PerformanceObserver((list) => {
            const [entry] = list.getEntriesByName(href);
            if (entry) resolve(entry.toJSON().workerMatchedSourceType);
          }).observe({ type: 'resource' });
        });
        await (await fetch(href, { method })).text();
        return rule;
      },
      [path, method] as const,
    );
  expect(await ruleOf('/api/oceans?worker', 'GET')).toBe('');
  expect(await ruleOf('/api/usage-counts', 'POST')).toBe('network');
  expect(await ruleOf('/api/progress', 'PUT')).toBe('network');
});

describe('without a connection', () => {
  test.each(['light', 'dark'] as const)(
    'without a connection an offline page is shown and reloads when it returns, %s',
    async (colorScheme) => {
      const page = await phone(site, { colorScheme, bypassCSP: true });
      await page.goto('/app');
      await withWorker(page);
      await goOffline(page, true);
      expect((await page.goto('/explore'))?.status()).toBe(503);
      await page.getByRole('heading', { name: 'No connection right now' }).waitFor();
      expect(await findAxeProblems(page)).toEqual([]);
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        colorScheme === 'light' ? 'rgb(241, 245, 244)' : 'rgb(12, 26, 32)',
      );
      await page.getByRole('button', { name: 'Try Again' }).click();
      await page.getByRole('heading', { name: 'No connection right now' }).waitFor();
      await goOffline(page, false);
      await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/explore');
    },
  );

  test('API calls fail as they do without a service worker', async () => {
    const page = await phone(site);
    await page.goto('/app');
    await withWorker(page);
    await page.reload();
    await goOffline(page, true);
    const call = () =>
      page.evaluate(() =>
        fetch('/api/oceans').then(
          () => 'answered',
          () => 'failed',
        ),
      );
    // The worker detects the lost connection after its page.
    await expect.poll(call).toBe('failed');
  });

  test('an open page shows a lost connection above the dock, and its return', async () => {
    const page = await phone(site);
    await page.goto('/app');
    await alive(page);
    expect(await note(page).getAttribute('role')).toBe('status');
    await goOffline(page, true);
    await note(page).filter({ hasText: OFFLINE }).waitFor();
    const [noteBox, dock] = await Promise.all([
      note(page).boundingBox(),
      page.locator('nav[aria-label="Main, bottom"]').boundingBox(),
    ]);
    expect((noteBox?.y ?? 0) + (noteBox?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
    expect(await findAxeProblems(page)).toEqual([]);
    await goOffline(page, false);
    await note(page).filter({ hasText: 'You are online again.' }).waitFor();
    await expect.poll(() => note(page).textContent()).toBe('');
  });

  test('an open droplet shows a lost connection, and so does the page beneath after closing', async () => {
    const page = await phone(site);
    await page.goto('/waves/1');
    await alive(page);
    await page.locator('a[data-droplet]').first().click();
    // The arrows belong to the viewer's own code, which must load before the connection is lost.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Next droplet/ })
      .waitFor();
    await goOffline(page, true);
    await page.locator('dialog > p[role=status]').filter({ hasText: OFFLINE }).waitFor();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.locator('body > p[role=status]').filter({ hasText: OFFLINE }).waitFor();
  });

  test('a failed search is repeated when the connection is back, also if it fails once more', async () => {
    const page = await phone(site);
    await page.goto('/explore');
    await alive(page);
    await idle(page);
    await goOffline(page, true);
    await page.getByRole('searchbox', { name: 'Search droplets' }).fill('kettle');
    const again = page.getByRole('button', { name: 'Try Again' });
    await again.waitFor();
    let repeats = 0;
    await page.route('**/api/explore/droplets?*', (route) => {
      repeats += 1;
      return repeats === 1 ? route.abort() : route.continue();
    });
    await goOffline(page, false);
    await expect.poll(() => repeats).toBe(2);
    await again.waitFor({ state: 'detached' });
  });

  test('an exercise that cannot load shows an error, and loads at a retry', async () => {
    const page = await phone(site);
    await page.goto('/waves/1?droplet=3');
    await alive(page);
    const viewer = page.locator('dialog[data-part=viewer]:modal');
    const broken = viewer.getByRole('alert').filter({ hasText: 'This exercise could not be loaded.' });
    const again = broken.getByRole('button', { name: 'Try Again' });
    const exercise = viewer.frameLocator('iframe').getByRole('heading', { name: 'One tab, one minute' });
    const next = viewer.getByRole('button', { name: /^Next droplet/ });
    // The arrows belong to the viewer's own code, which must load before the connection is lost.
    await next.waitFor();
    await goOffline(page, true);
    await next.click();
    await broken.waitFor();
    expect(await viewer.locator('iframe').count()).toBe(0);
    expect(await findAxeProblems(page)).toEqual([]);
    await goOffline(page, false);
    await exercise.waitFor();
    await viewer.locator('[data-state=loaded]').waitFor();

    // The connection is back, but the file fails.
    await page.route('**/media/*.html', (route) => route.fulfill({ status: 503 }));
    await next.click();
    await viewer.getByRole('button', { name: /^Previous droplet/ }).click();
    await broken.waitFor();
    await page.unroute('**/media/*.html');
    await again.click();
    await exercise.waitFor();
  });

  test('a page whose code cannot load shows an error, requests it once, and opens at a retry', async () => {
    const page = await phone(site);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto('/app');
    await alive(page);
    await withWorker(page);
    await goOffline(page, true);
    page.requested.length = 0;
    await page.getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { name: 'This page could not be opened' }).waitFor();
    await outlast(page, 500);
    const scripts = page.requested.filter((url) => /about-page.*\.js$/.test(url));
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.length).toBeLessThanOrEqual(2);
    expect(await findAxeProblems(page)).toEqual([]);
    await goOffline(page, false);
    await page.getByRole('link', { name: 'Try Again' }).click();
    await page.getByRole('heading', { level: 1, name: /About/ }).waitFor();
  });

  test('forms without a connection keep the input, show an error, and work when it returns', async () => {
    const page = await phone(site);
    await page.goto('/forgot-password');
    await alive(page);
    const field = page.getByRole('textbox', { name: /email/i });
    await field.fill('kept@example.org');
    await idle(page);
    await goOffline(page, true);
    await page.locator('main form button[type="submit"]').click();
    await page.locator('[data-part=toast]').filter({ hasText: NETWORK_ERROR }).waitFor();
    expect(await field.inputValue()).toBe('kept@example.org');
    await goOffline(page, false);
    await page.locator('main form button[type="submit"]').click();
    await field.waitFor({ state: 'detached' });

    await page.goto('/auth?tab=register');
    await alive(page);
    const typed = {
      Username: 'marit',
      Email: 'marit@example.org',
      Password: 'Still-water-7',
      'Confirm password': 'Still-water-7',
    };
    for (const [label, value] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(value);
    await idle(page);
    await goOffline(page, true);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.locator('[data-part=toast]').filter({ hasText: 'Registration failed' }).waitFor();
    for (const [label, value] of Object.entries(typed))
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    await goOffline(page, false);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.locator('[data-part=toast]').filter({ hasText: 'Account created!' }).waitFor();
  });

  test.each<FormOffline>([
    {
      path: '/auth',
      typed: { Username: 'marit', Password: 'Still-water-7' },
      press: 'Login',
      title: 'Login failed',
      description: 'Login failed. Please try again.',
    },
    {
      path: '/account',
      open: 'Change password',
      typed: {
        'Current password': ADMIN.password,
        'New password': 'Still-water-7',
        'Confirm password': 'Still-water-7',
      },
      press: 'Change password',
      title: 'The password could not be changed',
      description: NETWORK_ERROR,
    },
    {
      path: '/account',
      open: 'Add an email',
      typed: { 'New email': 'kept@example.org', 'Current password': ADMIN.password },
      press: 'Send the link',
      title: 'The email could not be sent',
      description: NETWORK_ERROR,
    },
    {
      path: '/admin/content',
      typed: {
        Title: 'Kept Waters',
        Description: 'Typed without a connection.',
        'Image URL': '/covers/ocean/kept.svg',
        'Keywords (optional)': 'calm, kept',
      },
      press: 'Create ocean',
      title: 'Failed to create ocean',
      description: NETWORK_ERROR,
    },
  ])('“$press” on $path without a connection shows an error and keeps every field', async (form) => {
    const page = form.path === '/auth' ? await phone(site) : await administrator(site, form.path);
    if (form.path === '/auth') await page.goto(form.path).then(() => alive(page));
    if (form.open) await page.getByRole('button', { name: form.open }).click();
    const fields = Object.entries(form.typed);
    for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
    await idle(page);
    await goOffline(page, true);
    await page.getByRole('button', { name: form.press, exact: true }).click();
    const toast = page.locator('[data-part=toast]').filter({ hasText: form.title });
    await toast.getByText(form.description, { exact: true }).waitFor();
    for (const [label, value] of fields)
      expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe(value);
  });
});
