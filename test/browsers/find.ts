import { chromiumPath } from './chromium.ts';
import { firefoxPath } from './firefox.ts';
import { runsWebKit, webKitPrograms } from './webkit.ts';

/**
 * Finds the browsers of the end-to-end tests, or installs them one after the other, because the package
 * manager has one lock. `find.ts all` finds three engines, `find.ts` Chromium alone. Prints environment
 * variables as JSON, so that tests need not search again.
 */
async function findBrowsers(all: boolean): Promise<Record<string, string>> {
  const environment = { CHROMIUM_PATH: await chromiumPath() };
  if (!all) return environment;
  if (runsWebKit) await webKitPrograms();
  return { ...environment, FIREFOX_PATH: await firefoxPath() };
}

try {
  console.log(JSON.stringify(await findBrowsers(process.argv[2] === 'all')));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
