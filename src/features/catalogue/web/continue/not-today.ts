/** Key in local storage of the day on which the reader wants no offers. */
const KEY = 'stillwater.not-today';

const today = () => new Date().toDateString();

/** The next midnight where the reader is, in epoch ms: an end of 'Not today'. */
export const tomorrow = (now: number): number => new Date(now).setHours(24, 0, 0, 0);

/** Whether the reader has sent offers away today, in this browser. */
export function isNotToday(): boolean {
  try {
    return localStorage.getItem(KEY) === today();
  } catch {
    return false;
  }
}

/** Sends offers away until tomorrow. */
export function sayNotToday(): void {
  try {
    localStorage.setItem(KEY, today());
  } catch {
    // Without storage it holds for this page.
  }
}
