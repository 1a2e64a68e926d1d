import type { Locator } from 'playwright-core';

/** Taps as a finger does, and counts the presses that a task takes. */
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
