import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alive, type OpenSite, openSite, type WatchedPage } from './open-site.ts';
import { newMember } from './subscribers.ts';

/* What the specification says of single screens and no other journey comes by. See docs/specification.md. */

const ADMIN = { username: 'admin', password: 'Keeper-of-tides-9' };

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ ADMIN_PASSWORD: ADMIN.password });
});
afterAll(() => site.close());

interface Listed {
  id: number;
  waveId: number;
  title: string;
  description: string;
  duration: number;
  isSample: boolean;
  accessType: string;
  mediaType: string;
  mediaUrl: string | null;
  additionalResources: { title: string }[];
}

async function entered(path: string): Promise<WatchedPage> {
  const page = await site.newPage({ viewport: { width: 1440, height: 900 } });
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  await page.goto(path);
  return page;
}

const list = async (path: string) => (await (await fetch(site.url + path)).json()) as Listed[];

async function allWaves(): Promise<Listed[]> {
  const oceans = await list('/api/oceans');
  return (await Promise.all(oceans.map(({ id }) => list(`/api/oceans/${id}/waves`)))).flat();
}

describe('the landing page', () => {
  test('has a form with one required email field, three blurbs and a credit at its foot', async () => {
    const page = await site.newPage();
    await page.goto('/');
    const fields = page.locator('main form input');
    expect(await fields.count()).toBe(1);
    expect(await fields.getAttribute('type')).toBe('email');
    expect(await fields.getAttribute('required')).not.toBeNull();
    const blurbs = page.getByRole('region', { name: 'How it works' });
    expect(await blurbs.getByRole('heading').count()).toBe(3);
    await blurbs.getByText('1-minute micro-lessons').waitFor();
    await blurbs.getByText('20-minute deep dives').waitFor();
    await page
      .getByRole('contentinfo')
      .getByText(/Made with care/)
      .waitFor();
  });

  test('gives the form back from its confirmation', async () => {
    const page = await site.newPage();
    await page.goto('/');
    await page.getByRole('textbox', { name: /email/i }).fill('back@example.org');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    expect(await page.getByRole('textbox', { name: /email/i }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to form' }).click();
    expect(await page.getByRole('textbox', { name: /email/i }).inputValue()).toBe('back@example.org');
  });
});

test('dates are told in the reader’s own words, where the reader is', async () => {
  // Where it is tomorrow already for half of each day.
  const place = { locale: 'de-DE', timezoneId: 'Pacific/Kiritimati' };
  const page = await site.newPage(place);
  await page.goto('/terms-privacy');
  const date = page.locator('main time').first();
  const today = new Intl.DateTimeFormat(place.locale, { dateStyle: 'long', timeZone: place.timezoneId });
  await expect.poll(() => date.innerText()).toBe(today.format(new Date()));
  expect(await date.getAttribute('lang')).toBe(place.locale);
  expect(page.problems).toEqual([]);
});

describe('the user menu', () => {
  const open = async (page: Page, name: string) => {
    await alive(page);
    await page.getByRole('button', { name: `Account: ${name}` }).click();
    return page.locator('.user-menu');
  };

  test('shows who is signed in, the ways on, and how the logout goes', async () => {
    const page = await site.newPage({ viewport: { width: 1440, height: 900 } });
    await page.request.post('/api/login', { data: ADMIN, headers: { origin: site.url } });
    await page.goto('/about');
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Dashboard' })
      .waitFor();
    const menu = await open(page, 'admin');
    expect(await page.locator('button.avatar > *').getAttribute('data-initials')).toBe('A');
    expect(await menu.locator('.who').innerText()).toMatch(/^admin\s+No email provided$/);
    for (const [name, href] of [
      ['Explore', '/explore'],
      ['Favorites', '/favorites'],
      ['Admin Dashboard', '/admin'],
    ] as const)
      expect(await menu.getByRole('link', { name }).getAttribute('href')).toBe(href);

    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/logout', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await menu.getByRole('button', { name: 'Log out' }).click();
    await menu.getByRole('button', { name: 'Logging out...' }).waitFor();
    answer();
    await page.locator('.toast.bad').getByText('Logout failed').waitFor();
    await page.unroute('**/api/logout');
    await menu.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${site.url}/`);
  });

  test('leads to the Admin Dashboard for an administrator alone', async () => {
    const page = await newMember(site, 'no-keeper', { viewport: { width: 1440, height: 900 } });
    await page.goto('/about');
    const menu = await open(page, 'no-keeper');
    await menu.getByText('no-keeper@example.org').waitFor();
    expect(await menu.getByText('Admin Dashboard').count()).toBe(0);
  });
});

test('/auth has its tabs and form on the left and four blurbs on the right', async () => {
  const page = await entered('/auth');
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Login', 'Register']);
  const panel = page.getByRole('complementary');
  expect(await panel.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Focused Learning',
    'Track Progress',
    'Save Favorites',
    'Personalized Path',
  ]);
  const left = (await page.locator('.auth-card').boundingBox())?.x ?? 0;
  expect((await panel.boundingBox())?.x ?? 0).toBeGreaterThan(left);
});

describe('cards', () => {
  test('of oceans say Premium, the title, the waves and the time they take', async () => {
    const page = await entered('/app');
    const oceans = await list('/api/oceans');
    const card = (ocean: Listed | undefined) =>
      page
        .locator('main li.card')
        .filter({ has: page.getByRole('link', { name: ocean?.title, exact: true }) });
    const premium = card(oceans.find(({ accessType }) => accessType === 'premium'));
    const free = card(oceans.find(({ accessType }) => accessType === 'free'));
    await premium.scrollIntoViewIfNeeded();
    expect(await premium.locator('.badge').allInnerTexts()).toEqual(['Premium']);
    await free.scrollIntoViewIfNeeded();
    expect(await free.locator('.badge').count()).toBe(0);
    expect(await free.locator('.meta').innerText()).toMatch(/^\d+ waves? · (\d+ min|\d+ hours?( \d+ min)?)$/);
    expect(await free.locator('.art img').count()).toBe(1);
  });

  test('of droplets say how long they take, and Premium unless they are samples', async () => {
    const all = await list('/api/explore/droplets');
    const expected = (droplet: Listed) =>
      droplet.isSample ? ['Free Sample'] : droplet.accessType === 'premium' ? ['Premium'] : [];
    const wanted = [
      all.find(({ isSample }) => isSample),
      all.find(({ isSample, accessType }) => !isSample && accessType === 'premium'),
      all.find(({ isSample, accessType }) => !isSample && accessType === 'free'),
    ];
    for (const droplet of wanted) {
      if (!droplet) throw new Error('The demo catalogue has no such droplet');
      const page = await entered(`/waves/${droplet.waveId}`);
      const card = page.locator('main li.card.drop').filter({ hasText: droplet.title });
      expect(await card.locator('.badge').allInnerTexts()).toEqual(expected(droplet));
      expect(await card.locator('.meta').innerText()).toBe(`${droplet.duration} min`);
    }
  });

  test('of Explore are portraits in two to five columns, under its 1-minute episodes', async () => {
    const page = await entered('/explore');
    await page.getByText(/^1-minute episodes/).waitFor();
    const seen: number[] = [];
    for (const width of [390, 768, 1000, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const grid = page.locator('main ul.grid-5').first();
      seen.push(
        await grid.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length),
      );
      const ratio = await grid
        .locator('.art.droplet')
        .first()
        .evaluate((art) => art.clientWidth / art.clientHeight);
      expect(ratio).toBeCloseTo(9 / 16, 1);
    }
    expect(seen).toEqual([2, 3, 4, 5]);
  });
});

describe('an item’s page', () => {
  test('of an ocean says Premium of what is premium, and nothing of what is free', async () => {
    const oceans = await list('/api/oceans');
    for (const [access, badges] of [
      ['premium', ['Premium']],
      ['free', []],
    ] as const) {
      const page = await entered(`/oceans/${oceans.find(({ accessType }) => accessType === access)?.id}`);
      expect(await page.locator('.scene-title .badge').allInnerTexts(), access).toEqual(badges);
    }
  });

  test('of a wave leads Back to Oceans while its ocean is not known', async () => {
    const page = await entered('/about');
    await page.route(/\/api\/oceans\/\d+$/, (route) => route.abort());
    await page.evaluate(() => {
      history.pushState(null, '', '/waves/1');
    });
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    const back = crumbs.getByRole('link', { name: 'Back to Oceans', exact: true });
    await back.waitFor();
    expect(await back.getAttribute('href')).toBe('/app');
  });

  test('shows a spinner until it is here', async () => {
    const page = await entered('/about');
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/oceans/1', async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate(() => {
      history.pushState(null, '', '/oceans/1');
    });
    await page.locator('main .page-spinner').getByRole('status').waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Focus' }).count()).toBe(0);
    answer();
    await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  });

  test('counts its additional resources on a button, which opens their list', async () => {
    const wave = (await allWaves()).find(({ additionalResources }) => additionalResources.length > 0);
    if (!wave) throw new Error('The demo catalogue has no wave with resources');
    const page = await entered(`/waves/${wave.id}`);
    const titles = wave.additionalResources.map(({ title }) => title);
    const resources = page.getByRole('list', { name: 'Additional Resources' });
    expect(await resources.isVisible()).toBe(false);
    await page.getByRole('button', { name: `Additional Resources (${titles.length})` }).click();
    expect(await resources.getByRole('listitem').locator('b').allInnerTexts()).toEqual(titles);
  });

  test('says Free Sample of a sample and Premium of what is premium', async () => {
    const waves = await allWaves();
    const label = async (wave: Listed | undefined) => {
      const page = await entered(`/waves/${wave?.id}`);
      return page.locator('.scene-title .badge').allInnerTexts();
    };
    expect(await label(waves.find(({ isSample }) => isSample))).toEqual(['Free Sample']);
    expect(
      await label(waves.find(({ accessType, isSample }) => accessType === 'premium' && !isSample)),
    ).toEqual(['Premium']);
    expect(await label(waves.find(({ accessType, isSample }) => accessType === 'free' && !isSample))).toEqual(
      [],
    );
  });

  test('plays what is no video site’s in the browser’s own player', async () => {
    const wave = (await allWaves()).find(
      ({ mediaType, mediaUrl }) => mediaType === 'video' && mediaUrl?.startsWith('/media/'),
    );
    const page = await entered(`/waves/${wave?.id}`);
    await page
      .locator('.scene')
      .getByRole('button', { name: /^Play / })
      .click();
    await page.locator('.scene video').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('the viewer', () => {
  test('says that a droplet could not be loaded, and closes', async () => {
    const page = await entered('/waves/1?droplet=999999');
    const viewer = page.getByRole('dialog');
    await page.locator('dialog:modal').waitFor();
    await viewer.getByText('Error loading droplet content').waitFor();
    await viewer.getByRole('button', { name: 'Close' }).click();
    await viewer.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${site.url}/waves/1`);
  });

  test('keeps the droplet for 300 ms after closing', async () => {
    const page = await entered('/waves/1?droplet=3');
    await page.locator('dialog:modal').waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).filter({ visible: true }).click();
    await expect.poll(() => page.locator('dialog:modal').count()).toBe(0);
    await page.clock.runFor(200);
    expect(await page.locator('dialog.viewer').count()).toBe(1);
    await page.clock.runFor(100);
    await expect.poll(() => page.locator('dialog.viewer').count()).toBe(0);
  });
});

