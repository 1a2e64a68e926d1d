import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenSite, openSite } from '../support/open-site.ts';
import { phone } from '../support/phone.ts';

/* Lists whose first part comes with the page. The rest arrives later. */

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ DEMO: 'false' });
  const seed = ['scripts/seed.ts', '--oceans', '80', '--waves', '80', '--droplets', '80'];
  await promisify(execFile)(process.execPath, seed, { env: { ...process.env, DATA_DIR: site.dataDir } });
});
afterAll(() => site.close());

const TOP = 6_000;

test.each(['/app', '/classic'])(
  '%s stays where the reader has scrolled when the rest arrives, and after a reload',
  async (path) => {
    const page = await phone(site);
    let rest = Promise.withResolvers<void>();
    await page.route('**/api/oceans', async (route) => {
      await rest.promise;
      await route.continue();
    });
    const position = () => page.evaluate(() => Math.round(scrollY));
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await page.goto(path);
    const first = await height();
    await page.evaluate((top) => scrollTo(0, top), TOP);
    // The code that stores the position has loaded.
    await expect.poll(() => page.evaluate(() => history.state?.scrollTop)).toBe(TOP);
    rest.resolve();
    await expect.poll(height).toBeGreaterThan(first * 1.5);
    expect(await position()).toBe(TOP);

    rest = Promise.withResolvers<void>();
    await page.reload();
    await expect.poll(position).toBe(TOP);
    rest.resolve();
    await expect.poll(height).toBeGreaterThan(first * 1.5);
    expect(await position()).toBe(TOP);
  },
);
