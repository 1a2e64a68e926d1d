import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeProblems } from './find-axe-problems.ts';
import { type OpenSite, openSite } from './open-site.ts';

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
    const violations = await findAxeProblems(page);
    found.push(...violations.map((violation) => `${path} ${violation}`));
  };
  await check('/');
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  for (const path of PATHS) await check(path);
  expect(found).toEqual([]);
});
