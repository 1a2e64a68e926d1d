import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it stands, by the WCAG rules up to 2.2 AA. The page's context bypasses the CSP. */
export async function findAxeProblems(page: Page): Promise<string[]> {
  // What scrolls beneath the dock is half covered wherever one stops; that is no target too small.
  await page.addStyleTag({ content: '.dock { position: static !important; }' });
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
    const result = await (window as any).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    return result.violations.map(
      (violation: { id: string; nodes: { target: string[] }[] }) =>
        `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
  });
}
