import { expect } from 'vitest';

/** The large input is so many times as large as the small one. */
const TIMES = 16;
/** Linear work takes 16 times as long, sorting 20 times, quadratic work 256 times. */
const MOST = 100;

/**
 * Expects that the time of the work does not grow with the square of its size. `size` is that of the large
 * input, at which quadratic work takes a second or more. Both times are taken here, so that any machine may
 * run it; of each the least, because other programs and the compiler take part in some runs.
 */
export function expectLinearTime(work: (size: number) => unknown, size: number): void {
  const small = leastTime(() => work(Math.ceil(size / TIMES)), 8);
  const large = leastTime(() => work(size), 2);
  expect(large / small, `time of ${TIMES} times the size`).toBeLessThan(MOST);
}

/** The least time of several runs in ms, at least that which a clock of browsers and Node can tell. */
function leastTime(work: () => unknown, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.max(0.1, Math.min(...times));
}
