import type { Plain } from './drivers/driver.ts';
import type { Reader } from './reader.ts';

/* Steps in a lesson that screens and journeys share. */

/** Waits until the open player is in this phase. */
export const phase = (reader: Reader, expected: string) =>
  reader.until(
    `the player is ${expected}`,
    (phase) => {
      const layer = document.querySelector('dialog[open]') ?? document;
      return layer.querySelector<HTMLElement>('[data-part=player]')?.dataset.phase === phase;
    },
    expected,
  );

export async function play(reader: Reader): Promise<void> {
  await reader.press('button', /^Play .+/);
  await phase(reader, 'playing');
}

/** Seeks close to the end, and plays the rest. */
export async function playToTheEnd(reader: Reader): Promise<void> {
  await play(reader);
  await seekToTheEnd(reader);
}

export async function seekToTheEnd(reader: Reader): Promise<void> {
  const { x, y } = await reader.until('the line has its length', () => {
    const line = document.querySelector('[data-part=player] [role=slider]');
    if (!line || !/ of /.test(line.getAttribute('aria-valuetext') ?? '')) return undefined;
    const { right, top, height } = line.getBoundingClientRect();
    return { x: right - 3, y: top + height / 2 };
  });
  await reader.tab.click(x, y);
  await reader.until('the lesson has ended', () => document.querySelector('[data-part=lesson-end]') !== null);
}

/** Navigates within the page, as a link does. */
export const moveTo = (reader: Reader, path: string) =>
  reader.tab.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Waits until the selector matches a visible element. */
export const visible = (reader: Reader, selector: string) =>
  reader.until(
    `${selector} is visible`,
    (selector: Plain) =>
      [...document.querySelectorAll(String(selector))].some((one) => one.getClientRects().length > 0),
    selector,
  );
