import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import type { Screen } from '../e2e/screens/screen.ts';
import { openScreenSites, type ScreenSites } from '../e2e/screens/screen-sites.ts';
import { screens } from '../e2e/screens/screens.ts';
import { runCommand } from './lib/run-command.ts';
import { contactSheet, pictureName, THEMES, type Theme } from './screens/contact-sheet.ts';

/* npm run screens: takes pictures of every screen in every state, and makes one page that shows them all. */

const FOLDER = join(import.meta.dirname, '../.cache/screens');
const USAGE =
  'Usage: npm run screens [-- [--only NAME…] [--widths 390,768,1440] [--themes light,dark] [--beside ' +
  'FOLDER]]';
/** Maximum picture height in px. */
const MAX_HEIGHT = 7000;
const DOCK_AT_THE_END =
  'body { position: relative } nav[aria-label="Main, bottom"] { position: absolute !important }';
const HEIGHTS: Record<number, number> = { 390: 844, 768: 1024 };

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      widths: { type: 'string', default: '390,768,1440' },
      themes: { type: 'string', default: THEMES.join() },
      beside: { type: 'string' },
    },
  });
  const requested = [...values.only, ...positionals].flatMap((names) => names.split(','));
  const unknown = requested.filter((name) => !screens.some((screen) => screen.name === name));
  if (unknown.length > 0) throw new Error(`There is no screen ${unknown.join(', ')}.\n${USAGE}`);
  const widths = values.widths.split(',').map(Number);
  if (widths.some((width) => !(width >= 200 && width <= 4000))) throw new Error(USAGE);
  const themes = values.themes.split(',') as Theme[];
  if (themes.some((theme) => !THEMES.includes(theme))) throw new Error(USAGE);
  const chosen = requested.length > 0 ? screens.filter(({ name }) => requested.includes(name)) : screens;
  return { chosen, widths, themes, beside: values.beside && resolve(values.beside) };
}

/**
 * Returns the page's height in px, up to the maximum. Enlarges the window until no more rows or pictures
 * load.
 */
async function wholeLength(page: Page, width: number): Promise<number> {
  const look = () =>
    page.evaluate(() => ({
      length: document.documentElement.scrollHeight,
      waits:
        document.querySelector('main li[aria-hidden=true]') !== null ||
        [...document.images].some((image) => !image.complete),
    }));
  let { length, waits } = await look();
  for (let round = 0; round < 5 && waits; round += 1) {
    await page.setViewportSize({ width, height: Math.min(length, MAX_HEIGHT) });
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const coming = [...document.images].filter((image) => !image.complete).map((image) => image.decode());
      await Promise.race([Promise.allSettled(coming), new Promise((late) => setTimeout(late, 2_000))]);
    });
    const before = length;
    ({ length, waits } = await look());
    if (length === before || before > MAX_HEIGHT) break;
  }
  return Math.min(length, MAX_HEIGHT);
}

/** Takes one picture per theme. The open page follows the change of the theme. */
async function take(sites: ScreenSites, screen: Screen, width: number, themes: Theme[]): Promise<void> {
  const height = HEIGHTS[width] ?? 900;
  const page = await sites.show(screen, {
    viewport: { width, height },
    colorScheme: themes[0],
    bypassCSP: true,
  });
  // The pointer leaves the element that was pressed last.
  if (!screen.pointed) await page.mouse.move(0, 0);
  // A full-length picture shows the dock at its end.
  if (!screen.layer) {
    await page.addStyleTag({ content: DOCK_AT_THE_END });
    await page.evaluate(() => scrollTo(0, 0));
  }
  try {
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      const full = screen.layer ? height : await wholeLength(page, width);
      await page.screenshot({
        path: join(FOLDER, pictureName(screen.name, width, colorScheme)),
        fullPage: !screen.layer,
        clip: { x: 0, y: 0, width, height: full },
        animations: 'disabled',
      });
    }
  } finally {
    await page.context().close();
  }
}

async function main(): Promise<void> {
  const { chosen, widths, themes, beside } = readOptions();
  const besides = beside ? await readdir(beside) : [];
  if (chosen === screens) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });

  console.log('Starting the sites with their content and readers…');
  const sites = await openScreenSites(chosen);
  const jobs = chosen.flatMap((screen) => widths.map((width) => ({ screen, width })));
  const all = jobs.length;
  const failures: string[] = [];
  let done = 0;
  async function work(): Promise<void> {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { screen, width } = job;
      await take(sites, screen, width, themes).catch((error: Error) => {
        failures.push(`${screen.name} at ${width} px: ${error.message}`);
      });
      done += 1;
      console.log(`${String(Math.floor((100 * done) / all)).padStart(3)} %  ${screen.name} at ${width} px`);
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  } finally {
    await sites.close();
  }
  const taken = new Set(await readdir(FOLDER));
  const sheet = contactSheet({ screens, taken, beside, besides: new Set(besides) });
  await writeFile(join(FOLDER, 'index.html'), sheet);
  for (const failure of failures) console.error(failure);
  console.log(`All on one page: ${join(FOLDER, 'index.html')}`);
  if (failures.length > 0) process.exitCode = 1;
}

await runCommand(main);
