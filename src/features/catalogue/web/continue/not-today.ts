/** Key in local storage of the day on which the reader wants no offers. */
const KEY = 'stillwater.not-today';

const today = () => new Date().toDateString();

/** Returns the reader's next midnight, in epoch ms, when 'Not today' ends. */
export const tomorrow = (now: number): number => new Date(now).setHours(24, 0, 0, 0);

/** Whether the reader has dismissed offers today, in this browser. */
export function hasDismissedOffers(): boolean {
  try {
    return localStorage.getItem(KEY) === today();
  } catch {
    return false;
  }
}

/** Dismisses offers until tomorrow. */
export function dismissOffers(): void {
  try {
    localStorage.setItem(KEY, today());
  } catch {
    // Without storage, the dismissal holds for this page only.
  }
}
