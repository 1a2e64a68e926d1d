import { expect, test } from 'vitest';
import { alive, idle, savesData } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';

const site = setUpSite();

test('a new visitor goes from an email address to a playing droplet', async () => {
  const page = await site.newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Begin Your Learning Journey' }).waitFor();
  await alive(page);
  await page.getByRole('textbox', { name: /email/i }).fill('maren@example.org');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('stillwater.email'))).toBe('maren@example.org');
  await page.getByRole('link', { name: 'Look around first' }).click();

  await page.getByRole('heading', { level: 1, name: 'Knowledge Oceans' }).waitFor();
  await page.getByRole('link', { name: 'Focus', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  await page.getByRole('link', { name: 'One Thing at a Time', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'One Thing at a Time' }).waitFor();
  await page.getByRole('link', { name: 'Finish the Sentence', exact: true }).click();

  const viewer = page.getByRole('dialog');
  await viewer.getByText('3 of 8').filter({ visible: true }).first().waitFor();
  expect(new URL(page.url()).searchParams.get('droplet')).toMatch(/^\d+$/);
  expect(
    await page.locator('video').evaluateAll((videos) => videos.every((v) => (v as HTMLVideoElement).paused)),
  ).toBe(true);
  await viewer.getByRole('button', { name: /^Play / }).click();
  await expect
    .poll(() => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0.5);
  expect(page.problems).toEqual([]);
  expect(page.requested.filter((url) => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([]);
});

test('a returning visitor gets a mail whose link signs another device in, once', async () => {
  const first = await site.newPage();
  const enter = async (page: typeof first) => {
    await page.goto('/');
    await alive(page);
    await page.getByRole('textbox', { name: /email/i }).fill('temi@example.org');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  };
  await enter(first);
  const second = await site.newPage();
  await enter(second);
  expect(await second.getByRole('main').innerText()).toContain('15 minutes');
  // Typing another person's address is not enough to enter.
  await second.goto('/app');
  await second.getByRole('textbox', { name: /email/i }).waitFor();

  const mail = await site.mailTo('temi@example.org');
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';
  const third = await site.newPage();
  await third.goto(link);
  await alive(third);
  await third.getByRole('button', { name: /Continue/ }).click();
  await third.getByRole('heading', { level: 1, name: 'Knowledge Oceans' }).waitFor();
  expect(third.url()).not.toContain('token');
  expect(await third.evaluate(() => localStorage.getItem('stillwater.email'))).toBe('temi@example.org');

  const fourth = await site.newPage();
  await fourth.goto(link);
  await alive(fourth);
  await fourth.getByRole('button', { name: /Continue/ }).click();
  await fourth.getByText(/expired or was already used/).waitFor();
});

test('content pages show the landing page before a visitor has entered, and content afterwards', async () => {
  const page = await site.newPage();
  for (const path of ['/app', '/explore', '/oceans/1', '/waves/2', '/droplets/9']) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toContain('Begin Your');
    expect(html, path).not.toContain('One Thing at a Time');
  }
  await page.goto('/waves/1');
  await alive(page);
  await page.getByRole('textbox', { name: /email/i }).fill('gate@example.org');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'One Thing at a Time' }).waitFor();
  const html = await (await page.request.get('/waves/1')).text();
  expect(html).toContain('One Thing at a Time');
  expect(html).not.toContain('Begin Your');
});

test('local storage is sufficient when the visitor’s cookie is lost', async () => {
  const page = await site.newPage();
  await page.goto('/about');
  await page.evaluate(() => localStorage.setItem('stillwater.email', 'kept@example.org'));
  await page.goto('/app');
  await page.getByRole('heading', { level: 1, name: 'Knowledge Oceans' }).waitFor();
});

test('the browser refuses an invalid address, and a network failure keeps the input', async () => {
  const page = await site.newPage();
  await page.goto('/');
  await alive(page);
  const field = page.getByRole('textbox', { name: /email/i });
  await field.fill('not an address');
  await page.getByRole('button', { name: 'Begin' }).click();
  expect(await field.evaluate((input) => (input as HTMLInputElement).validity.valid)).toBe(false);
  await page.route('**/api/email-signup', (route) => route.abort());
  await field.fill('lost@example.org');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Network error: Please check your connection and try again.' })
    .waitFor();
  expect(await field.inputValue()).toBe('lost@example.org');
  await page.unroute('**/api/email-signup');
  await page.route('**/api/email-signup', (route) =>
    route.fulfill({ status: 429, contentType: 'application/json', body: '{"message":"Too many just now"}' }),
  );
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('alert').filter({ hasText: 'Error: Too many just now' }).waitFor();
});

test('every page is complete HTML and hydrates without warnings or calls', async () => {
  const page = await site.newPage();
  await savesData(page);
  await page.goto('/about');
  await page.evaluate(() => localStorage.setItem('stillwater.email', 'quiet@example.org'));
  // The first page gets the entry bound to the address.
  const bound = page.waitForResponse('**/api/email-signup/entry');
  await page.reload();
  await bound;
  await page.waitForLoadState('networkidle');
  for (const path of [
    '/',
    '/app',
    '/oceans/1',
    '/waves/1',
    '/waves/1?droplet=3',
    '/droplets/3',
    '/about',
    '/contact',
    '/terms-privacy',
  ]) {
    page.requested.length = 0;
    await page.goto(path);
    const html = await (await page.request.get(path)).text();
    expect(html, path).toMatch(/<h1[ >]/);
    await idle(page);
    const calls = page.requested.filter((url) => url.includes('/api/'));
    expect(
      calls.filter((url) => !url.includes('/api/favorites')),
      path,
    ).toEqual([]);
  }
  expect(page.problems).toEqual([]);
});
