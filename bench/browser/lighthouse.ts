import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { chromiumOptions, chromiumPath } from '#test/browsers/chromium.ts';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import type { Options } from '../groups.ts';
import { withCleanup } from '../process/cleanup.ts';
import { say } from '../process/progress.ts';
import { median } from '../report/statistics.ts';
import { type Cell, figure, spread, type Table } from '../report/table.ts';
import { enteredCookie, LEARNER_PAGES, type LearnerPage } from './phone.ts';

const PERFORMANCE = 'performance';
/** Categories whose score is equal in every run of a page. The first run's is used. */
const STEADY = ['accessibility', 'best-practices', 'seo'];
const FAST = { atLeast: 100 };
const WHOLE = { atLeast: 100 };
const STILL = { atMost: 0 };
const ATTEMPTS = 3;

/** Runs Lighthouse's mobile preset (simulated slow phone and network) on each learner page. */
export function measure({ quick, runs }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    const dataDir = await newDataDir();
    later(() => removeDataDir(dataDir));
    const site = await startSiteProcess(dataDir);
    later(() => site.stop());
    const chrome = await launch({
      chromePath: await chromiumPath(),
      chromeFlags: ['--headless=new', ...chromiumOptions.args],
    });
    later(() => chrome.kill());
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
    later(() => browser.close());
    const [context] = browser.contexts();

    const rows: Cell[][] = [];
    const notes: string[] = [];
    for (const page of quick ? LEARNER_PAGES.slice(0, 1) : LEARNER_PAGES) {
      await context?.clearCookies();
      if (page.entered) await context?.addCookies([enteredCookie(site.url)]);
      const results: Result[] = [];
      for (let run = 0; run < runs; run += 1) {
        say(`lighthouse ${page.path}, run ${run + 1}`);
        results.push(await open(site.url + page.path, chrome.port, run === 0));
      }
      rows.push(rowOf(page, results));
      notes.push(...failures(page, results[0]));
    }
    return [
      {
        title: 'Lighthouse, mobile',
        columns: ['Page', 'Performance', 'Accessibility', 'Best practices', 'SEO', 'LCP s', 'TBT ms', 'CLS'],
        rows,
        note: notes.join('  \n'),
      },
    ];
  });
}

/** Repeats a run whose trace Lighthouse could not record, which happens on busy machines. */
async function open(url: string, port: number, whole: boolean): Promise<Result> {
  let reason = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: whole ? [PERFORMANCE, ...STEADY] : [PERFORMANCE],
    });
    if (result && !result.lhr.runtimeError) return result.lhr;
    reason = result?.lhr.runtimeError?.message ?? 'no response';
    say(`lighthouse once more: ${reason}`);
  }
  throw new Error(`Lighthouse failed on ${url}: ${reason}`);
}

function rowOf(page: LearnerPage, results: readonly Result[]): Cell[] {
  const score = (category: string) => (result: Result) =>
    (result.categories[category]?.score ?? Number.NaN) * 100;
  const audit = (id: string) => (result: Result) => result.audits[id]?.numericValue ?? Number.NaN;
  const all = (read: (result: Result) => number) => results.map(read);
  const steady = (category: string) =>
    figure(median(results.slice(0, 1).map(score(category))), { limit: WHOLE });
  return [
    page.name,
    spread(all(score(PERFORMANCE)), { limit: FAST }),
    ...STEADY.map(steady),
    spread(
      all(audit('largest-contentful-paint')).map((ms) => ms / 1000),
      { digits: 2 },
    ),
    figure(median(all(audit('total-blocking-time')))),
    figure(median(all(audit('cumulative-layout-shift'))), { digits: 4, limit: STILL }),
  ];
}

/** Names the audits that lower a category's score. */
function failures({ name }: LearnerPage, result: Result | undefined): string[] {
  return STEADY.flatMap((category) => {
    const failed = (result?.categories[category]?.auditRefs ?? []).filter(
      ({ id, weight }) => weight > 0 && (result?.audits[id]?.score ?? 1) < 1,
    );
    return failed.length === 0
      ? []
      : [`${name}, ${category}: ${failed.map(({ id }) => `\`${id}\``).join(', ')}.`];
  });
}
