import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer-core';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';
import { firefoxPath } from '#test/browsers/firefox.ts';
import { callIn, type Driver, type Tab } from './driver.ts';

/* Chromium by its own protocol and Firefox by WebDriver BiDi: Puppeteer speaks both. */

/** Stands for an error of a page that is no more. */
const PAGE_LEFT = 'A page that was left reported an error';

/** Time limit of loading a page, in ms. Long, because the machine may be busy. */
const WAIT = 60_000;

/** The text of a message. Firefox sends an error object without its words: the page is asked for them. */
async function textOf(message: ConsoleMessage): Promise<string> {
  if (!message.text().includes('JSHandle@')) return message.text();
  const texts = message.args().map((value) => value.evaluate(String).catch(() => PAGE_LEFT));
  return (await Promise.all(texts)).join(' ');
}

export async function openChromium(): Promise<Driver> {
  const { args } = chromiumOptions;
  return driverOf(
    await puppeteer.launch({ executablePath: await chromiumPath(), headless: 'shell', args, timeout: WAIT }),
  );
}

export async function openFirefox(): Promise<Driver> {
  return driverOf(
    await puppeteer.launch({
      browser: 'firefox',
      executablePath: await firefoxPath(),
      headless: true,
      timeout: WAIT,
    }),
  );
}

const driverOf = (browser: Browser): Driver => ({
  async newTab() {
    const context = await browser.createBrowserContext();
    return tabOf(await context.newPage());
  },
  close: () => browser.close(),
});

function tabOf(page: Page): Tab {
  const problems: Promise<string>[] = [];
  page.setDefaultTimeout(WAIT);
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(textOf(message));
  });
  page.on('pageerror', (error) => problems.push(Promise.resolve(String(error))));
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    goBack: async () => void (await page.goBack({ waitUntil: 'load' })),
    evaluate: async (run, ...values) => JSON.parse(String(await page.evaluate(callIn(run, values)))).result,
    moveTo: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    async wheel(x, y, deltaY) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY });
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize: (size) => page.setViewport(size),
    picture: () => page.screenshot(),
    setCookie: (url, name, value) =>
      page.browserContext().setCookie({ name, value, domain: new URL(url).hostname, path: '/' }),
    problems: () => Promise.all(problems),
    close: () => page.browserContext().close(),
  };
}
