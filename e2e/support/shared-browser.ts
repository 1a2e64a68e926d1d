import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';

/*
 * Vitest's global setup for e2e: resources that all test files of a run share. Workers inherit both
 * variables.
 */

/** Variable with the address of the run's Chromium. */
export const BROWSER_ENDPOINT = 'E2E_BROWSER_ENDPOINT';
/** Variable with the folder of databases after a first start (prepared-data.ts). */
export const PREPARED_DATA = 'E2E_PREPARED_DATA';

/** Starts one Chromium for the whole run. Each test file connects to it and opens its own contexts. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-prepared-'));
  const browser = await chromium.launchServer({
    ...chromiumOptions,
    args: [
      ...chromiumOptions.args,
      // Chromium would otherwise start a spare process with each page, which costs a tenth of all processor
      // time.
      '--renderer-process-limit=1',
      // Pages of tests are left before optimized code pays. Compiling it takes a sixth of the processor time
      // of a page with all checks of accessibility.
      '--js-flags=--no-opt --no-maglev',
    ],
    executablePath: await chromiumPath(),
  });
  process.env[BROWSER_ENDPOINT] = browser.wsEndpoint();
  process.env[PREPARED_DATA] = folder;
  return async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  };
}
