import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';

/*
 * node scripts/run.mjs --build scripts/make-pictures.ts: takes the repository's pictures from the site
 * itself: the preview on other sites, the icons for phones, and the README's pictures.
 */

const ROOT = join(import.meta.dirname, '..');
const at = (path: string) => join(ROOT, path);

const dataDir = await newDataDir();
const site = await startSiteProcess(dataDir);
const browser = await chromium.launch({ ...chromiumOptions, executablePath: await chromiumPath() });

async function picture(path: string, file: string, width: number, height: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height }, baseURL: site.url });
  if (path !== '/') await context.addCookies([{ name: 'stillwater_entered', value: '1', url: site.url }]);
  const page = await context.newPage();
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.waitForTimeout(500);
  await page.screenshot({ path: at(file) });
  await context.close();
  console.log(file);
}

await mkdir(at('docs/images'), { recursive: true });
await picture('/', 'public/social-preview.png', 1200, 630);
await picture('/', 'docs/images/landing.png', 1280, 800);
await picture('/waves/1?droplet=3', 'docs/images/droplet.png', 1280, 800);

const svg = await readFile(at('public/favicon.svg'), 'utf8');

/** Draws the mark on its background. Systems that round the corners themselves get a full square. */
async function icon(file: string, size: number, square: boolean): Promise<void> {
  const page = await (await browser.newContext({ viewport: { width: size, height: size } })).newPage();
  const mark = square ? svg.replace(/ rx="\d+"/, '') : svg;
  await page.setContent(
    `<style>*{margin:0;background:transparent}svg{display:block;width:100vw;height:100vh}</style>${mark}`,
  );
  await page.screenshot({ path: at(file), omitBackground: true });
  await page.context().close();
  console.log(file);
}

await icon('public/apple-touch-icon.png', 180, true);
await icon('public/icon-192.png', 192, false);
await icon('public/icon-512.png', 512, false);
// The mark stays within the middle four fifths, which no system cuts off.
await icon('public/icon-maskable-512.png', 512, true);

await browser.close();
await site.stop();
await removeDataDir(dataDir);
