import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { screens } from '../screens/screens.ts';
import { openStudio, type Studio } from '../screens/studio.ts';
import { idle } from '../support/open-site.ts';

/* The content security policy on every screen of `npm run screens`, in every state: nothing of a page is
   blocked by it, and no HTML of the server has a style attribute, which it forbids. */

vi.setConfig({ maxConcurrency: 4 });

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(screens, { policy: true });
});
afterAll(() => studio.close());

const VIOLATIONS = 'violations';

/** Records in the session storage, across the page's documents, what the policy blocks. */
const recordViolations = (page: Page) =>
  page.addInitScript((key) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      const known: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
      const found = [effectiveDirective, blockedURI, sourceFile, sample].join(' ');
      sessionStorage.setItem(key, JSON.stringify([...known, found]));
    });
  }, VIOLATIONS);

const violationsIn = (page: Page): Promise<string[]> =>
  page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '[]'), VIOLATIONS);

const watched = new WeakSet<Page>();

test.concurrent.each(screens)('$name', async (screen) => {
  const withStyle: string[] = [];
  const before = async (page: Page) => {
    await screen.before?.(page);
    // A page is lent more than once; its init scripts stay.
    if (!watched.has(page)) await recordViolations(page);
    watched.add(page);
    page.on('response', async (response) => {
      if (!response.headers()['content-type']?.startsWith('text/html')) return;
      const html = await response.text().catch(() => '');
      if (/<[^>]*\sstyle=/.test(html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '')))
        withStyle.push(response.url());
    });
  };
  await studio.lend({ ...screen, before }, async (page) => {
    expect(await violationsIn(page)).toEqual([]);
    page.removeAllListeners('response');
  });
  expect(withStyle).toEqual([]);
});

/** The first screen of visitors. */
const landing = screens.find(({ name }) => name === 'landing');

test('the policy is on: scripts and styles of a foreign hand are blocked and recorded', async () => {
  if (!landing) throw new Error('There is no landing screen.');
  await studio.lend({ ...landing, before: recordViolations }, async (page) => {
    const runs = await page.evaluate(() => {
      const { body } = document;
      body.append(Object.assign(document.createElement('style'), { textContent: 'body { zoom: 2 }' }));
      body.setAttribute('style', 'zoom: 2');
      const refused: string[] = [];
      for (const attempt of [
        () => Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }),
        () => Object.assign(document.createElement('script'), { src: 'https://elsewhere.example/x.js' }),
        () => body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.ran = 1">'),
      ])
        try {
          attempt();
        } catch (error) {
          refused.push(/Trusted\w+/.exec(String(error))?.[0] ?? String(error));
        }
      return { refused, ran: 'ran' in window, zoom: getComputedStyle(body).zoom };
    });
    expect(runs).toEqual({
      refused: ['TrustedScript', 'TrustedScriptURL', 'TrustedHTML'],
      ran: false,
      zoom: '1',
    });
    expect((await violationsIn(page)).map((violation) => violation.split(' ')[0])).toEqual(
      expect.arrayContaining(['style-src-elem', 'style-src-attr', 'require-trusted-types-for']),
    );
  });
});

test('a page whose HTML an extension has changed before hydration comes alive', async () => {
  if (!landing) throw new Error('There is no landing screen.');
  const before = async (page: Page) => {
    await recordViolations(page);
    await page.route(/\/$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<h1\b[^>]*>/, '$&Foreign ');
      await route.fulfill({ response, body });
    });
  };
  await studio.lend({ ...landing, before }, async (page) => {
    await idle(page);
    expect(await page.getByText('Foreign').count()).toBe(0);
    await page.getByRole('button', { name: 'Next citation' }).click();
    await page.locator('button[aria-label^="Citation 2 "][aria-current]').waitFor();
    expect(await violationsIn(page)).toEqual([]);
  });
});
