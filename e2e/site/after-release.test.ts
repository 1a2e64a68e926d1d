import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { alive, idle, type WatchedPage } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Tabs whose code a release of the site has removed. */

const site = setUpSite();

interface OldTab {
  page: WatchedPage;
  /** Number of loads since the release. */
  loads(): number;
}

/** Code that a page loads at the first action. */
const LATER = /\/assets\/(droplet-viewer|late-parts)-/;

/** Opens a page. Until its next load, the server has neither later code nor the code that runs in it. */
async function openBeforeRelease(path: string, isEntered = true): Promise<OldTab> {
  // A worker would send the page's request instead.
  const options = { serviceWorkers: 'block' } as const;
  const page = isEntered ? await entered(site, options) : await site.newPage(options);
  let loads = -1;
  let lost = LATER;
  await page.route('**/*', (route, request) => {
    if (request.isNavigationRequest()) loads += 1;
    return loads === 0 && lost.test(request.url()) ? route.fulfill({ status: 404 }) : route.fallback();
  });
  await page.goto(path);
  await idle(page);
  lost = /\/assets\//;
  return { page, loads: () => loads };
}

test('a page whose code a release has removed is loaded afresh', async () => {
  const { page, loads } = await openBeforeRelease('/contact');
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { level: 1, name: /About/ }).waitFor();
  expect(loads()).toBe(1);
});

test('a lesson whose code a release has removed opens in the page loaded afresh', async () => {
  const { page, loads } = await openBeforeRelease('/waves/1');
  await page.locator('a[data-droplet]').first().click();
  const viewer = page.locator('dialog[data-part=viewer]:modal');
  await viewer.getByRole('button', { name: /^Next droplet/ }).waitFor();
  expect(loads()).toBe(1);
});

test('a button that opens a dialog without code loads the page afresh', async () => {
  const { page, loads } = await openBeforeRelease('/contact');
  await page.getByRole('button', { name: 'Comfort' }).click();
  await expect.poll(() => loads()).toBe(1);
  await alive(page);
  await page.getByRole('button', { name: 'Comfort' }).click();
  await page.getByRole('dialog', { name: 'Comfort' }).waitFor();
});

test('a dialog whose code stays lost shows its failure, and does not reload the page again', async () => {
  const { page, loads } = await openBeforeRelease('/oceans/2');
  // As in a release whose nodes differ.
  await page.route('**/*', (route, request) =>
    /\/assets\/subscribing-/.test(request.url()) || request.method() === 'HEAD'
      ? route.fulfill({ status: 404 })
      : route.fallback(),
  );
  const subscribe = page.getByRole('button', { name: 'Subscribe Now' });
  await subscribe.click();
  await expect.poll(() => loads()).toBe(1);
  await alive(page);
  await subscribe.click();
  await page.locator('[data-part=toast]').getByText('The subscribe dialog could not be opened').waitFor();
  expect(loads()).toBe(1);
});

test('typed text stays when code that a release has removed is needed', async () => {
  const { page, loads } = await openBeforeRelease('/', false);
  const email = page.getByRole('textbox', { name: /email/i });
  const checked = () => page.waitForResponse((response) => response.request().method() === 'HEAD');
  const comfort = page.getByRole('button', { name: 'Comfort' });
  await email.fill('marit@example.org');
  for (let press = 0; press < 2; press += 1) await Promise.all([checked(), comfort.click()]);
  expect(await email.inputValue()).toBe('marit@example.org');
  expect(loads()).toBe(0);
  await email.fill('');
  await comfort.click();
  await expect.poll(() => loads()).toBe(1);
});
