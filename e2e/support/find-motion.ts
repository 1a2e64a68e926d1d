import type { Page } from 'playwright-core';

/** Finds elements that are animated for longer than 10 ms, on a page whose reader prefers reduced motion. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const INSTANT = 0.01;
    const longest = (times: string) => Math.max(...times.split(',').map((time) => Number.parseFloat(time)));
    const found = new Set<string>();
    for (const element of document.body.querySelectorAll('*'))
      for (const part of ['', '::before', '::after']) {
        const style = getComputedStyle(element, part);
        const moves =
          (style.transitionProperty !== 'none' && longest(style.transitionDuration) > INSTANT) ||
          (style.animationName !== 'none' && longest(style.animationDuration) > INSTANT);
        if (moves) found.add(`moves: ${element.localName}.${[...element.classList].join('.')}${part}`);
      }
    return [...found];
  });
}
