import type { Locator } from 'playwright-core';

/** Taps elements, and counts the taps that a task needs. */
export function countPresses() {
  let count = 0;
  return {
    count: () => count,
    press: async (target: Locator) => {
      await target.tap();
      count += 1;
    },
  };
}
