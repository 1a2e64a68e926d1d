import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Screen } from '../screens/screen.ts';
import { openScreenSites, type ScreenSites } from '../screens/screen-sites.ts';
import { screens } from '../screens/screens.ts';
import { findPolicyProblems, watchPolicy } from '../support/find-policy-problems.ts';
import { idle } from '../support/open-site.ts';

/*
 * The content security policy with injected code. accessibility.test.ts checks on every screen that the
 * policy blocks nothing of the site itself.
 */

/** The first screen of visitors. */
const landing = screens.find(({ name }) => name === 'landing') as Screen;

let sites: ScreenSites;
beforeAll(async () => {
  sites = await openScreenSites([landing]);
});
afterAll(() => sites.close());

test('the policy is active: injected scripts and styles are blocked and recorded', async () => {
  await sites.lend({ ...landing, before: watchPolicy }, async (page) => {
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
    expect((await findPolicyProblems(page)).map((violation) => violation.split(' ')[0])).toEqual(
      expect.arrayContaining(['style-src-elem', 'style-src-attr', 'require-trusted-types-for']),
    );
  });
});

test('a page whose HTML was changed by an extension still hydrates', async () => {
  const before = async (page: Page) => {
    await watchPolicy(page);
    await page.route(/\/$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<h1\b[^>]*>/, '$&Foreign ');
      await route.fulfill({ response, body });
    });
  };
  await sites.lend({ ...landing, before }, async (page) => {
    await idle(page);
    expect(await page.getByText('Foreign').count()).toBe(0);
    await page.getByRole('button', { name: 'Next citation' }).click();
    await page.locator('button[aria-label^="Citation 2 "][aria-current]').waitFor();
    expect(await findPolicyProblems(page)).toEqual([]);
  });
});
