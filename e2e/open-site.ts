import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { chromiumOptions, chromiumPath } from '#test/chromium.ts';
import { newDataDir, removeDataDir, type SiteProcess, startSiteProcess } from '#test/site-process.ts';

/** The real site in a process of its own, over the demo catalogue, and a real Chromium in front of it. */
export interface OpenSite {
  url: string;
  dataDir: string;
  /** A browser of its own (cookies, storage); problems of its pages are collected in `problems`. */
  newPage(options?: BrowserContextOptions): Promise<WatchedPage>;
  /** The newest mail to an address, read from the outbox. */
  mailTo(email: string): Promise<{ subject: string; text: string; html: string }>;
  close(): Promise<void>;
}

export interface WatchedPage extends Page {
  /** Console errors and warnings, failed requests, uncaught exceptions. */
  problems: string[];
  /** Addresses of every request that the page made. */
  requested: string[];
}

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ ...chromiumOptions, executablePath: await chromiumPath() });

/** `shared`: a browser that several sites are looked at with, and that is closed by whoever launched it. */
export async function openSite(
  environment: Record<string, string> = {},
  shared?: Browser,
): Promise<OpenSite> {
  const dataDir = await newDataDir();
  const site: SiteProcess = await startSiteProcess(dataDir, environment);
  const browser = shared ?? (await launchBrowser());
  return {
    url: site.url,
    dataDir,
    async newPage(options = {}) {
      const context = await browser.newContext({ baseURL: site.url, ...options });
      return watch(await context.newPage());
    },
    mailTo: (email) => newestMail(join(dataDir, 'outbox'), email),
    async close() {
      if (!shared) await browser.close();
      await site.stop();
      await removeDataDir(dataDir);
    },
  };
}

/** The page is alive. What shows notifications comes with the first movement of a person, and last of all. */
export async function alive(page: Page): Promise<void> {
  const region = page.locator('.toast-at');
  for (let at = 0; (await region.count()) === 0; at = 1 - at) {
    await page.mouse.move(at, 0);
    await page.waitForTimeout(50);
  }
}

/** Opens pages as one who saves data: nothing is fetched ahead of a sign that it is wanted. */
export const savesData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });

function watch(page: Page): WatchedPage {
  const problems: string[] = [];
  const requested: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => requested.push(request.url()));
  return Object.assign(page, { problems, requested });
}

const PATIENCE = 10_000;

async function newestMail(folder: string, email: string) {
  const until = Date.now() + PATIENCE;
  while (Date.now() < until) {
    const names = await readdir(folder).catch(() => [] as string[]);
    for (const name of names
      .filter((file) => file.endsWith('.eml'))
      .sort()
      .reverse()) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)));
      if (mail.to?.some((to) => to.address?.toLowerCase() === email.toLowerCase()))
        return { subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to ${email} arrived in the outbox.`);
}
