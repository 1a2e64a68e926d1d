import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer-core';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';
import { firefoxPath } from '#test/browsers/firefox.ts';
import { callIn, type Driver, type Tab } from './driver.ts';

/* Drives Chromium by its own protocol and Firefox by WebDriver BiDi. Puppeteer supports both. */

type OnPage = (page: Page) => Promise<void>;

/** Replaces the text of an error whose page is no longer open. */
const PAGE_LEFT = 'A page that was left reported an error';

/** Timeout of loading a page, in ms. Long, because the machine may be busy. */
const WAIT = 60_000;

/** Returns a message's text. Firefox sends an error object without its text, which is read from the page. */
async function textOf(message: ConsoleMessage): Promise<string> {
  if (!message.text().includes('JSHandle@')) return message.text();
  const texts = message.args().map((value) => value.evaluate(String).catch(() => PAGE_LEFT));
  return (await Promise.all(texts)).join(' ');
}

export async function openChromium(profile?: string): Promise<Driver> {
  const { args } = chromiumOptions;
  const browser = await puppeteer.launch({
    executablePath: await chromiumPath(),
    headless: 'shell',
    args,
    timeout: WAIT,
    ...(profile && { userDataDir: profile }),
  });
  return driverOf(browser, profile !== undefined, untilChromiumHasAddress);
}

export async function openFirefox(profile?: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    // Enables the back-forward cache, as in a normal Firefox.
    extraPrefsFirefox: { 'fission.bfcacheInParent': true },
    executablePath: await firefoxPath(),
    headless: true,
    timeout: WAIT,
    ...(profile && { userDataDir: profile }),
  });
  return driverOf(browser, profile !== undefined);
}

const driverOf = (browser: Browser, keeps: boolean, beforeBack?: OnPage): Driver => ({
  async newTab() {
    // Only a browser's first context is stored in its profile.
    if (keeps) return tabOf(await browser.newPage(), (page) => page.close(), beforeBack);
    const context = await browser.createBrowserContext();
    return tabOf(await context.newPage(), () => context.close(), beforeBack);
  },
  async kill() {
    browser.process()?.kill('SIGKILL');
    // Waits until the browser has exited and Puppeteer has removed its files from the profile.
    await browser.close().catch(() => {});
  },
  close: () => browser.close(),
});

/**
 * Waits until Chromium's browser process has the page's address. It gets an address set by a script with a
 * delay, and Puppeteer's Back starts from the address that it has.
 */
async function untilChromiumHasAddress(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  const until = Date.now() + WAIT;
  for (;;) {
    const { entries, currentIndex } = await session.send('Page.getNavigationHistory');
    if (entries[currentIndex]?.url === (await page.evaluate(() => location.href))) break;
    if (Date.now() > until) throw new Error('Chromium does not have the address of the page.');
    await sleep(20);
  }
  await session.detach();
}

function tabOf(page: Page, close: OnPage, beforeBack?: OnPage): Tab {
  const problems: Promise<string>[] = [];
  page.setDefaultTimeout(WAIT);
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(textOf(message));
  });
  page.on('pageerror', (error) => problems.push(Promise.resolve(String(error))));
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    async goBack() {
      await beforeBack?.(page);
      await page.goBack({ waitUntil: 'load' });
    },
    evaluate: async (run, ...values) => JSON.parse(String(await page.evaluate(callIn(run, values)))).result,
    moveTo: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    tap: (x, y) => page.touchscreen.tap(x, y),
    async wheel(x, y, deltaY) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY });
    },
    type: (text) => page.keyboard.type(text),
    // Through BiDi, Puppeteer knows the space bar only by its character.
    press: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
    resize: (size) => page.setViewport(size),
    picture: () => page.screenshot(),
    setCookie: (url, name, value) =>
      page.browserContext().setCookie({ name, value, domain: new URL(url).hostname, path: '/' }),
    problems: () => Promise.all(problems),
    close: () => close(page),
  };
}
