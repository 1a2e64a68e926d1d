import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { alive, idle } from '../support/open-site.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* From the form to a first lesson, and back to a lesson that was left. */

const site = setUpSite();

/** Fills in the form, which accepts presses once its scripts run. */
async function fillIn(page: Page, email: string): Promise<void> {
  await alive(page);
  await page.getByRole('textbox', { name: /email/i }).fill(email);
}
/** Waits for a sign-in mail to the address and returns the newest one’s link. */
const linkTo = async (email: string) => /https?:\/\/\S+/.exec((await site.mailTo(email)).text)?.[0] ?? '';
const submit = (page: Page) => page.getByRole('button', { name: 'Begin' });
const start = (page: Page) => page.getByRole('link', { name: 'Begin with one minute' });
const isPlaying = (page: Page) =>
  expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2);

test.each(['/', '/explore'])('from the form at %s, two taps lead to a playing free droplet', async (path) => {
  const page = await site.newPage(PHONE);
  await page.goto(path);
  await fillIn(page, `taps-${path.length}@example.org`);
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  await tap(submit(page));
  await page.getByRole('heading', { level: 1, name: 'You can start now' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Check Your Email' }).waitFor();
  await tap(start(page));
  await isPlaying(page);
  expect(taps).toBe(2);
  const id = new URL(page.url()).searchParams.get('droplet');
  const droplet = await (await page.request.get(`/api/droplets/${id}`)).json();
  expect(droplet).toMatchObject({ locked: false, mediaType: 'video', duration: 1 });
  expect(page.problems).toEqual([]);

  // Closing it leads to its wave. A reload plays nothing.
  await page.reload();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: /^Play / }).waitFor();
  await viewer.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(/\/waves\/\d+$/);
});

test('the first lesson also plays on a slow connection, where its page loads after the tap', async () => {
  const page = await site.newPage(PHONE);
  await page.goto('/');
  await fillIn(page, 'slow@example.org');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/waves\//, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/api\/waves\//);
  await submit(page).tap();
  await start(page).tap();
  await asked;
  release();
  await isPlaying(page);
});

test('without a free film of a minute there is no card for a first lesson', async () => {
  const page = await site.newPage();
  await page.route('**/api/first-lesson', (route) => route.fulfill({ json: null }));
  await page.goto('/');
  await fillIn(page, 'bare@example.org');
  await submit(page).click();
  const onward = page.getByRole('link', { name: 'Go to your oceans' });
  await onward.waitFor();
  await idle(page);
  expect(page.requested.some((url) => url.endsWith('/api/first-lesson'))).toBe(true);
  expect(await start(page).count()).toBe(0);
  await onward.click();
  await page.getByRole('heading', { level: 1, name: 'Knowledge Oceans' }).waitFor();
});

test('a visitor who requested an item continues to it after the form', async () => {
  const page = await site.newPage();
  await page.goto('/waves/1');
  await fillIn(page, 'item@example.org');
  await submit(page).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'One Thing at a Time' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/waves/1');
});

test('a returning learner continues at the lesson where they stopped', async () => {
  const page = await site.newPage();
  await page.goto('/');
  await fillIn(page, 'return@example.org');
  await submit(page).click();
  await page.getByRole('heading', { level: 1, name: 'You can start now' }).waitFor();
  await page.goto('/waves/1?droplet=3');
  await page.getByRole('dialog').getByText('3 of 8').filter({ visible: true }).first().waitFor();
  await page.waitForFunction(() => localStorage.getItem('stillwater.last-place') !== null);

  // Cookie and address are deleted, but not the browser's progress in the lesson.
  await page.evaluate(() => localStorage.removeItem('stillwater.email'));
  await page.context().clearCookies();
  // They have requested a page before, and never opened the mail.
  await page.goto('/oceans/1');
  await fillIn(page, 'return@example.org');
  await submit(page).click();
  await page.getByText('to continue to the page you asked for.').waitFor();
  const first = await linkTo('return@example.org');
  await page.goto('/');
  await fillIn(page, 'return@example.org');
  await submit(page).click();
  await page.getByText('to continue where you stopped: Finish the Sentence, 3 of 8.').waitFor();

  await expect.poll(() => linkTo('return@example.org')).not.toBe(first);
  await page.goto(await linkTo('return@example.org'));
  await alive(page);
  await page.getByRole('button', { name: /Continue/ }).click();
  await page.waitForURL((url) => url.pathname === '/waves/1' && url.search === '?droplet=3');
});

test('the code that a page asks for opens that page, and later sign-ins do not return there', async () => {
  const email = 'code@example.org';
  await (await site.newPage()).request.post('/api/email-signup', {
    data: { email },
    headers: { origin: site.url },
  });
  const page = await site.newPage();
  await page.goto('/oceans/1');
  await fillIn(page, email);
  await submit(page).click();
  await page.getByText('to continue to the page you asked for.').waitFor();
  const [code = ''] = /\d{3} \d{3}/.exec((await site.mailTo(email)).text) ?? [];
  await page.getByRole('textbox', { name: /6-digit code/ }).fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('stillwater.return-to'))).toBeNull();
});

test('the link can be sent again after a minute at the earliest', async () => {
  await (await site.newPage()).request.post('/api/email-signup', {
    data: { email: 'again@example.org' },
    headers: { origin: site.url },
  });
  const page = await site.newPage();
  await page.clock.install();
  await page.goto('/');
  await fillIn(page, 'again@example.org');
  await submit(page).click();
  const again = page.getByRole('button', { name: 'Send again' });
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  await page.clock.fastForward('01:00');
  await expect.poll(() => again.getAttribute('aria-disabled')).toBeNull();
  await again.click();
  await page.getByText('We sent the link again.').waitFor({ state: 'attached' });
  expect(await again.getAttribute('aria-disabled')).toBe('true');
});
