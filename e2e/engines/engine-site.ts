import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, type TestContext } from 'vitest';
import { type RunningSite, startSite } from '../support/open-site.ts';
import { ADMIN } from '../support/phone.ts';
import type { Driver, EngineName } from './drivers/driver.ts';
import { openDriver } from './drivers/open-driver.ts';
import { Reader } from './reader.ts';

/* One site and one browser for all journeys of an engine. */

const PICTURES = join(import.meta.dirname, '../../.cache/engines');
/** Maximum number of characters of the page's text that a failed test prints. */
const TEXT_LENGTH = 4_000;
/** Console message of a shed request. An overloaded site sheds load, and pages repeat the request. */
const SHED = /status of 503/;
/** Firefox's messages about requests and imports that ended with their page. */
const LEFT = /NetworkError when attempting|error loading dynamically imported module|A page that was left/;
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface EngineSite {
  engine: EngineName;
  site(): RunningSite;
  /**
   * Opens a browser with a desktop window for one person, until the test ends. A problem in its console fails
   * the test, unless `mayReport` matches it.
   */
  newReader(options?: ReaderOptions): Promise<Reader>;
  /** Checks a reader's console now instead of at the test's end, before which the browser is closed. */
  dismiss(reader: Reader): Promise<void>;
}

interface ReaderOptions {
  mayReport?: RegExp;
  /** A separate browser, which the test closes. */
  driver?: Driver;
  /** URL of another site. */
  url?: string;
}

/** Opens site and browser before the tests of the calling file and closes them after. */
export function openEngineSite(engine: EngineName): EngineSite {
  let site: RunningSite;
  let driver: Driver;
  let readers: OpenReader[] = [];
  beforeAll(async () => {
    [site, driver] = await Promise.all([
      startSite({ PAYMENTS: 'sandbox', ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }),
      openDriver(engine),
    ]);
  });
  afterAll(async () => {
    await driver?.close();
    await site?.close();
  });
  afterEach(async ({ task }) => {
    const opened = readers;
    readers = [];
    for (const one of opened) {
      if (task.result?.state === 'fail') await keepPicture(one.reader, engine, task.name);
      const problems = await problemsOf(one);
      await one.reader.tab.close();
      expect(problems).toEqual([]);
    }
  });
  return {
    engine,
    site: () => site,
    async newReader({ mayReport, driver: own = driver, url = site.url } = {}) {
      const reader = new Reader(await own.newTab(), url);
      readers.push({ reader, mayReport });
      await reader.resize(DESKTOP);
      return reader;
    },
    async dismiss(reader) {
      const dismissed = readers.filter((one) => one.reader === reader);
      for (const one of dismissed) expect(await problemsOf(one)).toEqual([]);
      readers = readers.filter((one) => one.reader !== reader);
    },
  };
}

interface OpenReader {
  reader: Reader;
  mayReport: RegExp | undefined;
}

async function problemsOf({ reader, mayReport }: OpenReader): Promise<string[]> {
  const problems = await reader.tab.problems();
  return problems.filter(
    (problem) => !SHED.test(problem) && !LEFT.test(problem) && !mayReport?.test(problem),
  );
}

async function keepPicture(reader: Reader, engine: EngineName, name: TestContext['task']['name']) {
  const file = join(PICTURES, `${engine} ${name.replaceAll(/\W+/g, '-')}.png`);
  await mkdir(PICTURES, { recursive: true });
  await writeFile(file, await reader.tab.picture());
  // On CI only the printed lines may be available.
  const text = await reader.tab.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));
  console.error(`The page at the failure: ${file}\n${text.slice(0, TEXT_LENGTH)}`);
}
