import type { Page } from 'playwright-core';

/** Maximum number of checked Tab stops. Longer pages are checked only at their beginning. */
const MAX_STOPS = 45;

/**
 * Presses Tab from the top of the page, or of its dialog, and finds stops that cannot be seen and controls
 * that are skipped. Backwards, the walk continues from the current focus: elements that are fixed at the top
 * of the window cover only stops that come from below. Leaves the focus on the last stop.
 */
export async function findTabStopProblems(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate((back) => {
    const skip = document.querySelector<HTMLElement>('a[href="#main"]') as HTMLElement;
    Object.assign(window, { visited: new Set([skip]) });
    if (back) return;
    scrollTo({ top: 0, behavior: 'instant' });
    ([...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? skip).focus();
  }, key === 'Shift+Tab');
  let stops = 0;
  for (; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key);
    const problems = await findStopProblems(page);
    if (!problems) break;
    found.push(...problems);
  }
  if (key === 'Tab') found.push(...(await findControlsLeftOut(page)));
  if (stops <= 1) found.push(`the Tab key stops ${stops} times`);
  return found;
}

/**
 * Finds problems of the element that the last Tab focused; null after the last stop, and at a visited one.
 */
const findStopProblems = (page: Page) =>
  page.evaluate(() => {
    const visited = Reflect.get(window, 'visited') as Set<Element>;
    const at = document.activeElement as HTMLElement;
    if (at === document.body || visited.has(at)) return null;
    visited.add(at);
    const problems: string[] = [];
    const hasRing = (element: Element | null | undefined) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    // The focus ring of a card surrounds its picture, and that of a search field the field with its button.
    const around = [at, at.parentElement, at.closest('li')?.querySelector('[data-part=cover]')];
    if (!around.some(hasRing)) problems.push('shows no ring');
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 3, top + 3],
      [right - 3, bottom - 3],
    ] as const;
    const inSight = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (at.contains(hit) || hit.contains(at));
    });
    if (!inSight) problems.push('is out of sight');
    const layer = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (layer && !layer.contains(at)) problems.push('is beneath the dialog');
    const name = (at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40);
    return problems.map((problem) => `${at.localName} "${name || at.id}" ${problem}`);
  });

/** Lists controls before the last stop that the Tab key never reached. */
const findControlsLeftOut = (page: Page) =>
  page.evaluate(() => {
    const visited = [...(Reflect.get(window, 'visited') as Set<Element>)];
    const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const last = visited.at(-1) as Element;
    return [...layer.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(':disabled') &&
          element.checkVisibility({ visibilityProperty: true }) &&
          !visited.includes(element) &&
          (element.compareDocumentPosition(last) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
      )
      .map(
        (element) =>
          `${element.localName} "${(element.ariaLabel ?? element.textContent ?? '').trim()}" was left out`,
      );
  });
