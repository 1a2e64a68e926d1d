import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { findReflowProblems } from '../support/find-reflow-problems.ts';
import { idle } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Pages in the largest letters of the comfort panel, on phones and small tablets. The letters change no
   breakpoint: columns and buttons have less room than where the layout was made for. */

const site = setUpSite();

test.each([
  [320, '/', 'visitor'],
  [320, '/nowhere', 'visitor'],
  [768, '/oceans/1', 'visitor'],
  [390, '/redeem', 'entered'],
  [320, '/app', 'entered'],
  [320, '/waves/1', 'entered'],
  [768, '/waves/1?droplet=3', 'entered'],
  [768, '/droplets/3', 'entered'],
] as const)('%i px wide, %s is whole, %s', async (width, path, reader) => {
  const viewport = { width, height: 900 };
  const page = reader === 'entered' ? await entered(site, { viewport }) : await site.newPage({ viewport });
  const value = encodeURIComponent('{"text":"larger"}');
  await page.context().addCookies([{ name: 'stillwater_comfort', value, url: site.url }]);
  await page.goto(path);
  await idle(page);
  expect(await findReflowProblems(page)).toEqual([]);
});

test('the title of a wave’s ocean keeps a line of its own beside the arrows', async () => {
  const page = await entered(site, { viewport: { width: 320, height: 900 } });
  const value = encodeURIComponent('{"text":"larger"}');
  await page.context().addCookies([{ name: 'stillwater_comfort', value, url: site.url }]);
  await page.goto('/waves/1');
  await idle(page);
  const back = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
  const width = await back.evaluate((link) => {
    const words = link.lastElementChild ?? link;
    words.textContent = 'Donaudampfschifffahrtsgesellschaft';
    return words.getBoundingClientRect().width;
  });
  expect(width).toBeGreaterThan(120);
});
