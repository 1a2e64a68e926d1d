import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '#test/database/postgres.ts';
import { newDataDir, removeDataDir, type SiteProcess, startSiteProcess } from '#test/site-process.ts';

/* The program while its PostgreSQL restarts. */

let postgres: RunningPostgres;
let site: SiteProcess;
let dataDir: string;

beforeAll(async () => {
  postgres = await startPostgres();
  dataDir = await newDataDir();
  site = await startSiteProcess(dataDir, {
    DATABASE_URL: await postgres.createDatabase(),
    LOG_LEVEL: 'error',
  });
});
afterAll(async () => {
  await site?.stop();
  await postgres?.stop();
  await removeDataDir(dataDir);
});

const get = (path: string) => fetch(`${site.url}${path}`, { headers: { accept: 'text/html' } });

test('without a database pages show an error, files are served, and all works when it is back', async () => {
  const page = await (await get('/')).text();
  const asset = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
  await postgres.pause();
  // Cached pages are still served; a page that was never requested needs the database.
  const unseen = await get('/droplets/7?never=asked');
  expect([200, 503]).toContain(unseen.status);
  const item = await fetch(`${site.url}/api/droplets/7`);
  expect(item.status).toBe(503);
  expect(Number(item.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await item.json()).toEqual({
    code: 'database-unavailable',
    message: expect.stringContaining('Part of the site is not available'),
  });
  expect(await unseen.text()).toMatch(/^<!doctype html>/);
  expect((await get(asset)).status).toBe(200);
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(503);
  await sleep(1_000);
  await postgres.resume();
  await expect.poll(async () => (await get('/readyz')).status, { timeout: 60_000 }).toBe(200);
  expect((await get('/api/droplets/7')).status).toBe(200);
  expect((await get('/')).status).toBe(200);
});
