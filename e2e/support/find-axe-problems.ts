import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { addSheet } from './add-sheet.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.0, 2.1 and 2.2, levels A and AA, and axe's own best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const DOCK_IN_THE_FLOW = 'nav[aria-label="Main, bottom"] { position: static !important; }';

/** Runs axe on the page as it is, with all rules or those in `only`. */
export async function findAxeProblems(page: Page, only?: string[]): Promise<string[]> {
  // The dock covers half of what scrolls beneath it. That does not make it a small target.
  const removeSheet = await addSheet(page, DOCK_IN_THE_FLOW);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const problems = await page.evaluate(
    async (runOnly) => {
      // During a transition a color belongs to neither theme.
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
  await removeSheet();
  return problems;
}
