import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite } from './open-site.ts';

/** Script for the first view of any learner page, gzip. */
const BUDGET = 150 * 1024;

const LEARNER_PAGES = [
  '/',
  '/app',
  '/oceans/1',
  '/waves/1',
  '/waves/1?droplet=3',
  '/droplets/3',
  '/explore',
  '/accordion',
  '/tree',
  '/classic',
];

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('no learner page loads more script than its budget', async () => {
  const page = await site.newPage();
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  const sizes: Record<string, number> = {};
  for (const path of LEARNER_PAGES) {
    page.requested.length = 0;
    await page.goto(path);
    await page.waitForTimeout(500);
    const scripts = new Set(page.requested.filter((url) => url.endsWith('.js')));
    let total = 0;
    for (const url of scripts)
      total += gzipSync(await readFile(join('dist/client', new URL(url).pathname)), { level: 9 }).length;
    sizes[path] = total;
    expect(scripts.size, path).toBeGreaterThan(0);
  }
  expect(Object.entries(sizes).filter(([, size]) => size > BUDGET)).toEqual([]);
});