describe('a notification', () => {
  const toast = (page: Page) => page.locator('.toast[data-state="open"]');
  /** A signed-out reader's heart. */
  const ask = (page: Page) =>
    page
      .getByRole('button', { name: /^Add .* to favorites$/ })
      .first()
      .click();

  test('is shown for 5000 ms', async () => {
    const page = await entered('/app');
    await alive(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await ask(page);
    await toast(page).waitFor();
    // The pointer that rests on it would hold it.
    await page.mouse.move(5, 5);
    await page.clock.runFor(4_900);
    expect(await toast(page).count()).toBe(1);
    await page.clock.runFor(200);
    await expect.poll(() => toast(page).count()).toBe(0);
  });

  test('goes with a swipe to the right of 50 px, and F8 leads to its region', async () => {
    const page = await entered('/app');
    await alive(page);
    await ask(page);
    await toast(page).waitFor();
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.classList.contains('toast-at'))).toBe(true);
    const swipe = async (by: number) => {
      const box = await toast(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (const part of [0.25, 0.5, 1]) await page.mouse.move(x + by * part, y);
      await page.mouse.up();
    };
    await swipe(48);
    await page.waitForTimeout(300);
    expect(await toast(page).count()).toBe(1);
    await swipe(52);
    await expect.poll(() => toast(page).count()).toBe(0);
  });
});
