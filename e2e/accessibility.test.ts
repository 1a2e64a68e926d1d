import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite } from './open-site.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const PATHS = [
  '/',
  '/app',
  '/oceans/1',
  '/waves/1',
  '/waves/2',
  '/waves/1?droplet=3',
  '/droplets/3',
  '/explore',
  '/accordion',
  '/tree',
  '/classic',
  '/auth',
  '/auth?tab=register',
  '/forgot-password',
  '/about',
  '/contact',
  '/terms-privacy',
  '/sign-in',
  '/nothing',
];

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('axe finds nothing, %s at %i px', async (colorScheme, width) => {
  const page = await site.newPage({ colorScheme, viewport: { width, height: 850 }, bypassCSP: true });
  const found: string[] = [];
  const check = async (path: string) => {
    await page.goto(path);
    await page.waitForTimeout(400);
    // What scrolls beneath the dock is half covered wherever one stops; that is no target too small.
    await page.addStyleTag({ content: '.dock { position: static !important; }' });
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
      const result = await (window as any).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      });
      return result.violations.map(
        (violation: { id: string; nodes: { target: string[] }[] }) =>
          `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
    });
    found.push(...violations.map((violation: string) => `${path} ${violation}`));
  };
  await check('/');
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  for (const path of PATHS) await check(path);
  expect(found).toEqual([]);
});
