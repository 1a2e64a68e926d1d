import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeProblems } from './find-axe-problems.ts';
import { alive, type OpenSite, openSite } from './open-site.ts';

/* The site on a phone: kept among its applications, on a slow connection, and without one. */

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};
const OFFLINE = 'You are offline. What is on this page stays, and so does what you typed.';
const NETWORK_ERROR = 'Network error: Please check your connection and try again.';

const ADMIN = { username: 'admin', password: 'Keeper-of-tides-9' };

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ ADMIN_PASSWORD: ADMIN.password });
});
afterAll(() => site.close());

async function phone(options: BrowserContextOptions = {}) {
  const page = await site.newPage({ ...PHONE, ...options });
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  return page;
}

async function administrator(path: string) {
  const page = await phone();
  await page.request.post('/api/login', { data: ADMIN, headers: { origin: site.url } });
  await page.goto(path);
  await alive(page);
  return page;
}

/** The worker has taken its place: the next page comes through it. */
const withWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

/** A form that is sent without a connection. */
interface FormOffline {
  path: string;
  /** The button that the form stands behind. */
  open?: string;
  typed: Record<string, string>;
  press: string;
  /** Of the notification. */
  title: string;
  description: string;
}

const note = (page: Page) => page.locator('.connection-note');

const goOffline = (page: Page, offline: boolean) => page.context().setOffline(offline);

describe('kept among the applications', () => {
  test('a manifest with names, colours and pictures of the right size, which the browser finds nothing wrong with', async () => {
    const page = await phone();
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
    const page = await phone();
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

describe('without a connection', () => {
  test.each(['light', 'dark'] as const)(
    'a calm page stands in, and gives way by itself, %s',
    async (colorScheme) => {
      const page = await phone({ colorScheme, bypassCSP: true });
      await page.goto('/app');
      await withWorker(page);
      await goOffline(page, true);
      expect((await page.goto('/explore'))?.status()).toBe(503);
      await page.getByRole('heading', { name: 'No connection right now' }).waitFor();
      expect(await findAxeProblems(page)).toEqual([]);
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        colorScheme === 'light' ? 'rgb(241, 245, 244)' : 'rgb(12, 26, 32)',
      );
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'No connection right now' }).waitFor();
      await goOffline(page, false);
      await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/explore');
    },
  );

  test('calls of the API fail as they do without a worker', async () => {
    const page = await phone();
    await page.goto('/app');
    await withWorker(page);
    await page.reload();
    await goOffline(page, true);
    expect(
      await page.evaluate(() =>
        fetch('/api/oceans').then(
          () => 'answered',
          () => 'failed',
        ),
      ),
    ).toBe('failed');
  });

  test('the open page says so, above the dock, and says when it is back', async () => {
    const page = await phone();
    await page.goto('/app');
    await alive(page);
    expect(await note(page).getAttribute('role')).toBe('status');
    await goOffline(page, true);
    await note(page).filter({ hasText: OFFLINE }).waitFor();
    const [said, dock] = await Promise.all([note(page).boundingBox(), page.locator('.dock').boundingBox()]);
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
    expect(await findAxeProblems(page)).toEqual([]);
    await goOffline(page, false);
    await note(page).filter({ hasText: 'You are online again.' }).waitFor();
    await expect.poll(() => note(page).textContent(), { timeout: 8_000 }).toBe('');
  });

  test('an open droplet says so too, and the page beneath when it is closed', async () => {
    const page = await phone();
    await page.goto('/waves/1');
    await alive(page);
    await page.locator('a[data-droplet]').first().click();
    await page.getByRole('dialog').waitFor();
    await goOffline(page, true);
    await page.locator('dialog .connection-note').filter({ hasText: OFFLINE }).waitFor();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.locator('body > .connection-note').filter({ hasText: OFFLINE }).waitFor();
  });

  test('a page whose code cannot be fetched says so, asks only once, and opens when asked again', async () => {
    const page = await phone();
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
    await page.waitForTimeout(500);
    const scripts = page.requested.filter((url) => /about-page.*\.js$/.test(url));
    expect(scripts.length).toBeLessThanOrEqual(2);
    expect(await findAxeProblems(page)).toEqual([]);
    await goOffline(page, false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: /About/ }).waitFor();
  });

  test('forms keep what was typed, say what happened, and work when it is back', async () => {
    const page = await phone();
    await page.goto('/forgot-password');
    await alive(page);
    const field = page.getByRole('textbox', { name: /email/i });
    await field.fill('kept@example.org');
    await goOffline(page, true);
    await page.locator('main form button[type="submit"]').click();
    await page.locator('.toast').filter({ hasText: NETWORK_ERROR }).waitFor();
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
    await goOffline(page, true);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.locator('.toast').filter({ hasText: 'Registration failed' }).waitFor();
    for (const [label, value] of Object.entries(typed))
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    await goOffline(page, false);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.locator('.toast').filter({ hasText: 'Account created!' }).waitFor();
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
      title: 'The mail could not be sent',
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
  ])('“$press” on $path says what happened and keeps every field', async (form) => {
    const page = form.path === '/auth' ? await phone() : await administrator(form.path);
    if (form.path === '/auth') await page.goto(form.path).then(() => alive(page));
    if (form.open) await page.getByRole('button', { name: form.open }).click();
    const fields = Object.entries(form.typed);
    for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
    await goOffline(page, true);
    await page.getByRole('button', { name: form.press, exact: true }).click();
    const toast = page.locator('.toast').filter({ hasText: form.title });
    await toast.getByText(form.description, { exact: true }).waitFor();
    for (const [label, value] of fields)
      expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe(value);
  });
});

