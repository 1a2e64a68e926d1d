import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { newDataDir, removeDataDir, type SiteProcess, startSiteProcess } from '#test/site-process.ts';
import { logIn } from '../support/entered.ts';
import { throttled, watchOffsets, writeFilm } from '../support/large-film.ts';
import { alive, openBrowser, watch } from '../support/open-site.ts';

/* A server that is killed during an upload, and started again. */

const PASSWORD = 'Still-water-1';
const MB = 1024 * 1024;
const FILM_BYTES = 40 * MB;

let dataDir: string;
let site: SiteProcess;
let film: string;
let start: () => Promise<SiteProcess>;

beforeAll(async () => {
  dataDir = await newDataDir();
  film = join(await mkdtemp(join(tmpdir(), 'stillwater-killed-')), 'film.mp4');
  await writeFilm(film, FILM_BYTES);
  const PORT = String(await freePort());
  start = () =>
    startSiteProcess(dataDir, { PORT, ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD, DEMO: 'false' });
  site = await start();
});
afterAll(async () => {
  await site.stop();
  await removeDataDir(dataDir);
  await rm(join(film, '..'), { recursive: true });
});

test('an upload survives a killed server and loses no stored part', async () => {
  const browser = await openBrowser();
  const context = await browser.newContext({ baseURL: site.url });
  const page = watch(await context.newPage());
  await logIn(page, { username: 'maren', password: PASSWORD });
  await page.goto('/admin/content');
  await alive(page);
  await page.getByLabel('Media type').selectOption('video');
  const offsets = watchOffsets(page);
  await throttled(page, 8 * MB);
  await page.getByLabel('Upload a video').setInputFiles(film);
  await expect
    .poll(async () => Number(await page.getByRole('progressbar').getAttribute('value')), { timeout: 30_000 })
    .toBeGreaterThan(50);
  process.kill(site.pid, 'SIGKILL');
  await page.getByText(/^The connection was lost at/).waitFor();
  const before = offsets.length;
  site = await start();
  await page.getByText('film.mp4 is uploaded.').waitFor({ timeout: 60_000 });
  expect(Math.min(...offsets.slice(before))).toBeGreaterThanOrEqual(16 * MB);
  const address = await page.getByLabel('Media URL').first().inputValue();
  const stored = await page.request.head(address);
  expect(Number(stored.headers()['content-length'])).toBe(FILM_BYTES);
  await browser.close();
});
