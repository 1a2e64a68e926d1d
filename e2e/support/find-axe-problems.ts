import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Script that defines axe only when it is called. Until then the browser only scans the text. */
const LOADER = `window.loadAxe = () => { ${axe}\n}; void 0;`;

/** WCAG 2.0, 2.1 and 2.2, levels A and AA, and axe's own best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/**
 * Removes covering elements: the dock covers half of the controls that scroll beneath it, and an open menu
 * those beneath it. axe ignores fixed positions and would report them as small targets.
 */
const COVERS = `nav[aria-label="Main, bottom"] { position: static !important; }
  [data-part=user-menu] { position: fixed !important; }`;

/** Roles that a screen reader announces with a name. */
const NAMED = /^(dialog|alertdialog|Video|Audio|slider|tree|tablist|radiogroup|navigation|region)$/;

const prepared = new WeakSet<Page>();

/** Adds axe to all documents of the page. A page with many documents gets its half megabyte only once. */
export async function prepareAxe(page: Page): Promise<void> {
  if (prepared.has(page)) return;
  prepared.add(page);
  await page.addInitScript(LOADER);
}

/** Runs axe on the page in its present state, with all rules or those in `only`. */
export async function findAxeProblems(page: Page, only?: string[]): Promise<string[]> {
  const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: RULES };
  if (!prepared.has(page)) await page.evaluate(LOADER);
  const problems = await page.evaluate(runAxe, { runOnly, rules: COVERS });
  return only ? problems : [...problems, ...(await findNamelessParts(page))];
}

/** Sessions of pages. They stay open, because the end of one would reset an offline page to online. */
const sessions = new WeakMap<Page, CDPSession>();

/**
 * Finds what has no name in the browser's accessibility tree. Axe reads the document instead: to it, an inert
 * title still names its dialog.
 */
async function findNamelessParts(page: Page): Promise<string[]> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  // The browser would update the tree with every later change of the page.
  await session.send('Accessibility.disable');
  return nodes
    .filter(({ ignored, role, name }) => !ignored && NAMED.test(role?.value ?? '') && !name?.value)
    .map(({ role }) => `a ${role?.value} has no name`);
}

/** Runs in the page. */
async function runAxe({ runOnly, rules }: { runOnly: object; rules: string }): Promise<string[]> {
  // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
  const own = window as any;
  if (!own.axe) own.loadAxe();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
  // During a transition a color belongs to neither theme.
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
  const result = await own.axe.run({ runOnly, resultTypes: ['violations'] });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  return result.violations.map(
    (violation: { id: string; nodes: { target: string[] }[] }) =>
      `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
