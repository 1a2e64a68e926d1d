import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.0, 2.1 and 2.2, levels A and AA, and what axe's authors hold for good besides. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page as it stands: by all these rules, or by the single ones that are named. The page's context
 * bypasses the CSP.
 */
export async function findAxeProblems(page: Page, only?: string[]): Promise<string[]> {
  // What scrolls beneath the dock is half covered wherever one stops; that is no target too small.
  await page.addStyleTag({ content: '.dock { position: static !important; }' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async (runOnly) => {
      // A colour on its way from one theme to the other is neither.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
      const result = await (window as any).axe.run({ runOnly, resultTypes: ['violations'] });
      return result.violations.map(
        (violation: { id: string; nodes: { target: string[] }[] }) =>
          `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
    },
    only ? { type: 'rule', values: only } : { type: 'tag', values: RULES },
  );
}
