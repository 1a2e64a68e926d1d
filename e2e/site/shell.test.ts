import { expect, test } from 'vitest';
import { markEntered } from '../support/entered.ts';
import { alive, idle, type WatchedPage } from '../support/open-site.ts';
import { SKELETON } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';

const site = setUpSite();

async function entered(options = {}): Promise<WatchedPage> {
  const page = await site.newPage(options);
  await markEntered(page, site.url);
  return page;
}

test('the header links to / before entering and to /app afterwards', async () => {
  const fresh = await site.newPage();
  await fresh.goto('/about');
  const main = (page: WatchedPage) => page.getByRole('navigation', { name: 'Main', exact: true });
  expect(await fresh.getByRole('banner').getByRole('link', { name: 'Stillwater' }).getAttribute('href')).toBe(
    '/',
  );
  expect(await main(fresh).getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  expect(await fresh.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/auth');
  const page = await entered();
  await page.goto('/about');
  expect(await page.getByRole('banner').getByRole('link', { name: 'Stillwater' }).getAttribute('href')).toBe(
    '/app',
  );
  expect(await main(page).getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/app');
  for (const [name, href] of [
    ['Explore', '/explore'],
    ['Favorites', '/favorites'],
  ] as const)
    expect(await main(page).getByRole('link', { name }).getAttribute('href')).toBe(href);
});

test('a link to the open page leads to its top and adds no history entry', async () => {
  const page = await entered();
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/about');
  await alive(page);
  const explore = page
    .getByRole('navigation', { name: 'Main, bottom' })
    .getByRole('link', { name: 'Explore' });
  const before = await page.evaluate(() => history.length);
  await explore.click();
  await page.waitForURL('**/explore');
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => scrollY > 0);
  await explore.click();
  await page.waitForFunction(() => scrollY === 0);
  await explore.click();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await page.waitForURL('**/about');
});

test('the footer has the tagline, three links and the year', async () => {
  const page = await site.newPage();
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await footer.getByText('Calm, structured learning for your mind.').waitFor();
  await footer.getByText(`© ${new Date().getUTCFullYear()} Stillwater`).waitFor();
  for (const [name, href] of [
    ['Contact', '/contact'],
    ['About', '/about'],
    ['Terms & Privacy', '/terms-privacy'],
  ] as const)
    expect(await footer.getByRole('link', { name }).getAttribute('href')).toBe(href);
});

test('the static pages have their content', async () => {
  const page = await site.newPage();
  await page.goto('/contact');
  expect(await page.getByRole('main').getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(
    /^mailto:/,
  );
  await page.getByText(/reply soon/).waitFor();
  await page.goto('/about');
  for (const name of ['Mission', 'The Ocean-Wave-Droplet method', 'The founder'])
    await page.getByRole('heading', { name }).waitFor();
  for (const value of ['Presence', 'Play', 'Growth']) await page.getByText(value, { exact: true }).waitFor();
  await page.goto('/terms-privacy');
  const today = new Date().toISOString().slice(0, 10);
  await page.locator(`time[datetime^="${today}"]`).waitFor();
  for (const name of ['Terms of service', 'Privacy policy'])
    await page.getByRole('heading', { name }).waitFor();
});

test('every page has its own title, description and preview', async () => {
  const page = await entered();
  const seen = new Set<string>();
  for (const [path, title] of [
    ['/', 'Stillwater — A calming approach to mindful learning'],
    ['/app', 'Knowledge Oceans — Stillwater'],
    ['/oceans/1', 'Focus — Stillwater'],
    ['/waves/1', 'One Thing at a Time — Stillwater'],
    ['/droplets/3', 'Finish the Sentence — Stillwater'],
    ['/about', 'About — Stillwater'],
    ['/nothing', 'Page not found — Stillwater'],
  ] as const) {
    await page.goto(path);
    expect(await page.title()).toBe(title);
    const meta = (selector: string) => page.locator(selector).getAttribute('content');
    seen.add((await meta('meta[name="description"]')) ?? '');
    expect(await meta('meta[property="og:image"]')).toMatch(/^http/);
  }
  expect(seen.size).toBeGreaterThanOrEqual(6);
  for (const file of ['/favicon.svg', '/social-preview.png', '/apple-touch-icon.png'])
    expect((await page.request.get(file)).status(), file).toBe(200);
});

test('citations change by arrows, dots and keys, wrap both ways, and never by themselves', async () => {
  const page = await site.newPage();
  await page.clock.install();
  await page.goto('/');
  await alive(page);
  const carousel = page.getByRole('region', { name: 'What the research says' });
  const shown = () => carousel.getByRole('heading').innerText();
  await alive(page);
  await page.clock.runFor('01:00');
  expect(await shown()).toContain('improved focus');
  expect(
    await carousel.locator('[aria-roledescription=slide]:not([inert]) > [aria-hidden=true]').innerText(),
  ).toMatch(/63\s*%/);
  await carousel.getByRole('button', { name: 'Previous citation' }).click();
  await expect.poll(shown).toContain('lower stress');
  expect(
    await carousel
      .locator('[aria-roledescription=slide]:not([inert])')
      .evaluate((slide) => getComputedStyle(slide).transitionDuration),
  ).toMatch(/^0\.5s/);
  await carousel.getByRole('button', { name: 'Next citation' }).click();
  await expect.poll(shown).toContain('improved focus');
  await carousel.getByRole('button', { name: /Citation 2 of 3/ }).click();
  await expect.poll(shown).toContain('less mind-wandering');
  await page.keyboard.press('ArrowRight');
  await expect.poll(shown).toContain('lower stress');
  await page.keyboard.press('ArrowRight');
  await expect.poll(shown).toContain('improved focus');
  await page.clock.runFor('01:00');
  expect(await shown()).toContain('improved focus');

  const still = await site.newPage({ reducedMotion: 'reduce' });
  await still.goto('/');
  await alive(still);
  await still.getByRole('button', { name: 'Next citation' }).click();
  await expect
    .poll(() => still.locator('[aria-roledescription=slide]:not([inert]) > [aria-hidden=true]').innerText())
    .toContain('48');
  expect(
    await still
      .locator('[aria-roledescription=slide]:not([inert])')
      .evaluate((slide) => getComputedStyle(slide).transitionDuration),
  ).toMatch(/^0\.001s(, 0\.001s)*$/);
});

test('the home variant shows four placeholders while oceans load, and an error state', async () => {
  const page = await entered();
  await page.goto('/about');
  await alive(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/oceans', async (route) => {
    await held;
    await route.fulfill({ status: 500, body: '{}' });
  });
  await page.evaluate(() => {
    history.pushState(null, '', '/');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('heading', { level: 1, name: 'Welcome to Stillwater' }).waitFor();
  await page.getByText('Waves are 20-minute deep dives. Droplets are 1-minute micro-lessons.').waitFor();
  await expect.poll(() => page.locator(SKELETON).count()).toBe(4);
  release();
  await page.getByText('Error loading oceans. Please try again later.').waitFor();
});

test('the site can be used by keyboard alone', async () => {
  const page = await entered();
  await page.goto('/app');
  await idle(page);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  const focusUntil = async (name: string) => {
    for (let n = 0; n < 40; n += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
    }
    throw new Error(`${name} was not reached by Tab`);
  };
  await focusUntil('Focus');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  await focusUntil('One Thing at a Time');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'One Thing at a Time' }).waitFor();
  await focusUntil('The Clear Table');
  await page.keyboard.press('Enter');
  await page.locator('dialog:modal').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('dialog:modal').count()).toBe(0);
});

test.each(['light', 'dark'] as const)(
  'a notification over the viewer has enough contrast, %s',
  async (colorScheme) => {
    const page = await entered({ colorScheme });
    await page.goto('/waves/1?droplet=3');
    await page.locator('dialog:modal').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Save|Add)/ })
      .first()
      .click();
    const toast = page.locator('[data-part=toast]');
    await toast.getByText('Authentication Required').waitFor();
    const lightness = await toast.evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      const light = (color: string) => {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
        return (red + green + blue) / 765;
      };
      const title = element.querySelector('b') as HTMLElement;
      return [light(getComputedStyle(title).color), light(getComputedStyle(element).backgroundColor)];
    });
    expect(Math.abs((lightness[0] ?? 0) - (lightness[1] ?? 0))).toBeGreaterThan(0.5);
  },
);