describe('the viewer', () => {
  test('fills the screen, and its controls keep clear of notch and bar', async () => {
    const page = await phone();
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

  test('what moves up and down, and what is drawn larger, does not step', async () => {
    const page = await phone();
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
  const visitor = await phone();
  for (const path of ['/auth', '/auth?tab=register', '/forgot-password', '/explore']) {
    await visitor.goto(path);
    expect(await visitor.locator('main input').count(), path).toBeGreaterThan(0);
    expect(await small(visitor), path).toEqual([]);
  }
  // Of all that opens at a press, too.
  const editor = await administrator('/account');
  for (const name of ['Change password', 'Add an email', 'Delete account'])
    await editor.getByRole('button', { name }).click();
  expect(await editor.locator('input:visible').count()).toBeGreaterThan(5);
  expect(await small(editor), '/account').toEqual([]);
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

describe('on a slow connection that loses requests', () => {
  /** 400 kbit/s with 400 ms each way there and back: a phone at the edge of its network. */
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

  test('content can be read and followed before any script has come', async () => {
    const page = await phone();
    await slow(page);
    await page.route('**/*.js', () => {});
    await page.goto('/app', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: 'Knowledge Oceans' }).waitFor();
    await page.getByRole('link', { name: 'Focus' }).first().click();
    await page.waitForURL('**/oceans/*', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  });

  test('a viewer that is closed before any script has come stays closed', async () => {
    const page = await phone();
    const { promise: held, resolve: letCome } = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/waves/1?droplet=3', { waitUntil: 'commit' });
    const viewer = page.locator('dialog.viewer');
    await viewer.getByRole('button', { name: 'Close' }).click();
    await viewer.waitFor({ state: 'hidden' });
    letCome();
    await page.waitForURL('**/waves/1');
    await alive(page);
    await viewer.waitFor({ state: 'detached' });
  });

  test('a form that is pressed before any script has come sends nothing, and keeps what was typed', async () => {
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
      ['/forgot-password', 'Send me a link', { Email: 'early@example.org' }],
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

  test('a move shows that it is on its way, and arrives', async () => {
    const page = await phone();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto('/about');
    await alive(page);
    await slow(page);
    await page.locator('.dock').getByRole('link', { name: 'Explore' }).click();
    await page.locator('main .spin, main .skel').first().waitFor();
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    await page.locator('main a[data-droplet], main .card').first().waitFor();
  });

  test('a page whose answer is lost once comes all the same', async () => {
    const way = await lossyWay('/explore');
    try {
      const page = await site.newPage({ ...PHONE, baseURL: way.url });
      await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: way.url }]);
      await page.goto('/app');
      await withWorker(page);
      await slow(page);
      way.loseNext();
      await page.goto('/explore');
      await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
      expect(way.lost()).toBe(1);
    } finally {
      await way.close();
    }
  });

  test('a sign-up that is lost once keeps its address and goes at the second press', async () => {
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

/** A way to the site that loses an answer when it is told to; each request takes a connection of its own. */
async function lossyWay(path: string) {
  let losing = false;
  let lost = 0;
  const server = createServer((asked, answer) => {
    if (losing && asked.url === path) {
      losing = false;
      lost += 1;
      asked.socket.destroy();
      return;
    }
    const { method, headers } = asked;
    const passed = request(site.url + asked.url, { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, { ...came.headers, connection: 'close' });
      came.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNext: () => {
      losing = true;
    },
    lost: () => lost,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
