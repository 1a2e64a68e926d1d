import { fetchSuite } from './fetch-suite.ts';
import { CAPTION_CASES, RECORDINGS } from './public-suites.ts';

/*
 * npm run suites: fetches public test suites. `npm test -- unit scripts/suites` runs the caption cases, and
 * `npm run demo:awkward -- --check --suites` uploads the recordings to a site.
 */

for (const suite of [CAPTION_CASES, ...RECORDINGS]) console.log(`${suite.name}: ${await fetchSuite(suite)}`);
